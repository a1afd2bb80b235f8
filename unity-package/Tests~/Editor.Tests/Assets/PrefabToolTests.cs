using Fairlead.Core;
using Fairlead.Editor.Prefabs;
using Fairlead.Editor.Values;
using UnityEditor;
using UnityEngine;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

[Collection("engine")]
public sealed class PrefabToolTests : IDisposable
{
    private const string CratePath = "Assets/Prefabs/Crate.prefab";
    private readonly Project project = new();

    public PrefabToolTests()
    {
        var crate = GameObject.CreatePrimitive(PrimitiveType.Cube);
        crate.name = "Crate";
        crate.AddComponent<Rigidbody>();
        Prefab($$"""{"action":"create_asset","instance_id":"/Crate","asset_path":"{{CratePath}}"}""");
    }

    public void Dispose() => project.Dispose();

    private static JObject Prefab(string args) => (JObject)new PrefabTool().Execute(new ToolArguments("unity_prefab", JObject.Parse(args)));

    [Fact]
    public void An_object_becomes_the_first_instance_of_its_prefab()
    {
        Assert.True(File.Exists(project.File(CratePath)));
        Assert.True(PrefabUtility.IsOutermostPrefabInstanceRoot(GameObject.Find("Crate")));
        var error = Refused(() => Prefab($$"""{"action":"create_asset","instance_id":"/Crate","asset_path":"{{CratePath}}"}"""));
        Assert.Equal(CallErrorCode.AlreadyExists, error.Code);
    }

    [Fact]
    public void Instances_are_placed_by_path_and_by_name()
    {
        var placed = Prefab($$"""{"action":"instantiate","asset_path":"{{CratePath}}","position":[1,2,3],"parent_id":"/Crate"}""");
        Assert.Equal(("/Crate/Crate", CratePath), ((string)placed["path"]!, (string)placed["assetPath"]!));
        Assert.Equal(new Vector3(1, 2, 3), GameObject.Find("Crate").transform.Find("Crate").localPosition);
        Prefab("""{"action":"instantiate_by_name","prefab_name":"crate"}""");
        Assert.Equal(CallErrorCode.NotFound, Refused(() => Prefab("""{"action":"instantiate_by_name","prefab_name":"Barrel"}""")).Code);
        Asset($$"""{"action":"copy","path":"{{CratePath}}","new_path":"Assets/Crate.prefab"}""");
        var error = Refused(() => Prefab("""{"action":"instantiate_by_name","prefab_name":"Crate"}"""));
        Assert.Equal((CallErrorCode.Ambiguous, 2), (error.Code, error.Data!["paths"]!.Count()));
    }

    [Fact]
    public void A_change_of_the_asset_reaches_its_instances_and_not_the_Undo_history()
    {
        Undo.ClearAll();
        var changed = Prefab(
            $$$"""{"action":"modify_asset","asset_path":"{{{CratePath}}}","component_type":"Rigidbody","properties":{"mass":5}}""");
        Assert.Equal((1, "Rigidbody", "Crate"),
            ((int)changed["instancesUpdated"]!, (string)changed["componentType"]!, (string)changed["gameObjectName"]!));
        Assert.Equal(5, GameObject.Find("Crate").GetComponent<Rigidbody>().mass);
        Undo.PerformUndo();
        Assert.Equal(5, GameObject.Find("Crate").GetComponent<Rigidbody>().mass);
        Assert.Equal(CallErrorCode.NotFound, Refused(() => Prefab($$$"""
            {"action":"modify_asset","asset_path":"{{{CratePath}}}","target_path":"Lid",
             "component_type":"Rigidbody","properties":{"mass":5}}
            """)).Code);
    }

    [Fact]
    public void Overrides_are_counted_applied_and_reverted()
    {
        Prefab($$"""{"action":"instantiate","asset_path":"{{CratePath}}","name":"Other","position":[3,0,0]}""");
        var crate = GameObject.Find("Crate");
        crate.GetComponent<Rigidbody>().mass = 7;
        crate.AddComponent<Light>();
        Assert.Equal(2, (int)Prefab("""{"action":"apply","instance_id":"/Crate"}""")["appliedOverrides"]!);
        Assert.Equal(7, GameObject.Find("Other").GetComponent<Rigidbody>().mass);
        crate.GetComponent<Rigidbody>().mass = 9;
        Assert.Equal(1, (int)Prefab("""{"action":"revert","instance_id":"/Crate"}""")["revertedOverrides"]!);
        Assert.Equal(7, crate.GetComponent<Rigidbody>().mass);
        Assert.Equal(0, (int)Prefab("""{"action":"revert","instance_id":"/Other"}""")["revertedOverrides"]!);
    }

    [Fact]
    public void An_unpacked_instance_is_plain_objects_until_that_is_undone()
    {
        var crate = GameObject.Find("Crate");
        Undo.IncrementCurrentGroup();
        Prefab("""{"action":"unpack","instance_id":"/Crate"}""");
        Assert.False(PrefabUtility.IsPartOfPrefabInstance(crate));
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Prefab("""{"action":"unpack","instance_id":"/Crate"}""")).Code);
        Undo.PerformUndo();
        Assert.True(PrefabUtility.IsPartOfPrefabInstance(crate));
    }

    [Fact]
    public void A_prefab_of_a_coloured_object_has_its_colour_in_a_file_and_a_plain_one_needs_none()
    {
        Assert.Empty(Directory.GetFiles(project.File("Assets/Prefabs"), "*.mat"));
        var ball = GameObject.CreatePrimitive(PrimitiveType.Sphere);
        ball.name = "Ball";
        ComponentValues.Apply(ball.GetComponent<Renderer>(), JObject.Parse("""{"material.color":[1,0,0]}"""));
        Prefab("""{"action":"create_asset","instance_id":"/Ball","asset_path":"Assets/Prefabs/Ball.prefab"}""");
        Assert.Equal("Assets/Prefabs/Ball.mat", AssetDatabase.GetAssetPath(ball.GetComponent<Renderer>().sharedMaterial!));
        // An override is applied with its material, too.
        ComponentValues.Apply(GameObject.Find("Crate").GetComponent<Renderer>(), JObject.Parse("""{"material.color":[0,1,0]}"""));
        Prefab("""{"action":"apply","instance_id":"/Crate"}""");
        project.Restart();
        Color ColorOf(string path) => AssetDatabase.LoadAssetAtPath<GameObject>(path)!.GetComponent<Renderer>().sharedMaterial!.color;
        Assert.Equal(Color.red, ColorOf("Assets/Prefabs/Ball.prefab"));
        Assert.Equal(Color.green, ColorOf(CratePath));
    }

    [Fact]
    public void A_material_of_its_own_is_nothing_for_a_prefabs_file()
    {
        var error = Refused(() => Prefab($$$"""
            {"action":"modify_asset","asset_path":"{{{CratePath}}}",
             "component_type":"MeshRenderer","properties":{"material.color":[1,0,0]}}
            """));
        Assert.Contains("create_material", error.Message);
        Asset("""{"action":"create_material","path":"Assets/Red.mat","color":[1,0,0]}""");
        Prefab($$$"""
            {"action":"modify_asset","asset_path":"{{{CratePath}}}",
             "component_type":"MeshRenderer","properties":{"sharedMaterial":"Assets/Red.mat"}}
            """);
        Assert.Equal("Red", GameObject.Find("Crate").GetComponent<Renderer>().sharedMaterial!.name);
    }

    [Fact]
    public void A_prefab_that_the_user_has_open_with_changes_is_left_alone()
    {
        var stage = UnityEditor.SceneManagement.PrefabStageUtility.OpenPrefab(CratePath);
        var change = $$$"""{"action":"modify_asset","asset_path":"{{{CratePath}}}","component_type":"Rigidbody","properties":{"mass":5}}""";
        Prefab(change);
        stage = UnityEditor.SceneManagement.PrefabStageUtility.OpenPrefab(CratePath);
        Undo.RecordObject(stage.prefabContentsRoot, "by hand");
        stage.prefabContentsRoot.name = "Box";
        Undo.FlushUndoRecordObjects();
        Assert.True(stage.scene.isDirty);
        Assert.Equal(CallErrorCode.DirtyScene, Refused(() => Prefab(change)).Code);
        Assert.Equal(CallErrorCode.DirtyScene, Refused(() => Scene("""{"action":"create","path":"Assets/New.unity"}""")).Code);
        Scene("""{"action":"create","path":"Assets/New.unity","if_dirty":"discard"}""");
        Assert.False(stage.scene.IsValid() && stage.scene.isDirty);
    }

    [Fact]
    public void An_open_prefab_is_neither_deleted_nor_moved_with_unsaved_changes_for_Unity_would_ask_in_a_dialog()
    {
        var stage = UnityEditor.SceneManagement.PrefabStageUtility.OpenPrefab(CratePath);
        var delete = new JObject { ["action"] = "delete", ["path"] = CratePath }.ToString();
        var move = new JObject { ["action"] = "move", ["path"] = CratePath, ["new_path"] = "Assets/Moved.prefab" }.ToString();
        Assert.Contains("is open", Refused(() => Asset(delete)).Message);
        Undo.RecordObject(stage.prefabContentsRoot, "by hand");
        stage.prefabContentsRoot.name = "Box";
        Undo.FlushUndoRecordObjects();
        Assert.True(stage.scene.isDirty);
        Assert.Equal(CallErrorCode.DirtyScene, Refused(() => Asset(move)).Code);
        Assert.Contains("is open", Refused(() => Asset(delete)).Message);
        Assert.True(File.Exists(project.File(CratePath)));
    }
}
