using Fairlead.Core;
using Fairlead.Editor.Settings;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Tests.Assets;

/// <summary>Project settings change how the whole project runs: what is shown can be set, is saved, and comes back with Undo.</summary>
[Collection("engine")]
public sealed class WriteSettingsTests : IDisposable
{
    private readonly Project project = new();

    public void Dispose() => project.Dispose();

    private static JObject Settings(string args) => SettingsTool.Execute(new ToolArguments("unity_settings", JObject.Parse(args)));

    private static JObject Inspect(string category, string more = "") =>
        Settings($$"""{"action":"inspect","settings_category":"{{category}}"{{more}}}""");

    private static JObject Modify(string category, string properties) =>
        Settings($$"""{"action":"modify","settings_category":"{{category}}","properties":{{properties}}}""");

    private static JObject Add(string what, string name, string more = "") =>
        Settings($$"""{"action":"add_{{what}}","name":"{{name}}"{{more}}}""");

    private string Text(string file) => File.ReadAllText(project.File($"ProjectSettings/{file}"));

    [Fact]
    public void What_is_set_holds_is_saved_and_is_shown_again()
    {
        var changed = Modify("physics", """{"gravity":[0,-1.5,0],"bounceThreshold":3}""");
        Assert.Equal(2, (int)changed["successCount"]!);
        Assert.Equal("ProjectSettings/DynamicsManager.asset", (string?)changed["file"]);
        Assert.Equal(new Vector3(0, -1.5f, 0), Physics.gravity);
        Assert.Contains("m_BounceThreshold: 3", Text("DynamicsManager.asset"));
        project.Restart();
        Assert.Equal("[0,-1.5,0]", Inspect("physics")["properties"]!["gravity"]!.ToString(Newtonsoft.Json.Formatting.None));
    }

    [Fact]
    public void Undo_brings_the_value_back_and_a_restored_file_is_read_again()
    {
        Modify("time", """{"timeScale":2}""");
        Undo.PerformUndo();
        Assert.Equal(1f, Time.timeScale);
        Modify("time", """{"timeScale":3}""");
        File.WriteAllText(project.File("ProjectSettings/TimeManager.asset"),
            Text("TimeManager.asset").Replace("m_TimeScale: 3", "m_TimeScale: 1"));
        AssetDatabase.Refresh();
        Assert.Equal(1f, Time.timeScale);
    }

    [Theory]
    [InlineData("fixedTimestep")]
    [InlineData("Fixed Timestep")]
    [InlineData("fixedDeltaTime")]
    public void The_fixed_timestep_is_seconds_not_ticks(string name)
    {
        Assert.Equal(0.02, (double)Inspect("time")["properties"]!["fixedTimestep"]!);
        var result = Modify("time", $$"""{"{{name}}":0.01}""")["results"]![0]!;
        Assert.Equal("0.02 0.01", FormattableString.Invariant($"{(double)result["previousValue"]!} {(double)result["newValue"]!}"));
        Assert.Equal(0.01f, Time.fixedDeltaTime, 5);
        Assert.Contains("at least", Project.Refused(() => Modify("time", $$"""{"{{name}}":0}""")).Message);
        Assert.Equal(0.01f, Time.fixedDeltaTime, 5);
    }

    [Fact]
    public void A_wrong_name_names_the_near_ones_and_a_search_finds_them()
    {
        var error = Project.Refused(() => Modify("physics", """{"gravitiy":[0,0,0]}"""));
        Assert.Equal(CallErrorCode.UnknownProperty, error.Code);
        Assert.Contains("gravity", error.Data!["results"]![0]!["available"]!.Values<string>());
        var found = Inspect("physics", ""","search_query":"threshold" """);
        Assert.Equal("bounceThreshold", ((JObject)found["properties"]!).Properties().Single().Name);
        Assert.NotNull(Inspect("physics", ""","limit":1""")["nextCursor"]!.Value<string>());
    }

    [Fact]
    public void Settings_that_Unity_does_not_have_are_said()
    {
        var error = Project.Refused(() => Inspect("physics_2d"));
        Assert.Equal(CallErrorCode.Unsupported, error.Code);
        Assert.Contains("Physics2DSettings.asset", error.Message);
    }

    [Fact]
    public void A_tag_is_added_once()
    {
        var added = Add("tag", "Enemy");
        Assert.Contains("Enemy", added["tags"]!.Values<string>());
        new GameObject("Orc").tag = "Enemy";
        Assert.Contains("- Enemy", Text("TagManager.asset"));
        Assert.Equal(CallErrorCode.AlreadyExists, Project.Refused(() => Add("tag", "Enemy")).Code);
        Assert.Equal(CallErrorCode.AlreadyExists, Project.Refused(() => Add("tag", "Untagged")).Code);
    }

    [Fact]
    public void A_layer_takes_the_first_place_of_the_users_and_none_that_is_taken()
    {
        Assert.Equal(8, (int)Add("layer", "Ground")["index"]!);
        Assert.Equal(8, LayerMask.NameToLayer("Ground"));
        Assert.Equal(20, (int)Add("layer", "Sky", ""","index":20""")["index"]!);
        Assert.Equal(9, (int)Add("layer", "Water2")["index"]!);
        Assert.Equal(CallErrorCode.AlreadyExists, Project.Refused(() => Add("layer", "Wall", ""","index":8""")).Code);
        Assert.Equal(CallErrorCode.AlreadyExists, Project.Refused(() => Add("layer", "Ground")).Code);
        Assert.Equal(CallErrorCode.Unsupported, Project.Refused(() => Add("layer", "Mine", ""","index":5""")).Code);
        for (var i = 0; i < 24; i++) Add("layer", $"L{i}");
        Assert.Contains("All layers are in use", Project.Refused(() => Add("layer", "Last")).Message);
    }

    [Fact]
    public void Each_sorting_layer_has_a_number_of_its_own()
    {
        Add("sorting_layer", "Back");
        var names = Add("sorting_layer", "Front")["sortingLayers"]!.Values<string>();
        Assert.Equal(["Default", "Back", "Front"], names);
        var layers = (JArray)Inspect("tags_and_layers", ""","search_query":"sortingLayers" """)["properties"]!["sortingLayers"]!;
        Assert.Equal(3, layers.Select(layer => (long)layer["uniqueID"]!).Distinct().Count());
    }

    [Fact]
    public void Tags_and_layers_are_not_replaced_as_a_whole_but_one_can_be_renamed()
    {
        Add("layer", "Ground");
        Assert.Contains("as a whole", Project.Refused(() => Modify("tags_and_layers", """{"layers":["A"]}""")).Message);
        Modify("tags_and_layers", """{"layers[8]":"Floor"}""");
        Assert.Equal(8, LayerMask.NameToLayer("Floor"));
    }
}
