#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>The editor's own menu items that an agent may use, by their names in Unity 6.</summary>
    internal static class BuiltInMenus
    {
        /// <summary>Windows that open and change nothing in a headless editor.</summary>
        private static readonly string[] Windows =
        {
            "Window/General/Console",
            "Window/General/Game",
            "Window/General/Hierarchy",
            "Window/General/Inspector",
            "Window/General/Project",
            "Window/General/Scene",
            "Window/General/Test Runner",
            "Window/Package Management/Package Manager",
            "Window/Analysis/Profiler",
            "Window/Rendering/Lighting",
            "Edit/Project Settings...",
            "Edit/Preferences...",
        };

        private static readonly IReadOnlyDictionary<string, PrimitiveType> Primitives = new Dictionary<string, PrimitiveType>
        {
            ["Cube"] = PrimitiveType.Cube,
            ["Sphere"] = PrimitiveType.Sphere,
            ["Capsule"] = PrimitiveType.Capsule,
            ["Cylinder"] = PrimitiveType.Cylinder,
            ["Plane"] = PrimitiveType.Plane,
            ["Quad"] = PrimitiveType.Quad,
        };

        private static readonly IReadOnlyDictionary<string, LightType> Lights = new Dictionary<string, LightType>
        {
            ["Directional Light"] = LightType.Directional,
            ["Point Light"] = LightType.Point,
            ["Spotlight"] = LightType.Spot,
        };

        private static bool filled;

        private static bool Edits => !EditorApplication.isPlaying;

        private static bool HasSelection => Selection.gameObjects.Length > 0;

        internal static void Fill()
        {
            if (filled) return;
            filled = true;
            foreach (var window in Windows) MenuRegistry.Add(window, () => { });
            MenuRegistry.Add("Edit/Play Mode/Play", () => EditorApplication.isPlaying = !EditorApplication.isPlaying);
            MenuRegistry.Add("Edit/Play Mode/Pause", () => EditorApplication.isPaused = !EditorApplication.isPaused);
            MenuRegistry.Add("Edit/Play Mode/Step", EditorApplication.Step, () => EditorApplication.isPlaying);
            MenuRegistry.Add("Assets/Refresh", AssetDatabase.Refresh);
            MenuRegistry.Add("File/Save", () => EditorSceneManager.SaveOpenScenes(), () => Edits);
            MenuRegistry.Add("File/Save Project", AssetDatabase.SaveAssets);
            MenuRegistry.Add("Edit/Undo", Undo.PerformUndo);
            MenuRegistry.Add("Edit/Redo", Undo.PerformRedo);
            MenuRegistry.Add("Edit/Select All", () => Select(ObjectGraph.LoadedObjects()));
            MenuRegistry.Add("Edit/Deselect All", () => Select(Array.Empty<GameObject>()));
            MenuRegistry.Add("Edit/Duplicate", () => Select(GameObjectUtility.DuplicateGameObjects(Roots())), () => HasSelection);
            MenuRegistry.Add("Edit/Delete", DeleteSelection, () => HasSelection);
            MenuRegistry.Add("GameObject/Create Empty", () => Place(ObjectFactory.CreateGameObject("GameObject")));
            MenuRegistry.Add("GameObject/Create Empty Child", CreateEmptyChild, () => HasSelection);
            MenuRegistry.Add("GameObject/Camera", () =>
                Place(ObjectFactory.CreateGameObject("Camera", typeof(Camera), typeof(AudioListener))));
            foreach (var pair in Primitives)
                MenuRegistry.Add($"GameObject/3D Object/{pair.Key}", () => Place(ObjectFactory.CreatePrimitive(pair.Value)));
            foreach (var pair in Lights)
                MenuRegistry.Add($"GameObject/Light/{pair.Key}", () => PlaceLight(pair.Key, pair.Value));
        }

        private static void PlaceLight(string name, LightType type)
        {
            var made = ObjectFactory.CreateGameObject(name, typeof(Light));
            made.GetComponent<Light>().type = type;
            Place(made);
        }

        private static void Place(GameObject made)
        {
            ObjectFactory.PlaceGameObject(made);
            Select(new[] { made });
        }

        private static void CreateEmptyChild()
        {
            var parent = Selection.activeGameObject;
            var made = ObjectFactory.CreateGameObject("GameObject");
            Undo.SetTransformParent(made.transform, parent.transform, false, "Create Empty Child");
            Place(made, parent);
        }

        private static void Place(GameObject made, GameObject parent)
        {
            ObjectFactory.PlaceGameObject(made, parent);
            Select(new[] { made });
        }

        private static void DeleteSelection()
        {
            foreach (var doomed in Roots()) Undo.DestroyObjectImmediate(doomed);
            Select(Array.Empty<GameObject>());
        }

        private static void Select(IEnumerable<GameObject> objects) =>
            Selection.objects = objects.Cast<UnityEngine.Object>().ToArray();

        /// <summary>The selected objects without those below another selected one.</summary>
        private static GameObject[] Roots()
        {
            var all = Selection.gameObjects;
            return all.Where(one => !all.Any(other => other != one && one.transform.IsChildOf(other.transform))).ToArray();
        }
    }
}
