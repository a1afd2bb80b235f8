#nullable enable
using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Addressing
{
    /// <summary>Objects of the loaded scenes by path: /A/B, or /SceneName:/A/B. A name may itself hold slashes.</summary>
    internal static class ScenePaths
    {
        private static Scene? survivors;

        /// <summary>
        /// The path without the scene, e.g. <c>/Parent/Child</c>. Siblings of one name are told apart by number: <c>/Parent/Coin[2]</c>.
        /// </summary>
        internal static string Of(GameObject obj)
        {
            var path = "";
            for (var at = obj.transform; at != null; at = at.parent) path = "/" + SiblingNames.NameAmong(at) + path;
            return path;
        }

        /// <summary>
        /// Everything in the Hierarchy window: the open scenes, in play mode also what survives them (DontDestroyOnLoad), and the contents
        /// of the prefab that Prefab Mode shows.
        /// </summary>
        internal static IEnumerable<Scene> LoadedScenes()
        {
            for (var i = 0; i < SceneManager.sceneCount; i++)
            {
                var scene = SceneManager.GetSceneAt(i);
                if (scene.isLoaded) yield return scene;
            }
            if (Survivors() is { } survivors) yield return survivors;
            if (Stage() is { } stage) yield return stage;
        }

        /// <summary>Whether an object may be moved from one to the other: a prefab's contents stay in their stage.</summary>
        internal static bool IsSameStage(Scene a, Scene b) => a == b || !(IsStage(a) || IsStage(b));

        internal static bool IsStage(Scene scene) => Stage() == scene;

        /// <summary>The scene of the prefab that is open in Prefab Mode; null: none is open.</summary>
        private static Scene? Stage()
        {
            var stage = PrefabStageUtility.GetCurrentPrefabStage();
            return stage != null && stage.prefabContentsRoot != null ? stage.prefabContentsRoot.scene : (Scene?)null;
        }

        /// <summary>The scene of objects that survive, which Unity lists nowhere: such an object leads to it.</summary>
        private static Scene? Survivors()
        {
            if (!EditorApplication.isPlaying) return null;
            if (survivors is { isLoaded: true }) return survivors;
            foreach (var transform in Resources.FindObjectsOfTypeAll<Transform>())
                if (transform.parent == null && transform.gameObject.scene is { isLoaded: true, name: "DontDestroyOnLoad" } scene)
                    return survivors = scene;
            return null;
        }

        /// <summary>All objects of the loaded scenes, depth first in scene and sibling order.</summary>
        internal static IEnumerable<GameObject> LoadedObjects()
        {
            foreach (var scene in LoadedScenes())
                foreach (var root in scene.GetRootGameObjects())
                    foreach (var obj in Tree(root)) yield return obj;
        }

        /// <summary>The object and everything below it, depth first in sibling order.</summary>
        internal static IEnumerable<GameObject> Tree(GameObject root)
        {
            yield return root;
            for (var i = 0; i < root.transform.childCount; i++)
                foreach (var below in Tree(root.transform.GetChild(i).gameObject)) yield return below;
        }

        /// <summary>How many objects <see cref="Tree"/> has.</summary>
        internal static int Count(GameObject root) => root.transform.hierarchyCount == 0 ? 1 : CountBelow(root.transform);

        private static int CountBelow(Transform transform)
        {
            var count = 1;
            for (var i = 0; i < transform.childCount; i++) count += CountBelow(transform.GetChild(i));
            return count;
        }

        /// <param name="path">Begins with a slash.</param>
        /// <param name="within">Only this tree, whose root is the first name of the path; null: the loaded scenes.</param>
        internal static List<GameObject> Find(string path, GameObject? within = null)
        {
            var found = new List<GameObject>();
            if (path.Length < 2 || path[0] != '/') return found;
            if (within != null)
            {
                Descend(new[] { within }, path.Substring(1), found);
                return found;
            }
            foreach (var scene in LoadedScenes())
            {
                var prefix = "/" + scene.name + ":/";
                var rest = path.StartsWith(prefix, StringComparison.Ordinal) ? path.Substring(prefix.Length) : path.Substring(1);
                Descend(scene.GetRootGameObjects(), rest, found);
            }
            return found;
        }

        /// <summary>Follows <c>rest</c> into siblings: by name, or by name and number among the siblings of that name.</summary>
        private static void Descend(IEnumerable<GameObject> siblings, string rest, List<GameObject> found)
        {
            var met = new Dictionary<string, int>();
            foreach (var at in siblings)
            {
                var name = at.name;
                if (!rest.StartsWith(name, StringComparison.Ordinal)) continue;
                met.TryGetValue(name, out var before);
                met[name] = before + 1;
                Step(at, rest, name.Length, found);
                var number = SiblingNames.Number(before + 1);
                if (string.CompareOrdinal(rest, name.Length, number, 0, number.Length) == 0)
                    Step(at, rest, name.Length + number.Length, found);
            }
        }

        private static void Step(GameObject at, string rest, int end, List<GameObject> found)
        {
            if (rest.Length == end) found.Add(at);
            else if (rest[end] == '/') Descend(Children(at.transform), rest.Substring(end + 1), found);
        }

        private static IEnumerable<GameObject> Children(Transform parent)
        {
            for (var i = 0; i < parent.childCount; i++) yield return parent.GetChild(i).gameObject;
        }
    }
}
