using Fairlead.Core;
using Fairlead.Engine.Assets;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

[Collection("engine")]
public sealed class SceneToolTests : IDisposable
{
    private readonly Project project = new();

    public void Dispose() => project.Dispose();

    [Fact]
    public void A_saved_scene_is_the_same_after_a_restart()
    {
        Scene("""{"action":"create","path":"Assets/Scenes/One.unity"}""");
        var box = GameObject.CreatePrimitive(PrimitiveType.Cube);
        box.transform.position = new Vector3(1, 2, 3);
        var child = new GameObject("Lamp", typeof(Light));
        child.transform.SetParent(box.transform, false);
        child.GetComponent<Light>().intensity = 3;
        EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene());
        var saved = Scene("""{"action":"save"}""");
        Assert.Equal(("One", "Assets/Scenes/One.unity", false, true),
            ((string)saved["sceneName"]!, (string)saved["scenePath"]!, (bool)saved["isDirty"]!, (bool)saved["isActive"]!));
        project.Restart();
        LastScenes.OpenFirst();
        var again = GameObject.Find("Cube");
        Assert.Equal(new Vector3(1, 2, 3), again.transform.position);
        Assert.Equal(3, again.transform.Find("Lamp").GetComponent<Light>().intensity);
        Assert.Equal("Cube", again.GetComponent<MeshFilter>().sharedMesh.name);
        Assert.Equal("Default-Material", again.GetComponent<MeshRenderer>().sharedMaterial.name);
        Assert.NotNull(Camera.main);
    }

    [Fact]
    public void Unsaved_changes_are_lost_only_when_that_was_said()
    {
        Scene("""{"action":"create","path":"Assets/A.unity","empty":true}""");
        Scene("""{"action":"create","path":"Assets/B.unity","empty":true}""");
        new GameObject("Precious");
        EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene());
        var error = Refused(() => Scene("""{"action":"open","path":"Assets/A.unity"}"""));
        Assert.Equal((CallErrorCode.DirtyScene, "Assets/B.unity"), (error.Code, (string)error.Data!["dirty"]![0]!));
        Assert.NotNull(GameObject.Find("Precious"));
        Scene("""{"action":"open","path":"Assets/A.unity","if_dirty":"save"}""");
        Scene("""{"action":"open","path":"Assets/B.unity"}""");
        Assert.NotNull(GameObject.Find("Precious"));
    }

    [Fact]
    public void A_save_that_fails_leaves_the_old_file()
    {
        Scene("""{"action":"create","path":"Assets/A.unity"}""");
        var before = File.ReadAllText(project.File("Assets/A.unity"));
        new GameObject("New");
        EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene());
        AtomicFile.BeforeReplace = _ => throw new IOException("The disk is full.");
        Assert.Equal(CallErrorCode.Internal, Refused(() => Scene("""{"action":"save"}""")).Code);
        AtomicFile.BeforeReplace = null;
        Assert.Equal(before, File.ReadAllText(project.File("Assets/A.unity")));
        Assert.True(SceneManager.GetActiveScene().isDirty);
        Assert.Empty(Directory.GetFiles(project.File("Assets"), "*.tmp"));
    }

    [Fact]
    public void A_damaged_scene_does_not_cost_the_open_one()
    {
        Scene("""{"action":"create","path":"Assets/A.unity"}""");
        File.WriteAllText(project.File("Assets/Bad.unity"), "%YAML 1.1");
        AssetDatabase.Refresh();
        Assert.Equal(CallErrorCode.Unsupported, Refused(() => Scene("""{"action":"open","path":"Assets/Bad.unity"}""")).Code);
        Assert.Equal("Assets/A.unity", SceneManager.GetActiveScene().path);
        Assert.NotNull(Camera.main);
    }

    [Fact]
    public void Scenes_open_beside_each_other_and_close()
    {
        Scene("""{"action":"create","path":"Assets/A.unity"}""");
        Scene("""{"action":"create","path":"Assets/B.unity","additive":true}""");
        Assert.Equal(2, Scene("""{"action":"list"}""")["open"]!.Count());
        Assert.True((bool)Scene("""{"action":"set_active","path":"Assets/B.unity"}""")["isActive"]!);
        var closed = Scene("""{"action":"close","path":"Assets/B.unity"}""");
        Assert.False((bool)closed["isLoaded"]!);
        Assert.Equal("Assets/A.unity", SceneManager.GetActiveScene().path);
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Scene("""{"action":"close","path":"Assets/A.unity"}""")).Code);
        Assert.Equal(CallErrorCode.NotFound, Refused(() => Scene("""{"action":"close","path":"Assets/B.unity"}""")).Code);
    }

    [Fact]
    public void A_scene_without_a_file_needs_a_path()
    {
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Scene("""{"action":"save"}""")).Code);
        Assert.Equal("Assets/S/New.unity", (string)Scene("""{"action":"save","save_as":"Assets/S/New.unity"}""")["scenePath"]!);
        var copy = Scene("""{"action":"save","save_as":"Assets/S/Copy.unity","copy":true}""");
        Assert.Equal(("Copy", false), ((string)copy["sceneName"]!, (bool)copy["isLoaded"]!));
        Assert.Equal(CallErrorCode.AlreadyExists, Refused(() => Scene("""{"action":"create","path":"Assets/S/Copy.unity"}""")).Code);
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Asset("""{"action":"delete","path":"Assets/S"}""")).Code);
    }

    [Fact]
    public void A_project_without_scenes_gets_the_sample()
    {
        project.Restart();
        LastScenes.OpenFirst();
        Assert.Equal(["Main Camera", "Directional Light", "Floor"], SceneManager.GetActiveScene().GetRootGameObjects().Select(o => o.name));
        Assert.Equal(0, SceneManager.GetActiveScene().buildIndex);
        Assert.True(File.Exists(project.File("Assets/Scenes/SampleScene.unity")));
    }
}
