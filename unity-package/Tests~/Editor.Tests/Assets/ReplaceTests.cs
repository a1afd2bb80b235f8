using Fairlead.Core;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

/// <summary>Data with places of many types.</summary>
public sealed class Shelf : ScriptableObject
{
    public Material? material;
    public List<Material?> materials = [];
    public UnityEngine.Object? anything;
    public Rigidbody? body;
    public Shelf? other;
}

/// <summary>An asset that takes another's place does so everywhere, and nowhere it does not fit.</summary>
[Collection("engine")]
public sealed class ReplaceTests : IDisposable
{
    private const string Wood = "Assets/Wood.mat";
    private const string Gold = "Assets/Gold.mat";
    private readonly Project project = new();
    private readonly Material wood;
    private readonly Material gold;

    public ReplaceTests()
    {
        Asset("""{"action":"create_folder","path":"Assets/Rooms"}""");
        foreach (var path in new[] { Wood, Gold }) Asset($$"""{"action":"create_material","path":"{{path}}"}""");
        wood = AssetDatabase.LoadAssetAtPath<Material>(Wood)!;
        gold = AssetDatabase.LoadAssetAtPath<Material>(Gold)!;
    }

    public void Dispose() => project.Dispose();

    private static JObject Replace(string path, string with, params string[] files) =>
        Asset(new JObject
        {
            ["action"] = "replace_references", ["path"] = path, ["with"] = with, ["files"] = new JArray(files),
        }.ToString());

    private static JObject List(string path, string with) =>
        Asset(new JObject { ["action"] = "replace_references", ["path"] = path, ["with"] = with }.ToString());

    private static string Left(JObject result) => (string)Assert.Single((JArray)result["left"]!)["reason"]!;

    private static Shelf NewShelf(string path)
    {
        var shelf = ScriptableObject.CreateInstance<Shelf>();
        AssetDatabase.CreateAsset(shelf, path);
        return shelf;
    }

    private static void Save(UnityEngine.Object asset)
    {
        EditorUtility.SetDirty(asset);
        AssetDatabase.SaveAssetIfDirty(asset);
    }

    private static GameObject Cube(string name, Material material)
    {
        var cube = GameObject.CreatePrimitive(PrimitiveType.Cube);
        cube.name = name;
        cube.GetComponent<MeshRenderer>().sharedMaterial = material;
        return cube;
    }

    private static Material MaterialIn(string prefab) =>
        AssetDatabase.LoadAssetAtPath<GameObject>(prefab)!.GetComponentInChildren<MeshRenderer>(true).sharedMaterial!;

    [Fact]
    public void Fields_and_lists_of_an_asset_refer_to_the_other_one_and_its_file_keeps_it()
    {
        var shelf = NewShelf("Assets/Shelf.asset");
        (shelf.material, shelf.materials, shelf.anything) = (wood, [gold, wood], wood);
        Save(shelf);
        var listed = List(Wood, Gold);
        Assert.Equal((3, 3), ((int)listed["found"]!, (int)listed["files"]![0]!["places"]!));
        Assert.Null(listed["changed"]);
        Assert.Same(wood, shelf.material);
        Assert.Equal(3, (int)Replace(Wood, Gold, "Assets/Shelf.asset")["changed"]!);
        project.Restart();
        shelf = AssetDatabase.LoadAssetAtPath<Shelf>("Assets/Shelf.asset")!;
        Assert.Equal(["Gold", "Gold", "Gold", "Gold"], new[] { shelf.material, shelf.materials[0], shelf.materials[1], shelf.anything }
            .Select(one => one!.name));
    }

    [Fact]
    public void A_place_for_anything_keeps_its_type_of_asset()
    {
        var shelf = NewShelf("Assets/Shelf.asset");
        shelf.anything = wood;
        Save(shelf);
        var other = NewShelf("Assets/Other.asset");
        Assert.Contains("Shelf.anything takes a Material", Left(Replace(Wood, "Assets/Other.asset", "Assets")));
        Assert.Same(wood, shelf.anything);
        Assert.NotNull(other);
    }

    [Fact]
    public void A_nested_prefab_keeps_inheriting_and_its_override_is_replaced()
    {
        var chest = Cube("Chest", wood);
        Cube("Lid", wood).transform.SetParent(chest.transform);
        PrefabUtility.SaveAsPrefabAsset(chest, "Assets/Rooms/Z.prefab");
        var outer = new GameObject("Room");
        var prefab = AssetDatabase.LoadAssetAtPath<GameObject>("Assets/Rooms/Z.prefab")!;
        var nested = (GameObject)PrefabUtility.InstantiatePrefab(prefab, outer.transform)!;
        var lid = nested.transform.Find("Lid").GetComponent<MeshRenderer>();
        lid.sharedMaterials = [gold, wood];
        PrefabUtility.RecordPrefabInstancePropertyModifications(lid);
        // Before the prefab that it contains: what it inherits is still the old one.
        PrefabUtility.SaveAsPrefabAsset(outer, "Assets/Rooms/A.prefab");
        var done = Replace(Wood, Gold, "Assets/Rooms");
        Assert.Equal([("Assets/Rooms/A.prefab", 1), ("Assets/Rooms/Z.prefab", 2)],
            done["files"]!.Take(2).Select(file => ((string)file["path"]!, (int)file["places"]!)));
        project.Restart();
        prefab = AssetDatabase.LoadAssetAtPath<GameObject>("Assets/Rooms/A.prefab")!;
        Assert.All(prefab.GetComponentsInChildren<MeshRenderer>(true).SelectMany(one => one.sharedMaterials),
            one => Assert.Equal("Gold", one!.name));
    }

    [Fact]
    public void A_part_is_chosen_by_its_name_and_where_several_fit_the_place_is_left()
    {
        foreach (var path in new[] { "Assets/A.asset", "Assets/B.asset" })
        {
            NewShelf(path);
            foreach (var name in new[] { path == "Assets/A.asset" ? "Top" : "Head", "Bottom" })
                AssetDatabase.AddObjectToAsset(new Material(wood) { name = name }, path);
            AssetDatabase.SaveAssetIfDirty(AssetDatabase.GUIDFromAssetPath(path));
        }
        Material Part(string name) =>
            AssetDatabase.LoadAllAssetsAtPath("Assets/A.asset").OfType<Material>().Single(one => one.name == name);
        var shelf = NewShelf("Assets/Shelf.asset");
        shelf.materials = [Part("Top"), Part("Bottom")];
        Save(shelf);
        Assert.Contains("has 2: name it", Left(Replace("Assets/A.asset", "Assets/B.asset", "Assets/Shelf.asset")));
        Assert.Equal(["Assets/A.asset", "Assets/B.asset"], shelf.materials.Select(one => AssetDatabase.GetAssetPath(one!)));
        Assert.Equal(1, (int)Replace("Assets/A.asset#Top", "Assets/B.asset#Head", "Assets/Shelf.asset")["changed"]!);
        Assert.Equal(["Head", "Bottom"], shelf.materials.Select(one => one!.name));
        Assert.Equal(CallErrorCode.NotFound, Refused(() => List("Assets/A.asset#Middle", Gold)).Code);
    }

    [Fact]
    public void A_component_of_a_prefab_is_replaced_by_that_of_the_other_prefab_and_left_where_that_has_none()
    {
        foreach (var name in new[] { "Old", "New", "Bare" })
            PrefabUtility.SaveAsPrefabAsset(
                name == "Bare" ? new GameObject(name) : new GameObject(name, typeof(Rigidbody)), $"Assets/{name}.prefab");
        var shelf = NewShelf("Assets/Shelf.asset");
        shelf.body = AssetDatabase.LoadAssetAtPath<GameObject>("Assets/Old.prefab")!.GetComponent<Rigidbody>();
        Save(shelf);
        Assert.Contains("takes a Rigidbody", Left(Replace("Assets/Old.prefab", "Assets/Bare.prefab", "Assets")));
        Assert.Equal(1, (int)Replace("Assets/Old.prefab", "Assets/New.prefab", "Assets")["changed"]!);
        Assert.Equal("Assets/New.prefab", AssetDatabase.GetAssetPath(shelf.body));
    }

    [Fact]
    public void An_asset_that_refers_to_the_one_it_replaces_keeps_it()
    {
        NewShelf("Assets/Old.asset");
        var next = NewShelf("Assets/New.asset");
        next.other = AssetDatabase.LoadAssetAtPath<Shelf>("Assets/Old.asset");
        Save(next);
        Assert.Equal("refers to it itself", Left(Replace("Assets/Old.asset", "Assets/New.asset", "Assets")));
        Assert.Equal("Old", next.other!.name);
    }

    [Fact]
    public void Beside_a_scene_that_was_never_saved_others_stay_closed_and_are_named_and_it_is_changed_itself()
    {
        Cube("Table", wood);
        Scene("""{"action":"save","save_as":"Assets/Hall.unity"}""");
        EditorSceneManager.NewScene(NewSceneSetup.EmptyScene);
        var lamp = Cube("Lamp", wood);
        var done = Replace(Wood, Gold, "Assets/Hall.unity");
        Assert.Equal("Assets/Hall.unity", (string)done["left"]![0]!["path"]!);
        Assert.Contains("never saved", Left(done));
        Assert.Same(gold, lamp.GetComponent<MeshRenderer>().sharedMaterial);
        Assert.Equal(("", true, 1), ((string)done["files"]![0]!["path"]!, (bool)done["files"]![0]!["open"]!, (int)done["changed"]!));
    }

    [Fact]
    public void The_skybox_of_the_active_scene_is_replaced_and_that_of_a_closed_one_is_named()
    {
        Cube("Table", gold);
        Material? Skybox(Material? value = null)
        {
            using var settings = new SerializedObject(Unsupported.GetRenderSettings());
            var skybox = settings.FindProperty("m_SkyboxMaterial");
            if (value != null) skybox.objectReferenceValue = value;
            settings.ApplyModifiedProperties();
            return skybox.objectReferenceValue as Material;
        }
        Skybox(wood);
        Scene("""{"action":"save","save_as":"Assets/Hall.unity"}""");
        Assert.Equal(1, (int)Replace(Wood, Gold, "Assets/Hall.unity")["changed"]!);
        Assert.Same(gold, Skybox());
        Scene("""{"action":"create","path":"Assets/Attic.unity","if_dirty":"discard"}""");
        Assert.Contains("in its lighting", Left(Replace(Wood, Gold, "Assets")));
    }

    [Fact]
    public void A_prefab_with_unsaved_changes_in_Prefab_Mode_is_left()
    {
        PrefabUtility.SaveAsPrefabAsset(Cube("Chest", wood), "Assets/Chest.prefab");
        var stage = PrefabStageUtility.OpenPrefab("Assets/Chest.prefab");
        Undo.RecordObject(stage.prefabContentsRoot.transform, "Move");
        stage.prefabContentsRoot.transform.localScale = Vector3.one * 2;
        Undo.IncrementCurrentGroup();
        Assert.Contains("unsaved changes", Left(Replace(Wood, Gold, "Assets/Chest.prefab")));
        Assert.Equal("Wood", MaterialIn("Assets/Chest.prefab").name);
    }
}
