#nullable enable
using System;
using Fairlead.Engine.Assets;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor.SceneManagement
{
    /// <summary>A prefab that is open for editing, in a scene of its own.</summary>
    public sealed partial class PrefabStage
    {
        private SceneData data;

        internal PrefabStage(string assetPath, SceneData data, GameObject root, GameObject? openedFrom)
        {
            this.assetPath = assetPath;
            this.data = data;
            prefabContentsRoot = root;
            openedFromInstanceRoot = openedFrom;
        }

        public static event Action<PrefabStage>? prefabStageOpened;

        public static event Action<PrefabStage>? prefabStageClosing;

        public static event Action<GameObject>? prefabSaving;

        public static event Action<GameObject>? prefabSaved;

        public enum Mode
        {
            InIsolation,
            InContext,
        }

        public string assetPath { get; }

        public Mode mode => openedFromInstanceRoot == null ? Mode.InIsolation : Mode.InContext;

        public Scene scene => new Scene(data.Handle);

        public GameObject prefabContentsRoot { get; private set; }

        public GameObject? openedFromInstanceRoot { get; }

        public bool IsPartOfPrefabContents(GameObject gameObject) => gameObject != null && gameObject.SceneHandle == data.Handle;

        public ulong GetCombinedSceneCullingMaskForCamera() =>
            SceneTable.CullingBit(data) | (mode == Mode.InContext ? 1ul : 0ul);

        public void ClearDirtiness() => data.IsDirty = false;

        internal void Open() => prefabStageOpened?.Invoke(this);

        /// <summary>Saves what was changed, as the stage does by itself.</summary>
        internal bool Save()
        {
            if (!data.IsDirty) return true;
            prefabSaving?.Invoke(prefabContentsRoot);
            PrefabUtility.SaveAsPrefabAsset(prefabContentsRoot, assetPath, out var saved);
            if (!saved) return false;
            data.IsDirty = false;
            prefabSaved?.Invoke(prefabContentsRoot);
            return true;
        }

        /// <summary>Shows the file as it is now.</summary>
        internal void Reload()
        {
            SceneTable.Remove(data);
            prefabContentsRoot = PrefabUtility.LoadPrefabContents(assetPath);
            data = SceneTable.Find(prefabContentsRoot.SceneHandle)!;
        }

        internal void Close()
        {
            Save();
            prefabStageClosing?.Invoke(this);
            SceneTable.Remove(data);
        }
    }

    public static class PrefabStageUtility
    {
        private static PrefabStage? current;

        public static PrefabStage OpenPrefab(string prefabAssetPath) => OpenPrefab(prefabAssetPath, null);

        public static PrefabStage OpenPrefab(string prefabAssetPath, GameObject? openedFromInstance)
        {
            StageUtility.GoToMainStage();
            var root = PrefabUtility.LoadPrefabContents(prefabAssetPath);
            current = new PrefabStage(AssetPaths.Normal(prefabAssetPath), SceneTable.Find(root.SceneHandle)!, root, openedFromInstance);
            current.Open();
            return current;
        }

        public static PrefabStage? GetCurrentPrefabStage() => current;

        public static PrefabStage? GetPrefabStage(GameObject gameObject) =>
            current != null && current.IsPartOfPrefabContents(gameObject) ? current : null;

        /// <summary>Somebody has saved a prefab; a stage that shows it, and has no changes of its own, follows.</summary>
        internal static void FileChanged(string path, GameObject by)
        {
            if (current is { } stage && stage.assetPath == path && !stage.scene.isDirty && !stage.IsPartOfPrefabContents(by))
                stage.Reload();
        }

        internal static void Leave()
        {
            current?.Close();
            current = null;
        }
    }

    public static partial class StageUtility
    {
        public static void GoToMainStage() => PrefabStageUtility.Leave();
    }
}
