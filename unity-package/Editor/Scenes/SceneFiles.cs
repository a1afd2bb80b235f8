#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Security.Cryptography;
using Fairlead.Core;
using Fairlead.Editor.Assets;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Scenes
{
    /// <summary>
    /// The files of open scenes as they were when they were opened or saved: other programs may change them meanwhile, and a save
    /// must not replace that unnoticed. Kept over domain reloads.
    /// </summary>
    internal static class SceneFiles
    {
        private const string Key = "Fairlead.SceneFile.";

        /// <summary>Watches from now on, also while remote control is paused. Once in a domain.</summary>
        internal static void Listen()
        {
            EditorSceneManager.sceneOpened += (scene, _) => Remember(scene);
            EditorSceneManager.sceneSaved += Remember;
            // A scene that was moved has a new path.
            EditorApplication.projectChanged += RememberNew;
            EditorApplication.update += Begin;
        }

        /// <summary>Its file is what the editor has now. In play mode it is not: the scene is a copy then.</summary>
        internal static void Remember(Scene scene)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode || string.IsNullOrEmpty(scene.path)) return;
            SessionState.SetString(Key + scene.path, File.Exists(AssetFiles.Absolute(scene.path)) ? Seen(scene.path) : "");
        }

        /// <summary>Whether the file has another content than the scene was opened or saved with. A file that is gone has none.</summary>
        internal static bool IsChanged(Scene scene)
        {
            if (string.IsNullOrEmpty(scene.path) || !File.Exists(AssetFiles.Absolute(scene.path))) return false;
            var seen = SessionState.GetString(Key + scene.path, "");
            if (seen.Length == 0)
            {
                Remember(scene);
                return false;
            }
            if (seen.StartsWith(Stamp(scene.path), StringComparison.Ordinal)) return false;
            return !seen.EndsWith(Digest(scene.path), StringComparison.Ordinal);
        }

        /// <summary>Paths of the open scenes whose files are others by now.</summary>
        internal static List<string> Changed()
        {
            var changed = new List<string>();
            for (var i = 0; i < SceneManager.sceneCount; i++)
                if (SceneManager.GetSceneAt(i) is var scene && IsChanged(scene)) changed.Add(scene.path);
            return changed;
        }

        /// <summary>Checks all scenes that are not saved.</summary>
        /// <exception cref="ToolFault"><c>stale_file</c></exception>
        internal static void RefuseChanged()
        {
            for (var i = 0; i < SceneManager.sceneCount; i++)
                if (SceneManager.GetSceneAt(i) is { isDirty: true } scene) RefuseChanged(scene);
        }

        /// <exception cref="ToolFault"><c>stale_file</c></exception>
        internal static void RefuseChanged(Scene scene)
        {
            if (!IsChanged(scene)) return;
            throw new ToolFault(
                CallErrorCode.StaleFile,
                $"{scene.path} has changed on disk since it was opened. Nothing was saved.",
                "unity_scene open with if_dirty: \"discard\" shows the file and drops what is unsaved here; "
                + "save with save_as keeps this in another file.");
        }

        /// <summary>Unity opens its first scene after the domain was loaded.</summary>
        private static void Begin()
        {
            EditorApplication.update -= Begin;
            RememberNew();
        }

        private static void RememberNew()
        {
            for (var i = 0; i < SceneManager.sceneCount; i++)
                if (SceneManager.GetSceneAt(i) is var scene && SessionState.GetString(Key + scene.path, "").Length == 0) Remember(scene);
        }

        private static string Seen(string path) => Stamp(path) + Digest(path);

        private static string Stamp(string path)
        {
            var file = new FileInfo(AssetFiles.Absolute(path));
            return string.Format(CultureInfo.InvariantCulture, "{0} {1} ", file.LastWriteTimeUtc.Ticks, file.Length);
        }

        private static string Digest(string path)
        {
            using var file = new FileStream(
                AssetFiles.Absolute(path), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using var sha = SHA256.Create();
            return Convert.ToBase64String(sha.ComputeHash(file));
        }
    }
}
