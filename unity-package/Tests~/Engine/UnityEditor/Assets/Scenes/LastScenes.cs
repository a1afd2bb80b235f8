#nullable enable
using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Engine.Assets
{
    /// <summary>The scenes that were open when the editor ended, in Unity's file for that.</summary>
    internal static class LastScenes
    {
        private const string FileName = "Library/LastSceneManagerSetup.txt";

        internal static void Remember()
        {
            var lines = SceneTable.Open.Where(s => s.Path.Length > 0).Select(s =>
                $"- path: {s.Path}\n  isLoaded: {(s.IsLoaded ? 1 : 0)}\n  isActive: {(s == SceneTable.Active ? 1 : 0)}\n  isSubScene: 0\n");
            AtomicFile.Write(EngineProcess.Absolute(FileName), "sceneSetups:\n" + string.Concat(lines));
        }

        /// <summary>
        /// Opens a scene when the editor begins: the one that was active, else the first of the build, else any that can be
        /// read; in a project without scenes the sample scene, which is made and saved.
        /// </summary>
        internal static void OpenFirst()
        {
            if (SampleContent.CreateSceneIfNone()) return;
            var all = ProjectAssets.Current.Index.All.Where(a => a.Kind == AssetKinds.Scene).Select(a => a.Path);
            foreach (var path in new[] { Active() }.Concat(EditorBuildSettings.scenes.Select(s => s.path)).Concat(all)
                .Where(p => p.Length > 0).Distinct())
            {
                try
                {
                    EditorSceneManager.OpenScene(path);
                    return;
                }
                catch (ArgumentException e)
                {
                    Debug.LogWarning(e.Message);
                }
            }
            EditorSceneManager.NewScene(NewSceneSetup.DefaultGameObjects);
        }

        private static string Active()
        {
            var file = EngineProcess.Absolute(FileName);
            if (!File.Exists(file)) return "";
            var setups = Regex.Matches(File.ReadAllText(file), @"- path: (.+)\r?\n\s+isLoaded: (\d)\r?\n\s+isActive: (\d)").Cast<Match>()
                .ToList();
            return (setups.Find(s => s.Groups[3].Value == "1") ?? setups.FirstOrDefault())?.Groups[1].Value.Trim() ?? "";
        }
    }
}
