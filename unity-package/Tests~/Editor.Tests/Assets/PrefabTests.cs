using Fairlead.Engine.Assets;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Tests.Assets;

[Collection("engine")]
public sealed class PrefabTests : IDisposable
{
    private const string CratePath = "Assets/Crate.prefab";
    private readonly Project project = new();

    public void Dispose() => project.Dispose();

    private static GameObject Crate()
    {
        var crate = GameObject.CreatePrimitive(PrimitiveType.Cube);
        crate.name = "Crate";
        crate.AddComponent<Rigidbody>().mass = 2;
        new GameObject("Lid").transform.SetParent(crate.transform, false);
        return PrefabUtility.SaveAsPrefabAssetAndConnect(crate, CratePath, InteractionMode.AutomatedAction)!;
    }

    private static GameObject Place(string path = CratePath) =>
        (GameObject)PrefabUtility.InstantiatePrefab(AssetDatabase.LoadAssetAtPath<GameObject>(path)!)!;

    private static void Edit(string path, Action<GameObject> change)
    {
        using var scope = new PrefabUtility.EditPrefabContentsScope(path);
        change(scope.prefabContentsRoot);
    }

    [Fact]
    public void What_an_instance_has_of_its_own_survives_a_change_of_its_prefab()
    {
        Crate();
        var (plain, heavy) = (Place(), Place());
        heavy.GetComponent<Rigidbody>().mass = 9;
        heavy.transform.position = new Vector3(5, 0, 0);
        Edit(CratePath, root =>
        {
            root.GetComponent<Rigidbody>().mass = 4;
            root.AddComponent<Light>();
            new GameObject("Handle").transform.SetParent(root.transform, false);
        });
        Assert.Equal(4, plain.GetComponent<Rigidbody>().mass);
        Assert.Equal(9, heavy.GetComponent<Rigidbody>().mass);
        Assert.Equal(new Vector3(5, 0, 0), heavy.transform.position);
        Assert.NotNull(heavy.GetComponent<Light>());
        Assert.NotNull(plain.transform.Find("Handle"));
    }

    [Fact]
    public void A_scene_with_instances_survives_a_restart_and_takes_what_changed_meanwhile()
    {
        Crate();
        var heavy = Place();
        heavy.name = "Heavy";
        heavy.GetComponent<Rigidbody>().mass = 9;
        heavy.AddComponent<Light>().intensity = 7;
        Object.DestroyImmediate(heavy.transform.Find("Lid").gameObject);
        EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), "Assets/S.unity");
        EditorSceneManager.NewScene(NewSceneSetup.EmptyScene);
        Edit(CratePath, root => root.GetComponent<Rigidbody>().linearDamping = 0.5f);
        project.Restart();
        EditorSceneManager.OpenScene("Assets/S.unity");
        var again = GameObject.Find("Heavy");
        Assert.Equal((9f, 0.5f, 7f),
            (again.GetComponent<Rigidbody>().mass, again.GetComponent<Rigidbody>().linearDamping, again.GetComponent<Light>().intensity));
        Assert.Null(again.transform.Find("Lid"));
        Assert.Equal(CratePath, PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(again));
        Assert.Single(PrefabUtility.GetAddedComponents(again));
        Assert.Single(PrefabUtility.GetRemovedGameObjects(again));
    }

    [Fact]
    public void Apply_writes_to_the_prefab_and_all_instances_follow()
    {
        Crate();
        var (mine, other) = (Place(), Place());
        mine.GetComponent<Rigidbody>().mass = 6;
        mine.transform.position = new Vector3(1, 1, 1);
        new GameObject("Knob").transform.SetParent(mine.transform, false);
        Assert.True(PrefabUtility.HasPrefabInstanceAnyOverrides(mine, false));
        PrefabUtility.ApplyPrefabInstance(mine, InteractionMode.AutomatedAction);
        Assert.Equal(6, other.GetComponent<Rigidbody>().mass);
        Assert.Equal(Vector3.zero, other.transform.position);
        Assert.NotNull(other.transform.Find("Knob"));
        Assert.False(PrefabUtility.HasPrefabInstanceAnyOverrides(mine, false));
        Assert.True(PrefabUtility.IsPartOfPrefabInstance(mine.transform.Find("Knob").gameObject));
    }

    [Fact]
    public void Revert_drops_what_was_changed_and_leaves_the_place()
    {
        Crate();
        var mine = Place();
        mine.GetComponent<Rigidbody>().mass = 6;
        mine.transform.position = new Vector3(1, 1, 1);
        mine.AddComponent<Light>();
        Object.DestroyImmediate(mine.transform.Find("Lid").gameObject);
        PrefabUtility.RevertPrefabInstance(mine, InteractionMode.AutomatedAction);
        Assert.Equal(2, mine.GetComponent<Rigidbody>().mass);
        Assert.Equal(new Vector3(1, 1, 1), mine.transform.position);
        Assert.Null(mine.GetComponent<Light>());
        Assert.NotNull(mine.transform.Find("Lid"));
    }

    [Fact]
    public void A_prefab_in_a_prefab_follows_its_own_asset()
    {
        Crate();
        var stack = new GameObject("Stack");
        Place().transform.SetParent(stack.transform, false);
        PrefabUtility.SaveAsPrefabAssetAndConnect(stack, "Assets/Stack.prefab", InteractionMode.AutomatedAction);
        var placed = Place("Assets/Stack.prefab");
        Edit(CratePath, root => root.GetComponent<Rigidbody>().mass = 8);
        Assert.Equal(8, placed.GetComponentInChildren<Rigidbody>().mass);
        var inner = placed.transform.GetChild(0).gameObject;
        Assert.Same(inner, PrefabUtility.GetNearestPrefabInstanceRoot(inner));
        Assert.Same(placed, PrefabUtility.GetOutermostPrefabInstanceRoot(inner));
        PrefabUtility.UnpackPrefabInstance(placed, PrefabUnpackMode.OutermostRoot, InteractionMode.AutomatedAction);
        Assert.False(PrefabUtility.IsPartOfPrefabInstance(placed));
        Assert.True(PrefabUtility.IsOutermostPrefabInstanceRoot(inner));
    }

    [Fact]
    public void A_variant_keeps_its_difference()
    {
        Crate();
        var red = Place();
        red.GetComponent<Rigidbody>().mass = 20;
        PrefabUtility.SaveAsPrefabAsset(red, "Assets/Red.prefab");
        Assert.Equal(PrefabAssetType.Variant,
            PrefabUtility.GetPrefabAssetType(AssetDatabase.LoadAssetAtPath<GameObject>("Assets/Red.prefab")!));
        var placed = Place("Assets/Red.prefab");
        Edit(CratePath, root => root.GetComponent<Rigidbody>().linearDamping = 3);
        Assert.Equal((20f, 3f), (placed.GetComponent<Rigidbody>().mass, placed.GetComponent<Rigidbody>().linearDamping));
    }

    [Fact]
    public void A_save_that_fails_leaves_the_old_prefab()
    {
        Crate();
        var mine = Place();
        var before = File.ReadAllText(project.File(CratePath));
        mine.GetComponent<Rigidbody>().mass = 6;
        AtomicFile.BeforeReplace = _ => throw new IOException("The disk is full.");
        PrefabUtility.ApplyPrefabInstance(mine, InteractionMode.AutomatedAction);
        AtomicFile.BeforeReplace = null;
        Assert.Equal(before, File.ReadAllText(project.File(CratePath)));
        Assert.Equal(2, Place().GetComponent<Rigidbody>().mass);
        Assert.Equal(6, mine.GetComponent<Rigidbody>().mass);
    }

    [Fact]
    public void An_instance_of_a_deleted_prefab_is_whole_again_when_the_prefab_is_back()
    {
        Crate();
        Place().name = "Mine";
        AssetDatabase.MoveAssetToTrash(CratePath);
        Assert.True(PrefabUtility.IsPrefabAssetMissing(GameObject.Find("Mine")));
        EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), "Assets/S.unity");
        File.Move(Path.Combine(project.TrashFolder, "Crate.prefab"), project.File(CratePath));
        File.Move(Path.Combine(project.TrashFolder, "Crate.prefab.meta"), project.File(CratePath + ".meta"));
        project.Restart();
        EditorSceneManager.OpenScene("Assets/S.unity");
        Assert.Equal(PrefabInstanceStatus.Connected, PrefabUtility.GetPrefabInstanceStatus(GameObject.Find("Mine")));
    }

    [Fact]
    public void A_copy_made_by_Instantiate_is_no_instance()
    {
        Crate();
        Assert.False(PrefabUtility.IsPartOfPrefabInstance(Object.Instantiate(Place())));
        var duplicate = GameObjectUtility.DuplicateGameObject(Place());
        Assert.True(PrefabUtility.IsOutermostPrefabInstanceRoot(duplicate));
    }
}
