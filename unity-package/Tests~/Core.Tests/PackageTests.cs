namespace Fairlead.Core.Tests;

/// <summary>Finds what Unity would refuse, or silently give a new identity.</summary>
public class PackageTests
{
    private static string Package { get; } = Repository.At("unity-package");

    [Fact]
    public void The_manifest_and_the_assembly_definition_say_what_the_core_needs()
    {
        var manifest = JObject.Parse(File.ReadAllText(Path.Combine(Package, "package.json")));
        Assert.Equal("com.fairlead.editor", manifest.Value<string>("name"));
        Assert.Equal("6000.0", manifest.Value<string>("unity"));
        Assert.NotNull(manifest["dependencies"]!["com.unity.nuget.newtonsoft-json"]);
        var assembly = JObject.Parse(File.ReadAllText(Path.Combine(Package, "Editor", "Core", "Fairlead.Core.asmdef")));
        Assert.True(assembly.Value<bool>("noEngineReferences"));
        Assert.Equal(["Editor"], assembly["includePlatforms"]!.Values<string>()!);
        Assert.Equal(["Newtonsoft.Json.dll"], assembly["precompiledReferences"]!.Values<string>()!);
    }

    [Fact]
    public void Every_source_file_turns_nullable_on_itself_since_Unity_has_no_project_setting_for_it()
    {
        var files = Directory.GetFiles(Path.Combine(Package, "Editor"), "*.cs", SearchOption.AllDirectories);
        Assert.NotEmpty(files);
        Assert.All(files, file => Assert.StartsWith("#nullable enable", File.ReadLines(file).First()));
    }
}
