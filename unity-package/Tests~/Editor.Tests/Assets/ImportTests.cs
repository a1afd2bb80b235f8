using Fairlead.Core;
using UnityEditor;

namespace Fairlead.Editor.Tests.Assets;

/// <summary>
/// Import settings decide how large a game is: what is set must be what Unity uses, and be in the .meta that a revert
/// restores.
/// </summary>
[Collection("engine")]
public sealed class ImportTests : IDisposable
{
    /// <summary>The signature and header of a PNG of 4 × 4.</summary>
    private static readonly byte[] Png = Convert.FromHexString("89504E470D0A1A0A0000000D4948445200000004000000040802000000");

    private readonly Project project = new();

    public ImportTests()
    {
        Put("Crate.png", Png);
        Put("Chair.fbx", [1]);
        Put("Bell.wav", [1]);
    }

    public void Dispose() => project.Dispose();

    private void Put(string name, byte[] bytes)
    {
        File.WriteAllBytes(project.File($"Assets/{name}"), bytes);
        AssetDatabase.Refresh();
    }

    private static JObject Import(string name, string more = "") =>
        Project.Asset($$"""{"action":"inspect_import","path":"Assets/{{name}}"{{more}}}""");

    private static JObject Change(string name, string properties, string more = "") =>
        Project.Asset($$"""{"action":"modify_import","path":"Assets/{{name}}","properties":{{properties}}{{more}}}""");

    [Theory]
    [InlineData("Crate.png", "TextureImporter", "isReadable")]
    [InlineData("Chair.fbx", "ModelImporter", "globalScale")]
    [InlineData("Bell.wav", "AudioImporter", "forceToMono")]
    public void Each_importer_shows_what_can_be_set(string file, string importer, string property)
    {
        var seen = Import(file);
        Assert.Equal(importer, (string?)seen["importer"]);
        Assert.NotNull(seen["properties"]![property]);
        Assert.Null(seen["properties"]!["name"]);
    }

    [Fact]
    public void What_is_set_is_in_the_meta_file()
    {
        var changed = Change("Crate.png", """{"textureType":"Sprite","isReadable":true}""");
        Assert.Equal(2, (int)changed["successCount"]!);
        Assert.Equal("Default", (string?)changed["results"]![0]!["previousValue"]);
        project.Restart();
        var now = Import("Crate.png")["properties"]!;
        Assert.Equal("Sprite True", $"{now["textureType"]} {now["isReadable"]}");
    }

    [Fact]
    public void A_size_is_set_where_Unity_reads_it_not_in_the_field_of_older_versions()
    {
        Change("Crate.png", """{"maxTextureSize":256}""");
        var importer = (TextureImporter)AssetImporter.GetAtPath("Assets/Crate.png")!;
        Assert.Equal(256, importer.GetDefaultPlatformTextureSettings().maxTextureSize);
        using var serialized = new SerializedObject(importer);
        Assert.Equal(2048, serialized.FindProperty("m_MaxTextureSize").intValue);
    }

    [Fact]
    public void A_platform_has_settings_of_its_own_under_both_of_its_names()
    {
        var changed = Change("Crate.png", """{"maxTextureSize":512,"format":"ASTC_6x6"}""", ""","platform":"ios" """);
        Assert.Equal("iPhone", (string?)changed["platform"]);
        var own = Import("Crate.png", ""","platform":"iPhone" """)["properties"]!;
        Assert.Equal("512 ASTC_6x6 True", $"{own["maxTextureSize"]} {own["format"]} {own["overridden"]}");
        Assert.Null(own["name"]);
        Assert.Equal(2048, (int)Import("Crate.png")["properties"]!["maxTextureSize"]!);
        Change("Crate.png", """{"overridden":false}""", ""","platform":"iOS" """);
        Assert.False((bool)Import("Crate.png", ""","platform":"iOS" """)["properties"]!["overridden"]!);
    }

    [Fact]
    public void A_property_that_C_sharp_does_not_have_is_set_by_its_serialized_name()
    {
        Assert.Contains("spritePixelsToUnits", Import("Crate.png")["alsoSettable"]!.Values<string>());
        Change("Crate.png", """{"m_SpritePixelsToUnits":16}""");
        Assert.Equal(16, (int)Import("Crate.png")["properties"]!["spritePixelsPerUnit"]!);
    }

    [Fact]
    public void A_wrong_name_names_the_near_ones_and_changes_nothing()
    {
        var before = File.ReadAllText(project.File("Assets/Crate.png.meta"));
        var error = Project.Refused(() => Change("Crate.png", """{"maxTextureSise":256}"""));
        Assert.Equal(CallErrorCode.UnknownProperty, error.Code);
        Assert.Contains("maxTextureSize", error.Data!["results"]![0]!["available"]!.Values<string>());
        error = Project.Refused(() => Change("Crate.png", """{"maxTextureSise":256}""", ""","platform":"Android" """));
        Assert.Contains("maxTextureSize", error.Data!["results"]![0]!["available"]!.Values<string>());
        error = Project.Refused(() => Change("Crate.png", """{"maxTextureSize":256}""", ""","platform":"Androit" """));
        Assert.Equal(CallErrorCode.NotFound, error.Code);
        Assert.Contains("Android", error.Data!["nearest"]!.Values<string>());
        error = Project.Refused(() => Change("Chair.fbx", """{"globalScale":2}""", ""","platform":"Android" """));
        Assert.Contains("not a texture", error.Message);
        Assert.Equal(before, File.ReadAllText(project.File("Assets/Crate.png.meta")));
    }

    [Fact]
    public void What_Unity_says_while_it_imports_is_reported()
    {
        Put("Broken.png", [1, 2, 3, 4, 5]);
        var changed = Change("Broken.png", """{"isReadable":true}""");
        Assert.Equal("warning", (string?)changed["messages"]![0]!["severity"]);
        Assert.Contains("Broken.png", (string?)changed["messages"]![0]!["message"]);
        Assert.Empty(Change("Crate.png", """{"isReadable":true}""")["messages"]!);
    }

    [Fact]
    public void Code_is_not_imported_anew_in_the_middle_of_a_call()
    {
        Put("Spin.cs", "class Spin { }"u8.ToArray());
        Put("Native.dll", [1]);
        foreach (var file in new[] { "Spin.cs", "Native.dll" })
            Assert.Equal(CallErrorCode.Unsupported, Project.Refused(() => Change(file, """{"userData":"x"}""")).Code);
        Assert.Contains("not imported", Project.Refused(() => Project.Asset("""{"action":"inspect_import","path":"Assets"}""")).Message);
    }
}
