namespace Fairlead.Editor.Tests.Services;

/// <summary>People begin their own tools with a copy of the example: one that does not work takes the feature from them.</summary>
public sealed class ExampleToolTests
{
    private const string Name = "place_in_circle";
    private const string Copies = """{"action":"find","name":"Lamp "}""";

    [Fact]
    public async Task The_example_of_a_tool_compiles_in_a_project_does_what_it_says_and_is_undone()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Editor/CircleTool.cs", File.ReadAllText(Example()));
        var compiled = await relay.Ok("unity_refresh", "{}");
        Assert.DoesNotContain("CircleTool.cs", compiled.ToString());
        await relay.Greeted();
        var announced = Assert.Single(relay.Hello["customTools"]!);
        Assert.Equal(Name, (string?)announced["name"]);
        Assert.Equal(["original", "count"], announced["inputSchema"]!["required"]!.Values<string>()!);

        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Lamp","position":[1,2,3]}""", "s1");
        var placed = await relay.Call(Name, JObject.Parse("""{"original":"/Lamp","count":4,"radius":2}"""), "s2");
        Assert.Equal(["/Lamp 1", "/Lamp 2", "/Lamp 3", "/Lamp 4"], placed["result"]!.Select(copy => (string)copy["path"]!));
        var second = await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Lamp 2"}""");
        var at = second["components"]![0]!["properties"]!["localPosition"]!.Values<float>();
        Assert.Equal([1, 2, 5], at.Select(n => MathF.Round(n)));

        await relay.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Equal(0, (int)(await relay.Ok("unity_query", Copies))["total"]!);
        var refused = await relay.Fails(Name, """{"original":"/Lamp","count":0}""", "invalid_arguments");
        Assert.Contains("from 1 to 100", (string)refused["message"]!);
    }

    private static string Example()
    {
        var folder = AppContext.BaseDirectory;
        while (!Directory.Exists(Path.Combine(folder, "examples", "project-tool"))) folder = Path.GetDirectoryName(folder)!;
        return Path.Combine(folder, "examples", "project-tool", "CircleTool.cs");
    }
}
