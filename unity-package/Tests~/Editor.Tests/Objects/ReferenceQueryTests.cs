using Fairlead.Core;
using Fairlead.Editor.Queries;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

/// <summary>An object that something still refers to is not deleted by someone who asked first.</summary>
[Collection(EngineCollection.Name)]
public sealed class ReferenceQueryTests
{
    private readonly Desk desk = new();
    private readonly GameObject target = new("Target");
    private readonly Everything holder = new GameObject("Holder").AddComponent<Everything>();

    private string[] Properties() =>
        [.. desk.Ok("unity_query", """{"action":"references_to","instance_id":"/Target"}""")["references"]!
            .Select(one => $"{one["property"]} = {one["to"]}")];

    [Fact]
    public void Every_kind_of_field_is_found_hidden_ones_and_managed_ones_among_them()
    {
        holder.anObject = target;
        holder.aTransform = target.transform;
        holder.anything = target.AddComponent<Light>();
        holder.lights = [null, target.GetComponent<Light>()];
        holder.hiddenObject = target;
        holder.managedList = [new Sword(), new Shield { bearer = target }];
        Assert.Equal(
            [
                "anObject = /Target", "aTransform = /Target#Transform", "anything = /Target#Light", "lights[1] = /Target#Light",
                "managedList[1].bearer = /Target", "hiddenObject = /Target",
            ],
            Properties());
    }

    [Fact]
    public void A_parent_a_child_and_a_component_of_its_own_do_not_refer_to_it()
    {
        new GameObject("Child").transform.SetParent(target.transform, false);
        target.AddComponent<Light>();
        Assert.Empty(Properties());
    }

    [Fact]
    public void A_search_that_ends_early_says_so_and_a_root_narrows_it()
    {
        holder.anObject = target;
        JObject Search(string more, int max) => ReferenceQueries.Run(
            new ToolArguments("unity_query references_to", JObject.Parse($$"""{"instance_id":"/Target"{{more}}}""")), max);
        var early = Search("", 2);
        Assert.Equal(0, (int)early["total"]!);
        Assert.Contains("first 2 components", (string?)early["note"]);
        var below = Search(""","root":"/Holder" """, 2);
        Assert.Equal(1, (int)below["total"]!);
        Assert.Null(below["note"]);
    }

    [Fact]
    public void A_path_is_written_as_modify_takes_it()
    {
        holder.lights = [target.AddComponent<Light>()];
        var found = Assert.Single(Properties());
        var path = found[..found.IndexOf(' ')];
        desk.Ok("unity_component", new JObject
        {
            ["action"] = "modify", ["game_object_id"] = "/Holder", ["component_type"] = "Everything",
            ["properties"] = new JObject { [path] = null },
        }.ToString());
        Assert.Null(holder.lights[0]);
    }

    [Fact]
    public void What_nobody_changed_is_left_out_and_the_look_leaves_no_trace()
    {
        holder.anInt = 7;
        var count = Resources.FindObjectsOfTypeAll<GameObject>().Length;
        var shown = desk.Ok("unity_query",
            """{"action":"inspect_object","instance_id":"/Holder","component_type":"Everything","changed_only":true}""");
        var component = shown["components"]!.Single();
        Assert.Equal("""{"anInt":7}""", component["properties"]!.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Null(component["enabled"]);
        Assert.Equal(count, Resources.FindObjectsOfTypeAll<GameObject>().Length);
    }

    [Fact]
    public void A_script_that_requires_what_cannot_be_chosen_is_shown_whole_and_says_nothing_in_the_console()
    {
        target.AddComponent<BoxCollider>();
        target.AddComponent<NeedsAnyCollider>();
        var logged = new List<string>();
        void Listen(string message, string stack, LogType type) => logged.Add(message);
        Application.logMessageReceived += Listen;
        try
        {
            var shown = desk.Ok("unity_query",
                """{"action":"inspect_object","instance_id":"/Target","component_type":"NeedsAnyCollider","changed_only":true}""");
            Assert.Equal("""{"anInt":0}""", shown["components"]!.Single()["properties"]!.ToString(Newtonsoft.Json.Formatting.None));
        }
        finally
        {
            Application.logMessageReceived -= Listen;
        }
        Assert.Empty(logged);
    }
}

[RequireComponent(typeof(Collider))]
public sealed class NeedsAnyCollider : MonoBehaviour
{
    public int anInt;
}
