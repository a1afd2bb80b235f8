#nullable enable
using System.Collections.Generic;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Scenes
{
    /// <summary>The summary of scenes in results.</summary>
    internal static class SceneFacts
    {
        /// <summary>Name of a scene that was never saved.</summary>
        internal const string Untitled = "Untitled";

        /// <summary>The result of every scene change.</summary>
        internal static JObject Result(Scene scene) =>
            new JObject
            {
                ["sceneName"] = NameOf(scene),
                ["scenePath"] = scene.path,
                ["isLoaded"] = scene.isLoaded,
                ["isDirty"] = scene.isDirty,
                ["isActive"] = scene == SceneManager.GetActiveScene(),
            };

        /// <summary>The registry's SceneSummary.</summary>
        internal static JObject Summary(Scene scene)
        {
            var count = 0;
            if (scene.isLoaded)
                foreach (var root in scene.GetRootGameObjects()) count += ScenePaths.Count(root);
            var summary = new JObject
            {
                ["name"] = NameOf(scene),
                ["path"] = scene.path,
                ["buildIndex"] = scene.buildIndex,
                ["isActive"] = scene == SceneManager.GetActiveScene(),
                ["isLoaded"] = scene.isLoaded,
                ["isDirty"] = scene.isDirty,
                ["rootCount"] = scene.rootCount,
                ["objectCount"] = count,
            };
            if (SceneFiles.IsChanged(scene)) summary["changedOnDisk"] = true;
            return summary;
        }

        /// <summary>Project paths of what is open for editing: scenes, and the prefab of Prefab Mode.</summary>
        internal static List<string> OpenFiles()
        {
            var files = new List<string>();
            for (var i = 0; i < SceneManager.sceneCount; i++)
                if (SceneManager.GetSceneAt(i).path is { Length: > 0 } path) files.Add(path);
            if (PrefabStageUtility.GetCurrentPrefabStage() is { } stage) files.Add(stage.assetPath);
            return files;
        }

        /// <summary>Empty for a prefab asset, which is in no scene.</summary>
        internal static string NameOf(Scene scene) => !scene.IsValid() ? "" : string.IsNullOrEmpty(scene.name) ? Untitled : scene.name;
    }
}
