using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Prefabs;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

[Collection("engine")]
public sealed class PrefabContentsTests : IDisposable
{
    private const string CratePath = "Assets/Prefabs/Crate.prefab";
    private readonly Project project = new();

    public PrefabContentsTests()
    {
        new GameObject("Crate", typeof(Rigidbody));
        Prefab($$"""{"action":"create_asset","instance_id":"/Crate","asset_path":"{{CratePath}}"}""");
    }

    public void Dispose()
    {
        StageUtility.GoToMainStage();
        project.Dispose();
    }

    private static JObject Prefab(string args) => (JObject)new PrefabTool().Execute(new ToolArguments("unity_prefab", JObject.Parse(args)));

    private static JObject Edit(string edits) => Prefab($$"""{"action":"edit_asset","asset_path":"{{CratePath}}","edits":{{edits}}}""");

    private static GameObject Root => AssetDatabase.LoadAssetAtPath<GameObject>(CratePath)!;

    [Fact]
    public void A_failed_edit_leaves_the_file_the_scene_and_the_Undo_history_as_they_were()
    {
        Undo.ClearAll();
        var before = File.ReadAllText(project.File(CratePath));
        var error = Refused(() => Edit("""[{"op":"add_child","name":"Lid"},{"op":"remove_child","target_path":"Nothing"}]"""));
        Assert.Equal((CallErrorCode.NotFound, 2), (error.Code, (int)error.Data!["edit"]!));
        Assert.StartsWith("Edit 2 (", error.Message);
        Assert.Equal(before, File.ReadAllText(project.File(CratePath)));
        Edit("""[{"op":"add_child","name":"Lid","primitive_type":"Cube"},{"op":"remove_component","component_type":"Rigidbody"}]""");
        Assert.Null(Undo.GetCurrentGroupName() is { Length: > 0 } name ? name : null);
        Assert.Equal(["/Crate", "/Crate/Lid"], ScenePaths.LoadedObjects().Select(ScenePaths.Of));
    }

    [Fact]
    public void A_prefab_that_is_open_in_Prefab_Mode_shows_the_edit_and_unsaved_changes_there_are_not_lost()
    {
        var stage = PrefabStageUtility.OpenPrefab(CratePath);
        Edit("""[{"op":"add_child","name":"Lid"}]""");
        Assert.NotNull(stage.prefabContentsRoot.transform.Find("Lid"));
        Undo.RecordObject(stage.prefabContentsRoot.transform, "Move");
        stage.prefabContentsRoot.transform.localScale = Vector3.one * 2;
        Undo.IncrementCurrentGroup();
        Assert.Equal(CallErrorCode.DirtyScene, Refused(() => Edit("""[{"op":"add_child","name":"Knob"}]""")).Code);
        Assert.Null(Root.transform.Find("Knob"));
    }

    [Fact]
    public void Objects_of_Prefab_Mode_are_found_and_changed_there_and_stay_there()
    {
        Edit("""[{"op":"add_child","name":"Lid"}]""");
        var stage = PrefabStageUtility.OpenPrefab(CratePath);
        var lid = ScenePaths.Find("/Crate/Lid").Single(obj => obj.scene == stage.scene);
        Hierarchy($$"""{"action":"rename","instance_id":"{{ObjectIds.Of(lid)}}","name":"Cover"}""");
        Assert.NotNull(stage.prefabContentsRoot.transform.Find("Cover"));
        var error = Refused(() => Hierarchy($$"""{"action":"reparent","instance_id":"{{ObjectIds.Of(lid)}}","parent_id":null}"""));
        Assert.Equal(CallErrorCode.Unsupported, error.Code);
        var root = ObjectIds.Of(stage.prefabContentsRoot);
        Assert.Equal(CallErrorCode.Unsupported, Refused(() => Hierarchy($$"""{"action":"destroy","instance_id":"{{root}}"}""")).Code);
    }

    [Fact]
    public void A_nested_prefab_is_one_in_the_file_and_a_prefab_cannot_be_nested_in_itself()
    {
        new GameObject("Bolt", typeof(BoxCollider));
        Prefab("""{"action":"create_asset","instance_id":"/Bolt","asset_path":"Assets/Bolt.prefab"}""");
        Edit("""[{"op":"add_child","prefab_path":"Assets/Bolt.prefab"}]""");
        var seen = Prefab($$"""{"action":"inspect_asset","asset_path":"{{CratePath}}"}""");
        Assert.Equal(("Bolt", "Assets/Bolt.prefab"),
            ((string)seen["objects"]![1]!["path"]!, (string)seen["objects"]![1]!["prefabAssetPath"]!));
        Assert.NotNull(GameObject.Find("Crate").transform.Find("Bolt").GetComponent<BoxCollider>());
        var error = Refused(() => Edit($$"""[{"op":"add_child","prefab_path":"{{CratePath}}"}]"""));
        Assert.Equal(CallErrorCode.InvalidArguments, error.Code);
    }

    private static JObject Hierarchy(string args) =>
        (JObject)new HierarchyTool().Execute(new ToolArguments("unity_hierarchy", JObject.Parse(args)));
}
