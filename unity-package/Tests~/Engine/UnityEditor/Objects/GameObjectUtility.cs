using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    [Flags]
    public enum StaticEditorFlags
    {
        ContributeGI = 1,
        OccluderStatic = 2,
        OccludeeStatic = 16,
        BatchingStatic = 4,
        ReflectionProbeStatic = 64,
    }

    public sealed partial class GameObjectUtility
    {
        public static StaticEditorFlags GetStaticEditorFlags(GameObject go) => (StaticEditorFlags)go.StaticFlags;
        public static void SetStaticEditorFlags(GameObject go, StaticEditorFlags flags) => go.StaticFlags = (uint)flags;
        public static bool AreStaticEditorFlagsSet(GameObject go, StaticEditorFlags flags) => (go.StaticFlags & (uint)flags) == (uint)flags;

        /// <summary>"Cube", "Cube (1)", … for a new child; of the active scene's roots for null.</summary>
        public static string GetUniqueNameForSibling(Transform parent, string name) =>
            Unique(Siblings(parent, SceneManager.GetActiveScene()), name);

        public static void EnsureUniqueNameForSibling(GameObject self)
        {
            var others = Siblings(self.transform.parent, self.scene).Where(other => other != self);
            self.name = Unique(others, self.name);
        }

        private static IEnumerable<GameObject> Siblings(Transform parent, Scene scene) =>
            parent != null ? parent.Children.Select(child => child.gameObject) : scene.IsValid() ? scene.GetRootGameObjects()
                : Array.Empty<GameObject>();

        private static string Unique(IEnumerable<GameObject> siblings, string name)
        {
            var taken = new HashSet<string>(siblings.Select(sibling => sibling.name));
            if (!taken.Contains(name)) return name;
            var stem = Regex.Replace(name, @" \(\d+\)\z", "");
            for (var number = 1; ; number++)
                if (!taken.Contains($"{stem} ({number})")) return $"{stem} ({number})";
        }

        public static void SetParentAndAlign(GameObject child, GameObject parent)
        {
            if (parent == null) return;
            child.transform.SetParent(parent.transform, false);
            child.layer = parent.layer;
        }

        public static int GetMonoBehavioursWithMissingScriptCount(GameObject go) => go.Components.Count(component => component is null);

        public static int RemoveMonoBehavioursWithMissingScript(GameObject go) => go.Components.RemoveAll(component => component is null);

        public static GameObject DuplicateGameObject(GameObject gameObject) => DuplicateGameObject(gameObject, true);

        public static GameObject DuplicateGameObject(GameObject gameObject, bool recordUndo) =>
            DuplicateGameObjects(new[] { gameObject }, recordUndo)[0];

        public static GameObject[] DuplicateGameObjects(GameObject[] gameObjects) => DuplicateGameObjects(gameObjects, true);

        /// <summary>Copies beside the originals, as Ctrl+D makes them.</summary>
        public static GameObject[] DuplicateGameObjects(GameObject[] gameObjects, bool recordUndo) => gameObjects.Select(original =>
        {
            var transform = original.transform;
            var copy = UnityEngine.Object.Instantiate(original, transform.parent);
            Fairlead.Engine.Assets.PrefabLinks.Copy(original, copy);
            if (copy.scene != original.scene) SceneManager.MoveGameObjectToScene(copy, original.scene);
            copy.transform.SetLocalPositionAndRotation(transform.localPosition, transform.localRotation);
            copy.name = original.name;
            EnsureUniqueNameForSibling(copy);
            copy.transform.SetSiblingIndex(transform.GetSiblingIndex() + 1);
            if (recordUndo) Undo.RegisterCreatedObjectUndo(copy, $"Duplicate {original.name}");
            return copy;
        }).ToArray();
    }
}
