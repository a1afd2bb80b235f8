using System.Reflection;
using Fairlead.Editor.Compilation;

namespace Fairlead.Editor.Tests;

/// <summary>After a compile that went well the agent is told which of its scripts are there; told wrongly, it writes them again.</summary>
public sealed class UserTypesTests
{
    [Fact]
    public void Types_of_an_assembly_that_is_broken_in_part_are_those_that_could_be_loaded() =>
        Assert.Equal([typeof(string), typeof(int)], UserTypes.TypesOf(new BrokenAssembly()));

    [Fact]
    public async Task Scripts_of_a_package_in_the_project_are_found()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Packages/com.ada.tools/package.json", """{"name":"com.ada.tools","version":"1.0.0"}""");
        host.Write("Packages/com.ada.tools/Runtime/Ada.Tools.asmdef", """{"name":"Ada.Tools"}""");
        host.Write("Packages/com.ada.tools/Runtime/Hammer.cs",
            "using UnityEngine;\npublic class Hammer : MonoBehaviour { public float weight = 2; }");
        var compiled = await relay.Ok("unity_refresh", """{"watched_scripts":["Hammer","Nail"]}""");
        Assert.Equal(["Hammer"], compiled["watchedScripts"]!["found"]!.Values<string>());
        Assert.Equal(["Nail"], compiled["watchedScripts"]!["missing"]!.Values<string>());
        Assert.Contains("Hammer", compiled["availableTypes"]!.Select(type => (string)type["name"]!));
    }

    private sealed class BrokenAssembly : Assembly
    {
        public override Type[] GetTypes() =>
            throw new ReflectionTypeLoadException([typeof(string), null, typeof(int)], [new FileNotFoundException("Missing.dll")]);
    }
}
