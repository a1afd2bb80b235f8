using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Queries;
using Fairlead.Editor.Values;
using UnityEditor;
using UnityEngine;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

/// <summary>
/// An agent names an asset as it found it: by path, GUID, id or GlobalObjectId. Each must lead to the same object, and never to a changed
/// asset.
/// </summary>
[Collection("engine")]
public sealed class ReferenceTests : IDisposable
{
    private const string CratePath = "Assets/Crate.prefab";
    private readonly Project project = new();
    private readonly Material red;
    private readonly GameObject crate;

    public ReferenceTests()
    {
        Asset("""{"action":"create_material","path":"Assets/Red.mat","color":[1,0,0]}""");
        red = AssetDatabase.LoadAssetAtPath<Material>("Assets/Red.mat")!;
        var made = GameObject.CreatePrimitive(PrimitiveType.Cube);
        made.name = "Crate";
        made.AddComponent<Rigidbody>();
        crate = PrefabUtility.SaveAsPrefabAsset(made, CratePath)!;
    }

    public void Dispose() => project.Dispose();

    private static string GlobalId(UnityEngine.Object obj) => GlobalObjectId.GetGlobalObjectIdSlow(obj).ToString();

    private static UnityEngine.Object? Read(string reference, Type wanted) => ReferenceValues.Read(reference, wanted, null);

    [Fact]
    public void An_asset_is_the_same_by_path_GUID_id_and_GlobalObjectId()
    {
        foreach (var name in new[] { "Assets/Red.mat", AssetDatabase.AssetPathToGUID("Assets/Red.mat"), ObjectIds.Of(red), GlobalId(red) })
        {
            Assert.Same(red, Read(name, typeof(Material)));
            Assert.Same(red, Read(name, typeof(UnityEngine.Object)));
            Assert.Contains("Red.mat is a Material", Assert.Throws<ValueMismatch>(() => Read(name, typeof(Texture))).Message);
        }
        foreach (var name in new[] { CratePath, AssetDatabase.AssetPathToGUID(CratePath), ObjectIds.Of(crate), GlobalId(crate) })
        {
            Assert.Same(crate, Read(name, typeof(GameObject)));
            Assert.Same(crate.GetComponent<Rigidbody>(), Read(name, typeof(Rigidbody)));
        }
    }

    [Fact]
    public void A_GlobalObjectId_finds_its_asset_after_a_restart_of_the_editor()
    {
        var (id, part) = (GlobalId(red), GlobalId(crate.GetComponent<Rigidbody>()));
        project.Restart();
        Assert.Equal("Red", Read(id, typeof(Material))!.name);
        Assert.Equal("Crate", Read(part, typeof(Rigidbody))!.name);
        AssetDatabase.DeleteAsset("Assets/Red.mat");
        Assert.Contains("existing Material", Assert.Throws<ValueMismatch>(() => Read(id, typeof(Material))).Message);
    }

    [Fact]
    public void What_a_reference_is_shown_as_leads_back_to_it()
    {
        foreach (UnityEngine.Object shown in new UnityEngine.Object[] { red, crate, crate.GetComponent<Rigidbody>(), crate.transform,
            GameObject.Find("Crate"), GameObject.Find("Crate").transform })
            Assert.Same(shown, Read(((string?)ReferenceValues.Show(shown, null))!, shown.GetType()));
    }

    [Fact]
    public void A_tool_of_the_project_takes_assets_as_well_as_objects()
    {
        foreach (var name in new[] { "Assets/Red.mat", AssetDatabase.AssetPathToGUID("Assets/Red.mat"), GlobalId(red), ObjectIds.Of(red) })
            Assert.Same(red, ToolObjects.Find(name, typeof(Material)));
        Assert.Same(crate, ToolObjects.Find(CratePath, typeof(GameObject)));
        Assert.Same(GameObject.Find("Crate"), ToolObjects.Find("/Crate", typeof(GameObject)));
        Assert.Same(GameObject.Find("Crate").GetComponent<Rigidbody>(), ToolObjects.Find("/Crate", typeof(Rigidbody)));
        Assert.Contains("Red.mat is a Material",
            Assert.Throws<FormatException>(() => ToolObjects.Find("Assets/Red.mat", typeof(Texture))).Message);
        Assert.Contains("existing Material",
            Assert.Throws<FormatException>(() => ToolObjects.Find("Assets/Blue.mat", typeof(Material))).Message);
        var gone = Assert.Throws<ToolFault>(() => ToolObjects.Find("/Crte", typeof(GameObject))).Error;
        Assert.Equal((CallErrorCode.NotFound, "/Crate"), (gone.Code, (string)gone.Data!["nearest"]![0]!));
        Assert.Equal("Assets/Red.mat", (string)ToolObjects.ToJson(red)["assetPath"]!);
        Assert.Equal("/Crate", (string)ToolObjects.ToJson(GameObject.Find("Crate"))["path"]!);
        Assert.Null(ToolObjects.ToJson(crate)["path"]);
    }

    [Fact]
    public void A_prefab_asset_can_be_looked_at_and_never_be_changed_as_if_it_were_in_the_scene()
    {
        var query = new QueryTool(null!);
        foreach (var name in new[] { CratePath, AssetDatabase.AssetPathToGUID(CratePath), ObjectIds.Of(crate), GlobalId(crate) })
        {
            var args = new JObject { ["action"] = "inspect_object", ["instance_id"] = name };
            var seen = (JObject)query.Execute(new ToolArguments("unity_query", args));
            Assert.Equal(("Crate", ""), ((string)seen["gameObject"]!["name"]!, (string)seen["gameObject"]!["scene"]!));
            foreach (var (tool, change) in new (IBatchable, JObject)[]
            {
                (new HierarchyTool(), new JObject { ["action"] = "destroy", ["instance_id"] = name }),
                (new HierarchyTool(), new JObject { ["action"] = "rename", ["instance_id"] = name, ["name"] = "X" }),
                (new ComponentTool(), new JObject { ["action"] = "remove", ["game_object_id"] = name, ["component_type"] = "Rigidbody" }),
            })
            {
                var error = Assert.Throws<ToolFault>(() => tool.Execute(new ToolArguments(tool.Name, change))).Error;
                Assert.Equal(CallErrorCode.InvalidArguments, error.Code);
                Assert.Contains("unity_prefab", error.Hint);
            }
        }
        Assert.NotNull(AssetDatabase.LoadAssetAtPath<GameObject>(CratePath)!.GetComponent<Rigidbody>());
    }

    [Fact]
    public void A_texture_of_a_material_is_named_by_GUID_too()
    {
        File.WriteAllBytes(project.File("Assets/Wood.png"), new Texture2D(2, 2).EncodeToPNG());
        AssetDatabase.Refresh();
        var guid = AssetDatabase.AssetPathToGUID("Assets/Wood.png");
        Asset($$$"""{"action":"modify_material","path":"Assets/Red.mat","properties":{"mainTexture":"{{{guid}}}"}}""");
        Assert.Equal("Wood", red.mainTexture!.name);
        var error = Refused(() =>
            Asset("""{"action":"modify_material","path":"Assets/Red.mat","properties":{"mainTexture":"Assets/Crate.prefab"}}"""));
        Assert.Equal("mainTexture: Expected a Texture; Assets/Crate.prefab is a Prefab; got \"Assets/Crate.prefab\".", error.Message);
    }
}
