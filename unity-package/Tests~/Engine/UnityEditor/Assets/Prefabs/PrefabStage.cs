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
        private readonly SceneData data;

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

        public string assetPath { get; }

        public Scene scene => new Scene(data.Handle);

        public GameObject prefabContentsRoot { get; }

        public GameObject? openedFromInstanceRoot { get; }

        public bool IsPartOfPrefabContents(GameObject gameObject) => gameObject != null && gameObject.SceneHandle == data.Handle;

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
