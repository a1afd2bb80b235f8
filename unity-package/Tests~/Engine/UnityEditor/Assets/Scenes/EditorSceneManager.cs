#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Engine.Assets;
using UnityEngine;
using UnityEngine.Events;
using UnityEngine.SceneManagement;

namespace UnityEditor.SceneManagement
{
    public enum OpenSceneMode
    {
        Single,
        Additive,
        AdditiveWithoutLoading,
    }

    public enum NewSceneMode
    {
        Single,
        Additive,
    }

    public enum NewSceneSetup
    {
        EmptyScene,
        DefaultGameObjects,
    }

    public sealed partial class EditorSceneManager : SceneManager
    {
        public delegate void NewSceneCreatedCallback(Scene scene, NewSceneSetup setup, NewSceneMode mode);

        public delegate void SceneOpeningCallback(string path, OpenSceneMode mode);

        public delegate void SceneOpenedCallback(Scene scene, OpenSceneMode mode);

        public delegate void SceneClosingCallback(Scene scene, bool removingScene);

        public delegate void SceneClosedCallback(Scene scene);

        public delegate void SceneSavingCallback(Scene scene, string path);

        public delegate void SceneSavedCallback(Scene scene);

        public delegate void SceneDirtiedCallback(Scene scene);

        public static event NewSceneCreatedCallback? newSceneCreated;

        public static event SceneOpeningCallback? sceneOpening;

        public static event SceneOpenedCallback? sceneOpened;

        public static event SceneClosingCallback? sceneClosing;

        public static event SceneClosedCallback? sceneClosed;

        public static event SceneSavingCallback? sceneSaving;

        public static event SceneSavedCallback? sceneSaved;

        public static event SceneDirtiedCallback? sceneDirtied;

        public static event UnityAction<Scene, Scene>? activeSceneChangedInEditMode;

        public static int loadedRootSceneCount => loadedSceneCount;

        public static int previewSceneCount => SceneTable.All.Count(s => s.IsHidden);

        public static bool preventCrossSceneReferences { get; set; } = true;

        public static Scene OpenScene(string scenePath) => OpenScene(scenePath, OpenSceneMode.Single);

        /// <summary>Closes what is open without asking for what is not saved, unless additive.</summary>
        /// <exception cref="ArgumentException">There is no scene that can be read; what was open stays open.</exception>
        public static Scene OpenScene(string scenePath, OpenSceneMode mode)
        {
            NotInPlayMode(nameof(OpenScene));
            var path = AssetPaths.Normal(scenePath);
            if (ProjectAssets.Current.Index.Find(path) is not { } asset || asset.Kind != AssetKinds.Scene)
                throw new ArgumentException($"Scene file not found: '{scenePath}'.");
            if (mode != OpenSceneMode.Single && SceneTable.Open.Find(s => s.Path == asset.Path) is { IsLoaded: true } already)
                return new Scene(already.Handle);
            var json = SceneFiles.Read(ProjectAssets.Current.Index.Absolute(asset.Path))
                ?? throw new ArgumentException($"'{asset.Path}' cannot be read: it is damaged or was written by another program.");
            sceneOpening?.Invoke(asset.Path, mode);
            var before = mode == OpenSceneMode.Single ? SceneTable.Open : new List<SceneData>();
            var scene = SceneTable.Open.Find(s => s.Path == asset.Path && !s.IsLoaded)
                ?? SceneTable.Add(AssetPaths.NameWithoutExtension(asset.Path), asset.Path);
            scene.Guid = asset.Guid;
            scene.BuildIndex = EditorBuildSettings.IndexOf(asset.Path);
            scene.IsLoaded = mode != OpenSceneMode.AdditiveWithoutLoading;
            if (scene.IsLoaded) SceneFiles.Fill(scene, json);
            Leave(before, scene);
            scene.IsDirty = false;
            LastScenes.Remember();
            sceneOpened?.Invoke(new Scene(scene.Handle), mode);
            return new Scene(scene.Handle);
        }

        public static Scene NewScene(NewSceneSetup setup) => NewScene(setup, NewSceneMode.Single);

        public static Scene NewScene(NewSceneSetup setup, NewSceneMode mode)
        {
            NotInPlayMode(nameof(NewScene));
            if (mode == NewSceneMode.Additive && SceneTable.Open.Any(s => s.Path.Length == 0))
                throw new InvalidOperationException("Cannot create a new scene additively with an untitled scene unsaved.");
            var before = mode == NewSceneMode.Single ? SceneTable.Open : new List<SceneData>();
            var scene = SceneTable.Add("", "");
            if (setup == NewSceneSetup.DefaultGameObjects) SampleContent.CameraAndLight(scene);
            Leave(before, scene);
            scene.IsDirty = false;
            newSceneCreated?.Invoke(new Scene(scene.Handle), setup, mode);
            return new Scene(scene.Handle);
        }

        public static Scene NewPreviewScene() => new Scene(SceneTable.Add("Preview Scene", "", true).Handle);

        public static bool ClosePreviewScene(Scene scene)
        {
            if (scene.Data is not { IsHidden: true } data) return false;
            SceneTable.Remove(data);
            return true;
        }

        public static bool IsPreviewScene(Scene scene) => scene.Data is { IsHidden: true };

        public static bool CloseScene(Scene scene, bool removeScene)
        {
            NotInPlayMode(nameof(CloseScene));
            if (scene.Data is not { IsHidden: false } data) return false;
            if (SceneTable.Open.Count(s => s.IsLoaded) < 2 && data.IsLoaded) return false;
            Close(data, removeScene);
            return true;
        }

        public static bool SaveScene(Scene scene) => SaveScene(scene, "", false);

        public static bool SaveScene(Scene scene, string dstScenePath) => SaveScene(scene, dstScenePath, false);

        /// <summary>False: it was not saved, and the file is as it was.</summary>
        public static bool SaveScene(Scene scene, string dstScenePath, bool saveAsCopy)
        {
            NotInPlayMode(nameof(SaveScene));
            if (scene.Data is not { IsHidden: false, IsLoaded: true } data)
                throw new ArgumentException("The scene is not valid or not loaded.");
            var path = AssetPaths.Normal(string.IsNullOrEmpty(dstScenePath) ? data.Path : dstScenePath);
            if (!path.EndsWith(".unity", StringComparison.OrdinalIgnoreCase) || !AssetPaths.IsValidForNew(path)) return false;
            if (ProjectAssets.Current.Index.IsImmutable(path)
                || !Directory.Exists(ProjectAssets.Current.Index.Absolute(AssetPaths.FolderOf(path)))) return false;
            if (!AssetHooks.MaySave(path)) return false;
            sceneSaving?.Invoke(scene, path);
            try
            {
                AssetLoader.WriteOwn(ProjectAssets.Current.Index.Absolute(path), SceneFiles.Json(data));
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                EngineEvents.LogError($"Saving the scene '{path}' failed: {e.Message}");
                return false;
            }
            AssetDatabase.ImportAsset(path);
            if (saveAsCopy) return true;
            data.Path = path;
            data.Name = AssetPaths.NameWithoutExtension(path);
            data.Guid = AssetDatabase.AssetPathToGUID(path);
            data.BuildIndex = EditorBuildSettings.IndexOf(path);
            data.IsDirty = false;
            LastScenes.Remember();
            sceneSaved?.Invoke(scene);
            return true;
        }

        public static bool SaveScenes(Scene[] scenes) => scenes.Select(SaveScene).ToList().All(saved => saved);

        /// <summary>Those that were changed. An untitled one would ask for a name, which nobody can give here: false.</summary>
        public static bool SaveOpenScenes() =>
            SceneTable.Open.Where(s => s.IsDirty).Select(s => SaveScene(new Scene(s.Handle))).ToList().All(saved => saved);

        public static bool MarkSceneDirty(Scene scene)
        {
            if (EngineEvents.IsPlaying() || scene.Data is not { IsLoaded: true } data) return false;
            if (data.IsDirty) return true;
            data.IsDirty = true;
            sceneDirtied?.Invoke(scene);
            return true;
        }

        public static void MarkAllScenesDirty()
        {
            foreach (var scene in SceneTable.Open) MarkSceneDirty(new Scene(scene.Handle));
        }

        public static void MoveSceneBefore(Scene src, Scene dst) => Reorder(src, dst, 0);

        public static void MoveSceneAfter(Scene src, Scene dst) => Reorder(src, dst, 1);

        /// <summary>Tells of a new active scene while no game runs; the main loop or SetActiveScene calls it.</summary>
        internal static void TellActive(Scene before, Scene now)
        {
            if (!EngineEvents.IsPlaying()) activeSceneChangedInEditMode?.Invoke(before, now);
        }

        /// <summary>An open scene keeps being the file that was moved.</summary>
        internal static void FollowMove(string from, string to)
        {
            foreach (var scene in SceneTable.Open.Where(s => s.Path == from))
            {
                scene.Path = to;
                scene.Name = AssetPaths.NameWithoutExtension(to);
            }
        }

        private static void Leave(List<SceneData> before, SceneData now)
        {
            if (before.Count == 0) return;
            SceneTable.Active = now;
            foreach (var old in before.Where(old => old != now)) Close(old, true);
            // The history speaks of objects that are gone now.
            Undo.ClearAll();
        }

        private static void Close(SceneData data, bool remove)
        {
            var scene = new Scene(data.Handle);
            sceneClosing?.Invoke(scene, remove);
            if (remove) SceneTable.Remove(data);
            else
            {
                foreach (var root in data.Roots.ToArray()) ObjectGraph.Destroy(root);
                data.IsLoaded = false;
                data.IsDirty = false;
                if (SceneTable.Active == data) SceneTable.Active = SceneTable.Open.First(s => s.IsLoaded);
            }
            sceneClosed?.Invoke(scene);
        }

        private static void Reorder(Scene src, Scene dst, int after)
        {
            if (src.Data is not { } moved || dst.Data is not { } target || moved == target) return;
            var others = SceneTable.All.Where(s => s != moved).ToList();
            SceneTable.Move(moved, others.IndexOf(target) + after);
        }

        private static void NotInPlayMode(string what)
        {
            if (EngineEvents.IsPlaying()) throw new InvalidOperationException(
                $"This cannot be used during play mode, please use SceneManager instead of EditorSceneManager.{what}().");
        }
    }
}
