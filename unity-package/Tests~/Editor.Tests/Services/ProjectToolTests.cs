using System.ComponentModel;
using System.Reflection;
using Fairlead.Core;
using Fairlead.Editor.Tests.Objects;
using UnityEngine;

namespace Fairlead.Editor.Tests.Services;

/// <summary>A tool of the project that is announced wrongly, or takes arguments wrongly, makes the agent fail at it.</summary>
[Collection(EngineCollection.Name)]
public class ProjectToolTests
{
    private enum Mood
    {
        Calm,
        Wild,
    }

    [Fact]
    public void A_method_is_announced_with_its_name_its_parameters_and_its_risk()
    {
        var tool = Of(nameof(PlaceNPCAt)).Announced;
        Assert.Equal("place_npc_at", tool.Name);
        Assert.Equal(ToolRisk.Write, tool.Risk);
        Assert.Equal("array", (string?)tool.InputSchema["properties"]!["position"]!["type"]);
        Assert.Equal("where its feet are", (string?)tool.InputSchema["properties"]!["position"]!["description"]);
        Assert.Equal(["Calm", "Wild"], tool.InputSchema["properties"]!["mood"]!["enum"]!.Values<string>()!);
        Assert.Equal(["position"], tool.InputSchema["required"]!.Values<string>()!);
    }

    [Theory]
    [InlineData(nameof(TakesStream), "stream")]
    [InlineData(nameof(TakesRef), "number")]
    [InlineData(nameof(Generic), "generic")]
    public void A_method_that_cannot_be_a_tool_says_why(string name, string why) =>
        Assert.Contains(why, Assert.Throws<NotSupportedException>(() => Of(name)).Message);

    [Theory]
    [InlineData("\"x\"", "a list of 3 numbers")]
    [InlineData("[1,2]", "a list of 3 numbers")]
    [InlineData("[1,2,true]", "must be a number")]
    public void A_wrong_argument_is_told_with_what_is_expected(string json, string said)
    {
        var parameter = new ToolParameter(Method(nameof(PlaceNPCAt)).GetParameters()[0]);
        Assert.Contains(said, Assert.Throws<FormatException>(() => parameter.Read(JToken.Parse(json))).Message);
    }

    [Fact]
    public void Arguments_become_values_and_absent_ones_their_defaults()
    {
        var parameters = Method(nameof(PlaceNPCAt)).GetParameters().Select(p => new ToolParameter(p)).ToList();
        Assert.Equal(new Vector3(1, 2.5f, -3), parameters[0].Read(new JArray(1, 2.5, -3)));
        Assert.Equal(Mood.Wild, parameters[1].Read("wild"));
        Assert.Equal(Mood.Calm, parameters[1].Read(null));
        Assert.Null(parameters[2].Read(null));
        Assert.Equal(new[] { 1, 2 }, parameters[3].Read(new JArray(1, 2)));
        Assert.Throws<FormatException>(() => parameters[0].Read(null));
        Assert.Throws<FormatException>(() => parameters[3].Read(new JArray(1.5)));
    }

    [Fact]
    public void Results_are_plain_JSON()
    {
        Assert.Equal("{\"ok\":true}", ToolResult.ToJson(null).ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal("[1.0,2.0,3.0]", ToolResult.ToJson(new Vector3(1, 2, 3)).ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal("{\"At\":[0.0,1.0,0.0]}", ToolResult.ToJson(new { At = Vector3.up }).ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal(5, (int)ToolResult.ToJson(5));
    }

    [Fact]
    public void No_tool_of_the_project_can_take_the_name_of_one_of_ours()
    {
        Assert.Equal(Registry(runsInEditor: false), ProjectTools.Elsewhere.Order());
        var found = ProjectTools.Find();
        Assert.True(found.Offers("unity_query"));
        Assert.Contains(found.Announced, tool => tool.Name == "unity_query");
        found.GiveWayTo(Own());
        Assert.False(found.Offers("unity_query"));
        Assert.DoesNotContain(found.Announced, tool => tool.Name == "unity_query");
        Assert.Contains(found.Problems, problem => problem.Contains("already one named \"unity_query\""));
        Assert.True(found.Offers("place_npc_at"));
    }

    [Fact]
    public void Every_tool_that_the_registry_runs_in_the_editor_is_there_and_no_other() =>
        Assert.Equal(Registry(runsInEditor: true), Own().Select(tool => tool.Name).Order());

    private static IReadOnlyList<AgentTool> Own()
    {
        var desk = new Desk();
        return EditorTools.Make(desk.Core, desk.Ledger);
    }

    private static IEnumerable<string> Registry(bool runsInEditor)
    {
        var folder = AppContext.BaseDirectory;
        while (!Directory.Exists(Path.Combine(folder, "protocol", "schemas"))) folder = Path.GetDirectoryName(folder)!;
        return Directory.GetFiles(Path.Combine(folder, "protocol", "schemas"), "*.json")
            .Select(file => JObject.Parse(File.ReadAllText(file)))
            .Where(tool => ((string?)tool["runsOn"] == "editor") == runsInEditor)
            .Select(tool => (string)tool["tool"]!)
            .Order();
    }

    [FairleadTool("Looks like one of ours.", Name = "unity_query")]
    private static void LooksLikeOurs()
    {
    }

    [FairleadTool("Puts one there.")]
    private static void PlaceNPCAt([Description("where its feet are")] Vector3 position, Mood mood = Mood.Calm, int? count = null,
        int[]? ids = null)
    {
    }

    [FairleadTool("No.")]
    private static void TakesStream(Stream stream)
    {
    }

    [FairleadTool("No.")]
    private static void TakesRef(ref int number)
    {
    }

    [FairleadTool("No.")]
    private static void Generic<T>()
    {
    }

    private static MethodInfo Method(string name) =>
        typeof(ProjectToolTests).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)!;

    private static ProjectTool Of(string name) => ProjectTool.Of(Method(name), Method(name).GetCustomAttribute<FairleadToolAttribute>()!);
}
