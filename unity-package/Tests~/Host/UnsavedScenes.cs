using Fairlead.Engine.Assets;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Host;

/// <summary>
/// Scenes with unsaved changes, while the editor is closed. Unity asks its user before it closes them; here nobody is asked, so they
/// are open again, and unsaved, at the next start. As the simulator does, in a file of its own: the format of scenes differs.
/// </summary>
internal static class UnsavedScenes
{
    private const string FileName = "Library/Fairlead/unsaved-scenes-dotnet.json";

    private static string PathOf => EngineProcess.Absolute(FileName);

    /// <summary>Without unsaved changes, no file is left. In play mode: what the scenes were before it.</summary>
    internal static void Keep()
    {
        for (var ticks = 0; EditorApplication.isPlayingOrWillChangePlaymode && ticks < 10; ticks++)
        {
            EditorApplication.ExitPlaymode();
            EditorLoop.Tick();
        }
        var open = SceneTable.Open.Where(scene => scene.IsLoaded).ToList();
        if (!open.Exists(scene => scene.IsDirty))
        {
            File.Delete(PathOf);
            return;
        }
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf)!);
        AtomicFile.Write(PathOf, new JArray(open.Select(Describe)).ToString(Formatting.None));
    }

    /// <summary>Opens what was unsaved at the last stop. A file that cannot be read is set aside, and the console says so.</summary>
    internal static void Reopen()
    {
        if (!File.Exists(PathOf)) return;
        try
        {
            var mode = OpenSceneMode.Single;
            foreach (var kept in JArray.Parse(File.ReadAllText(PathOf)).OfType<JObject>())
            {
                Open(kept, mode);
                mode = OpenSceneMode.Additive;
            }
            File.Delete(PathOf);
        }
        catch (Exception e) when (e is JsonException or IOException or ArgumentException or InvalidOperationException)
        {
            var aside = PathOf + ".unreadable";
            File.Move(PathOf, aside, true);
            Debug.LogError($"The unsaved changes of the last session could not be restored ({e.Message}). They are in {aside}.");
        }
    }

    private static JObject Describe(SceneData scene) => new()
    {
        ["path"] = scene.Path,
        ["active"] = scene == SceneTable.Active,
        ["content"] = scene.IsDirty ? SceneFiles.Json(scene) : null,
    };

    private static void Open(JObject kept, OpenSceneMode mode)
    {
        var path = (string?)kept["path"] ?? "";
        var isThere = path.Length > 0 && ProjectAssets.Current.Index.Find(path) != null;
        var scene = isThere
            ? EditorSceneManager.OpenScene(path, mode)
            : EditorSceneManager.NewScene(
                NewSceneSetup.EmptyScene, mode == OpenSceneMode.Single ? NewSceneMode.Single : NewSceneMode.Additive);
        if (kept["content"] is JObject content)
        {
            foreach (var root in scene.GetRootGameObjects()) UnityEngine.Object.DestroyImmediate(root);
            SceneFiles.Fill(scene.Data, content);
            EditorSceneManager.MarkSceneDirty(scene);
        }
        if ((bool?)kept["active"] == true) SceneManager.SetActiveScene(scene);
    }
}
