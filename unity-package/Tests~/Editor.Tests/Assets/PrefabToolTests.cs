using Fairlead.Core;
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
        var changed = Prefab($$$"""{"action":"modify_asset","asset_path":"{{{CratePath}}}","component_type":"Rigidbody","properties":{"mass":5}}""");
        Assert.Equal((1, "Rigidbody", "Crate"), ((int)changed["instancesUpdated"]!, (string)changed["componentType"]!, (string)changed["gameObjectName"]!));
        Assert.Equal(5, GameObject.Find("Crate").GetComponent<Rigidbody>().mass);
        Undo.PerformUndo();
        Assert.Equal(5, GameObject.Find("Crate").GetComponent<Rigidbody>().mass);
        Assert.Equal(CallErrorCode.NotFound, Refused(() => Prefab($$$"""{"action":"modify_asset","asset_path":"{{{CratePath}}}","target_path":"Lid","component_type":"Rigidbody","properties":{"mass":5}}""")).Code);
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
}
