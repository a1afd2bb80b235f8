using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.History;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

[Collection(EngineCollection.Name)]
public sealed class UndoTests
{
    private readonly Desk desk = new();

    [Fact]
    public void One_undo_takes_a_whole_step_back_and_one_redo_does_it_again()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Old"}""", "run_01.1", "Fairlead: first");
        desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""", "run_01.2", "Fairlead: build");
        desk.Ok("unity_component", """{"action":"add","game_object_id":"/Cube","component_type":"Rigidbody","properties":{"mass":5}}""",
            "run_01.2", "Fairlead: build");
        desk.Ok("unity_hierarchy", """{"action":"reparent","instance_id":"/Cube","parent_id":"/Old"}""", "run_01.2", "Fairlead: build");
        var undone = desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Equal("""{"groups":["Fairlead: build"],"groupIds":["run_01.2"],"undo":"Fairlead: first","redo":"Fairlead: build"}""",
            undone.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Null(Desk.Find("/Old/Cube"));
        Assert.Equal(0, Desk.Find("/Old")!.transform.childCount);
        desk.Ok("unity_undo", """{"action":"redo"}""");
        Assert.Equal(5, Desk.Find("/Old/Cube")!.GetComponent<Rigidbody>().mass);
    }

    [Fact]
    public void A_Unity_that_does_not_show_its_history_still_takes_changes_and_says_that_it_cannot_take_them_back()
    {
        var source = UndoNames.Source;
        UndoNames.Source = null;
        try
        {
            desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "s1", "one");
            Assert.NotNull(Desk.Find("/A"));
            Assert.Contains("does not show its Undo history",
                desk.Fails("unity_undo", """{"action":"undo"}""", CallErrorCode.Unsupported).Message);
            desk.Fails("unity_undo", """{"action":"revert_group","group_id":"s1"}""", CallErrorCode.Unsupported);
            desk.Fails("unity_history", """{"action":"state","record_ids":["s1"]}""", CallErrorCode.Unsupported);
            Assert.NotNull(Desk.Find("/A"));
        }
        finally
        {
            UndoNames.Source = source;
        }
    }

    [Fact]
    public void A_call_that_fails_leaves_nothing_behind()
    {
        desk.Fails("unity_component", """{"action":"add","game_object_id":"/Nothing","component_type":"Rigidbody"}""",
            CallErrorCode.NotFound, "s1");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "s1");
        desk.Fails("unity_component", """{"action":"add","game_object_id":"/A","component_type":"Rigidbody","properties":{"weight":1}}""",
            CallErrorCode.UnknownProperty, "s1");
        Assert.Null(Desk.Find("/A")!.GetComponent<Rigidbody>());
        Assert.Equal("Fairlead: a step", UndoNames.Read().NextUndo);
    }

    [Fact]
    public void A_batch_is_atomic_and_names_the_operation_that_failed()
    {
        var result = desk.Ok("unity_batch", """
            {"operations":[
              {"tool":"unity_hierarchy","args":{"action":"create","primitive_type":"Cube"}},
              {"tool":"unity_component","args":{"action":"add","game_object_id":"$0","component_type":"Rigidbody"}}
            ]}
            """);
        Assert.Equal(2, (int)result["count"]!);
        Assert.Equal((string)result["results"]![0]!["instanceId"]!, (string)result["results"]![1]!["gameObjectId"]!);
        var error = desk.Fails("unity_batch", """
            {"operations":[
              {"tool":"unity_hierarchy","args":{"action":"rename","instance_id":"/Cube","name":"Crate"}},
              {"tool":"unity_hierarchy","args":{"action":"create","name":"Other"}},
              {"tool":"unity_hierarchy","args":{"action":"destroy","instance_id":"/Gone"}}
            ]}
            """, CallErrorCode.NotFound, "s2");
        Assert.StartsWith("Operation 2 (unity_hierarchy destroy) failed", error.Message);
        Assert.Equal(2, (int)error.Data!["index"]!);
        Assert.NotNull(Desk.Find("/Cube"));
        Assert.Null(Desk.Find("/Other"));
        desk.Fails("unity_batch", """{"operations":[{"tool":"unity_scene","args":{"action":"save"}}]}""", CallErrorCode.InvalidArguments);
        desk.Fails("unity_batch", """{"operations":[{"tool":"unity_hierarchy","args":{"action":"destroy","instance_id":"$4"}}]}""",
            CallErrorCode.InvalidArguments);
    }

    [Fact]
    public void Reverting_a_step_takes_back_what_came_after_it()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "s1", "one");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"B"}""", "s2", "two");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"C"}""", "s3", "three");
        var reverted = desk.Ok("unity_undo", """{"action":"revert_group","group_id":"s2"}""");
        Assert.Equal(["three", "two"], reverted["groups"]!.Values<string>());
        Assert.Equal(["s3", "s2"], reverted["groupIds"]!.Values<string>());
        var again = desk.Ok("unity_undo", """{"action":"redo"}""");
        Assert.Equal(["s2"], again["groupIds"]!.Values<string>());
        desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.NotNull(Desk.Find("/A"));
        Assert.Null(Desk.Find("/B"));
        var error = desk.Fails("unity_undo", """{"action":"revert_group","group_id":"s2"}""", CallErrorCode.NotFound);
        Assert.Contains("already undone", error.Hint);
        Assert.Equal("s1", (string)error.Data!["groups"]![0]!["id"]!);
        Undo.ClearAll();
        Assert.Contains("cleared", desk.Fails("unity_undo", """{"action":"revert_group","group_id":"s1"}""", CallErrorCode.NotFound).Hint);
    }

    [Fact]
    public void What_the_user_did_since_is_in_the_way_and_is_not_overwritten_silently()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "run.1", "one");
        var a = Desk.Find("/A")!;
        Undo.RecordObject(a.transform, "Move A");
        a.transform.localPosition = Vector3.one;
        Undo.IncrementCurrentGroup();
        var state = desk.Ok("unity_history", """{"action":"state","record_ids":["run.1","run.9"]}""");
        Assert.Equal("""[{"id":"run.1","name":"one","state":"done"},{"id":"run.9","state":"unknown"}]""",
            state["records"]!.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal(("Move A", 1), ((string)state["blocking"]![0]!["name"]!, (int)state["blockingCount"]!));
        Assert.Equal(["Assets/Scenes/SampleScene.unity"], state["openScenes"]!.Values<string>());
        state = desk.Ok("unity_history", """{"action":"state","record_ids":["run.1"]}""");
        var refused = desk.Fails("unity_history", """{"action":"undo","record_ids":["run.1"]}""", CallErrorCode.Conflict);
        Assert.Equal(1, (int)refused.Data!["blockingCount"]!);
        Assert.NotNull(Desk.Find("/A"));
        desk.Fails("unity_history", """{"action":"undo","record_ids":["run.1"],"force":true,"seen":"old"}""", CallErrorCode.Conflict);
        var undone = desk.Ok("unity_history", $$"""{"action":"undo","record_ids":["run.1"],"force":true,"seen":"{{state["seen"]}}"}""");
        Assert.Equal(["Move A", "one"], undone["undone"]!.Select(record => (string)record["name"]!));
        Assert.Null(Desk.Find("/A"));
        var redone = desk.Ok("unity_history",
            new JObject { ["action"] = "redo", ["record_ids"] = new JArray(undone["undone"]!.Select(record => record["id"])) }.ToString());
        Assert.Equal(2, ((JArray)redone["redone"]!).Count);
        Assert.Equal(Vector3.one, Desk.Find("/A")!.transform.localPosition);
    }

    [Fact]
    public void An_object_that_was_changed_without_undo_is_told()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "run.1", "one");
        Assert.Empty((JArray)desk.Ok("unity_history", """{"action":"state","record_ids":["run.1"]}""")["changed"]!);
        Desk.Find("/A")!.transform.localPosition = Vector3.up;
        Assert.Equal(["/A"], desk.Ok("unity_history", """{"action":"state","record_ids":["run.1"]}""")["changed"]!.Values<string>());
        desk.Fails("unity_history", """{"action":"undo","record_ids":["run.1"]}""", CallErrorCode.Conflict);
        desk.Fails("unity_history", """{"action":"redo","record_ids":["run.1"]}""", CallErrorCode.NotFound);
    }

    [Fact]
    public void Steps_are_still_known_after_a_domain_reload()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "run.1", "one");
        var names = UndoNames.Read();
        var ledger = new UndoLedger(desk.State);
        ledger.Sync(names);
        Assert.Equal("run.1", ledger.At(0)!.Id);
        Undo.ClearAll();
        ledger.Sync(UndoNames.Read());
        Assert.Null(ledger.At(0));
    }

    [Fact]
    public void Change_events_tell_what_a_step_did()
    {
        var kinds = new List<ObjectChangeKind>();
        void Listen(ref ObjectChangeEventStream stream)
        {
            for (var i = 0; i < stream.length; i++) kinds.Add(stream.GetEventType(i));
        }
        ObjectChangeEvents.Publish();
        ObjectChangeEvents.changesPublished += Listen;
        try
        {
            desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""");
            desk.Ok("unity_hierarchy", """{"action":"set_active","instance_id":"/A","active":false}""");
            ObjectChangeEvents.Publish();
        }
        finally
        {
            ObjectChangeEvents.changesPublished -= Listen;
        }
        Assert.Contains(ObjectChangeKind.CreateGameObjectHierarchy, kinds);
        Assert.Contains(ObjectChangeKind.ChangeGameObjectOrComponentProperties, kinds);
    }

    [Fact]
    public void A_read_leaves_the_users_undo_group_as_it_is()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""");
        var a = Desk.Find("/A")!;
        Undo.RecordObject(a.transform, "Move A");
        a.transform.localPosition = Vector3.one;
        var group = Undo.GetCurrentGroup();
        desk.Ok("unity_query", """{"action":"hierarchy"}""");
        desk.Ok("unity_query", """{"action":"editor_state"}""");
        desk.Ok("unity_history", """{"action":"state","record_ids":["run.1"]}""");
        Assert.Equal((group, "Move A"), (Undo.GetCurrentGroup(), Undo.GetCurrentGroupName()));
        // The rest of the drag is the same record.
        a.transform.localPosition = Vector3.up;
        Undo.PerformUndo();
        Assert.Equal(Vector3.zero, Desk.Find("/A")!.transform.localPosition);
    }

    [Fact]
    public void A_call_that_ends_in_the_middle_of_a_drag_does_not_cut_it_in_two()
    {
        GUIUtility.hotControl = 7;
        try
        {
            var group = Undo.GetCurrentGroup();
            desk.Wait("unity_menu_item", "run.1", () => Undo.RecordObject(new GameObject("Dragged").transform, "Drag"));
            Assert.Equal((group + 1, "Drag"), (Undo.GetCurrentGroup(), Undo.GetCurrentGroupName()));
        }
        finally
        {
            GUIUtility.hotControl = 0;
        }
    }

    [Fact]
    public void What_the_user_has_selected_since_is_not_in_the_way_of_going_back()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "run.1", "one");
        Select("/A");
        desk.Ok("unity_hierarchy", """{"action":"rename","instance_id":"/A","name":"B"}""", "run.2", "two");
        Select("/B");
        Select(null);
        var state = desk.Ok("unity_history", """{"action":"state","record_ids":["run.1","run.2"]}""");
        Assert.Equal((0, 0), ((int)state["blockingCount"]!, ((JArray)state["changed"]!).Count));
        var undone = desk.Ok("unity_history", """{"action":"undo","record_ids":["run.1","run.2"]}""");
        Assert.Equal(["two", "one"], undone["undone"]!.Select(record => (string)record["name"]!));
        Assert.Empty(ScenePaths.LoadedObjects());
        desk.Ok("unity_history", """{"action":"redo","record_ids":["run.1","run.2"]}""");
        Assert.NotNull(Desk.Find("/B"));
    }

    [Fact]
    public void A_step_back_is_a_change_and_never_only_a_selection()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""", "run.1", "one");
        Select("/A");
        Assert.Equal("one", (string)desk.Ok("unity_query", """{"action":"editor_state"}""")["undo"]!["undo"]!);
        var undone = desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Equal("""{"groups":["one"],"groupIds":["run.1"],"undo":null,"redo":"one"}""",
            undone.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Null(Desk.Find("/A"));
        desk.Ok("unity_undo", """{"action":"redo"}""");
        Assert.NotNull(Desk.Find("/A"));
        desk.Ok("unity_undo", """{"action":"revert_group","group_id":"run.1"}""");
        Assert.Null(Desk.Find("/A"));
    }

    /// <summary>A click of the user in the Hierarchy: Unity begins a group with the mouse button.</summary>
    private static void Select(string? path)
    {
        Undo.IncrementCurrentGroup();
        Selection.activeGameObject = path == null ? null : Desk.Find(path);
        Undo.IncrementCurrentGroup();
    }
}
