using Fairlead.Core;
using Fairlead.Editor.Addressing;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Tests.Objects;

/// <summary>An agent cannot work with objects that a query omits, and breaks those that it misreports.</summary>
[Collection(EngineCollection.Name)]
public sealed class QueryTests
{
    private const string T = "unity_query";
    private readonly Desk desk = new();

    public QueryTests()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Row"}""");
        for (var i = 0; i < 3; i++)
        {
            desk.Ok("unity_hierarchy", $$"""{"action":"create","name":"Item{{i}}","parent_id":"/Row"}""");
            desk.Ok("unity_hierarchy", $$"""{"action":"create","primitive_type":"Cube","name":"Leaf","parent_id":"/Row/Item{{i}}"}""");
        }
    }

    private string[] Paths(string args) => [.. desk.Ok(T, args)["objects"]!.Select(obj => (string)obj["path"]!)];

    [Fact]
    public void The_hierarchy_is_shown_in_order_to_a_depth_and_in_pages_that_join()
    {
        var all = desk.Ok(T, """{"action":"hierarchy"}""");
        Assert.Equal("1 scene, 7 objects", (string?)all["summary"]);
        string[] order = ["/Row", "/Row/Item0", "/Row/Item0/Leaf", "/Row/Item1", "/Row/Item1/Leaf", "/Row/Item2", "/Row/Item2/Leaf"];
        Assert.Equal(order, all["objects"]!.Select(obj => (string)obj["path"]!));
        Assert.Equal([0, 1, 2, 1, 2, 1, 2], all["objects"]!.Select(obj => (int)obj["depth"]!));
        Assert.Equal(["/Row", "/Row/Item0", "/Row/Item1", "/Row/Item2"], Paths("""{"action":"hierarchy","max_depth":1}"""));
        Assert.Equal(["/Row/Item1", "/Row/Item1/Leaf"], Paths("""{"action":"hierarchy","root":"/Row/Item1"}"""));
        var pages = new List<string>();
        string? cursor = null;
        do
        {
            var args = new JObject { ["action"] = "hierarchy", ["limit"] = 3 };
            if (cursor != null) args["cursor"] = cursor;
            var page = desk.Ok(T, args.ToString());
            Assert.Equal(7, (int)page["total"]!);
            pages.AddRange(page["objects"]!.Select(obj => (string)obj["path"]!));
            cursor = (string?)page["nextCursor"];
        }
        while (cursor != null);
        Assert.Equal(order, pages);
        desk.Fails(T, """{"action":"hierarchy","cursor":"yesterday"}""", CallErrorCode.InvalidArguments);
        desk.Fails(T, """{"action":"hierarchy","limit":0}""", CallErrorCode.InvalidArguments);
        desk.Fails(T, """{"action":"hierarchy","root":"/Rwo"}""", CallErrorCode.NotFound);
    }

    [Fact]
    public void An_object_is_shown_with_all_its_components_or_those_of_one_type()
    {
        desk.Ok("unity_hierarchy", """{"action":"set_active","instance_id":"/Row","active":false}""");
        var all = desk.Ok(T, """{"action":"inspect_object","instance_id":"/Row/Item0/Leaf"}""");
        var shown = all["gameObject"]!;
        Assert.Equal((true, false, "SampleScene"),
            ((bool)shown["activeSelf"]!, (bool)shown["activeInHierarchy"]!, (string)shown["scene"]!));
        Assert.Equal(ObjectIds.Of(Desk.Find("/Row/Item0")!), (string?)shown["parentId"]);
        Assert.Equal(["Transform", "MeshFilter", "BoxCollider", "MeshRenderer"],
            all["components"]!.Select(component => (string)component["type"]!));
        Assert.Equal("Cube", (string?)all["components"]![1]!["properties"]!["sharedMesh"]);
        Assert.True((bool)all["components"]![2]!["enabled"]!);
        // A base type finds it too.
        Assert.Equal("BoxCollider", (string?)desk.Ok(T,
            """{"action":"inspect_object","instance_id":"/Row/Item0/Leaf","component_type":"Collider"}""")["components"]!.Single()["type"]);
        desk.Fails(T, """{"action":"inspect_object","instance_id":"/Row","component_type":"Camera"}""", CallErrorCode.NotFound);
        desk.Fails(T, """{"action":"inspect_object","instance_id":"/Row","component_type":"Camra"}""", CallErrorCode.UnknownType);
        desk.Fails(T, """{"action":"inspect_object"}""", CallErrorCode.InvalidArguments);
    }

    [Fact]
    public void Objects_are_found_by_each_of_their_marks_and_by_all_together()
    {
        desk.Ok("unity_hierarchy", """{"action":"set_tag_layer","instance_id":"/Row/Item1","tag":"Player","layer":"Water"}""");
        desk.Ok("unity_hierarchy", """{"action":"set_active","instance_id":"/Row/Item2","active":false}""");
        Assert.Equal(["/Row/Item0", "/Row/Item1", "/Row/Item2"], Paths("""{"action":"find","name":"item"}"""));
        Assert.Equal(["/Row/Item1"], Paths("""{"action":"find","tag":"Player"}"""));
        Assert.Equal(["/Row/Item1"], Paths("""{"action":"find","layer":"Water","tag":"Player"}"""));
        Assert.Equal(3, (int)desk.Ok(T, """{"action":"find","component_type":"MeshRenderer"}""")["total"]!);
        Assert.Equal(["/Row/Item0/Leaf", "/Row/Item1/Leaf"],
            Paths("""{"action":"find","component_type":"Collider","include_inactive":false}"""));
        Assert.Equal(["/Row/Item2/Leaf"], Paths("""{"action":"find","path":"/Row/Item2/Leaf"}"""));
        Assert.Empty(Paths("""{"action":"find","name":"item","component_type":"Camera"}"""));
        var page = desk.Ok(T, """{"action":"find","name":"leaf","limit":2}""");
        Assert.Equal((3, "o2"), ((int)page["total"]!, (string)page["nextCursor"]!));
        desk.Fails(T, """{"action":"find"}""", CallErrorCode.InvalidArguments);
        desk.Fails(T, """{"action":"find","tag":"Plyer"}""", CallErrorCode.NotFound);
        desk.Fails(T, """{"action":"find","layer":"Lava"}""", CallErrorCode.NotFound);
        desk.Fails(T, """{"action":"find","component_type":"Camra"}""", CallErrorCode.UnknownType);
    }

    [Fact]
    public void Types_are_searched_by_a_part_of_the_name_exact_ones_first()
    {
        var joints = desk.Ok(T, """{"action":"types","search_query":"joint"}""")["types"]!.Select(type => (string)type["name"]!).ToList();
        Assert.Contains("HingeJoint", joints);
        Assert.DoesNotContain("Joint", joints);
        Assert.Equal("Light", (string?)desk.Ok(T, """{"action":"types","search_query":"light"}""")["types"]![0]!["name"]);
        var own = desk.Ok(T, """{"action":"types","search_query":"Everything"}""")["types"]!.Single();
        Assert.True((bool)own["isUserScript"]!);
        Assert.Contains(own["fields"]!, field => (string?)field["name"] == "structs" && (string?)field["type"] == "List<Inner>");
        var few = desk.Ok(T, """{"action":"types","limit":2}""");
        Assert.Equal(2, few["types"]!.Count());
        Assert.True((int)few["total"]! > 20);
        desk.Fails(T, """{"action":"types","limit":1000}""", CallErrorCode.InvalidArguments);
    }

    [Fact]
    public void The_selection_is_that_of_the_user_without_assets()
    {
        Assert.Empty(desk.Ok(T, """{"action":"selection"}""")["objects"]!);
        Selection.objects = [Desk.Find("/Row/Item1")!, new Material(Shader.Find("Standard")!)];
        Assert.Equal(["/Row/Item1"], Paths("""{"action":"selection"}"""));
        desk.Fails(T, """{"action":"selection","all":true}""", CallErrorCode.InvalidArguments);
    }

    [Fact]
    public void The_state_of_the_editor_is_told()
    {
        SceneTable.Add("Level2", "Assets/Scenes/Level2.unity");
        var state = desk.Ok(T, """{"action":"editor_state"}""");
        Assert.Equal(("ready", false, false), ((string)state["phase"]!, (bool)state["isPlaying"]!, (bool)state["isPaused"]!));
        Assert.Equal("Assets/Scenes/SampleScene.unity", (string?)state["activeScene"]);
        Assert.Equal(["SampleScene", "Level2"], state["openScenes"]!.Select(scene => (string)scene["name"]!));
        Assert.Equal("Create Leaf", (string?)state["undo"]!["undo"]);
        Assert.Null((string?)state["undo"]!["redo"]);
    }

    [Fact]
    public void A_query_that_does_not_exist_names_those_that_do()
    {
        var error = desk.Fails(T, """{"action":"everything"}""", CallErrorCode.InvalidArguments);
        foreach (var action in new[] { "hierarchy", "inspect_object", "find", "search_assets", "get_settings", "types", "selection",
            "editor_state" })
            Assert.Contains(action, error.Message);
    }
}
