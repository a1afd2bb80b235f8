#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Addressing
{
    /// <summary>Finds the object, component or scene that an argument names, or says what is there instead.</summary>
    internal static class ObjectFinder
    {
        /// <summary>Above this many, near matches are searched among the first only.</summary>
        private const int MaxNearCandidates = 2_000;
        private const int MaxNearest = 3;

        /// <summary>Maximum number of listed objects with the same path.</summary>
        private const int MaxListed = 20;

        /// <summary>An object by id, path or GlobalObjectId; a component's id stands for its object.</summary>
        /// <param name="reference">As the model gave it.</param>
        /// <param name="within">Only objects of this tree (a prefab's contents); null: the loaded scenes.</param>
        /// <param name="orPrefab">A prefab asset will do too, for those who only look.</param>
        /// <exception cref="ToolFault">
        /// <c>not_found</c> with near matches, <c>ambiguous</c> with the ids, <c>invalid_arguments</c>: it is an asset.
        /// </exception>
        internal static GameObject Need(string reference, GameObject? within = null, bool orPrefab = false)
        {
            if (AssetReferences.LooksLikeAsset(reference)) return Prefab(reference, orPrefab);
            if (ObjectIds.LooksLikeId(reference))
                return Existing(reference, within) ?? throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"There is no object with the id {reference}.",
                    "Ids change when a scene is opened again or the object is recreated: use the /path, or search with unity_query find.");
            if (AssetReferences.IsGlobalId(reference))
                return Existing(reference, within)
                    ?? throw new ToolFault(CallErrorCode.NotFound, $"No loaded scene holds the object {reference}.",
                        "Open its scene first.");
            var matches = ScenePaths.Find(reference, within);
            if (matches.Count == 1) return matches[0];
            if (matches.Count > 1) throw Ambiguous(reference, matches);
            throw NotFound(reference, within);
        }

        private static GameObject? Existing(string reference, GameObject? within)
        {
            var found = GameObjectOf(AssetReferences.Exact(reference));
            return found != null && (within == null ? found.scene.IsValid() : found.transform.IsChildOf(within.transform)) ? found : null;
        }

        /// <summary>Calls that change an object must not get an asset: Undo does not cover files.</summary>
        private static GameObject Prefab(string reference, bool wanted)
        {
            var exact = AssetReferences.Exact(reference);
            var asset = exact != null ? exact : AssetReferences.Load(reference, typeof(Object));
            if (asset == null)
                throw new ToolFault(CallErrorCode.NotFound, $"There is no asset {reference}.", "Search with unity_query search_assets.");
            if (wanted && GameObjectOf(asset) is { } prefab) return prefab;
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                $"{reference} is the asset {AssetDatabase.GetAssetPath(asset)}, not an object of a loaded scene.",
                GameObjectOf(asset) != null
                    ? "Place it with unity_prefab instantiate, or change the asset with unity_prefab modify_asset."
                    : "Name an object by its id or /path; assets are changed with unity_asset.");
        }

        /// <summary>Returns null where it is neither a living object of a scene nor a component of one.</summary>
        internal static GameObject? GameObjectOf(Object? found)
        {
            if (found == null) return null;
            return found is Component component ? component.gameObject : found as GameObject;
        }

        private static ToolFault Ambiguous(string reference, List<GameObject> matches)
        {
            var listed = new JArray();
            for (var i = 0; i < matches.Count && i < MaxListed; i++)
                listed.Add(new JObject
                {
                    ["instanceId"] = ObjectIds.Of(matches[i]),
                    ["path"] = ScenePaths.Of(matches[i]),
                    ["scene"] = matches[i].scene.name,
                    ["siblingIndex"] = matches[i].transform.GetSiblingIndex(),
                });
            return new ToolFault(
                CallErrorCode.Ambiguous,
                $"{matches.Count} objects have the path \"{reference}\".",
                "Refer to one by its id, or by the path in matches.",
                new JObject { ["matches"] = listed });
        }

        private static ToolFault NotFound(string reference, GameObject? within)
        {
            var slash = reference.LastIndexOf('/');
            var wanted = slash < 0 ? reference : reference.Substring(slash + 1);
            var names = new Dictionary<string, string>();
            using (SiblingNames.Listing())
            {
                foreach (var obj in within == null ? ScenePaths.LoadedObjects() : ScenePaths.Tree(within))
                {
                    if (names.Count >= MaxNearCandidates) break;
                    names[ScenePaths.Of(obj)] = obj.name;
                }
            }
            // Nearest by name, then by path: the wanted object often stands below another parent. Candidates unlike in both are left out.
            var nearest = Nearest.Of(reference, names.Keys, names.Count)
                .Where(path => Math.Max(Nearest.Likeness(wanted, names[path]), Nearest.Likeness(reference, path)) >= Nearest.Near)
                .OrderByDescending(path => Nearest.Likeness(wanted, names[path]))
                .Take(MaxNearest)
                .ToList();
            var search = within == null ? "search with unity_query find." : "list what is inside: unity_prefab inspect_asset.";
            return new ToolFault(
                CallErrorCode.NotFound,
                $"There is no object \"{reference}\" in {(within == null ? "the loaded scenes" : "the prefab")}.",
                within == null && !reference.StartsWith("/", StringComparison.Ordinal)
                    ? "Use an object id or a path that begins with \"/\"."
                    : nearest.Count > 0
                    ? $"Use one of the nearest paths, or {search}"
                    : $"No name there is like it: {search}",
                new JObject { ["nearest"] = new JArray(nearest) });
        }

        /// <exception cref="ToolFault"><c>not_found</c> with the components that are there, <c>unknown_type</c>.</exception>
        internal static Component NeedComponent(GameObject obj, string type, int index)
        {
            var wanted = ComponentTypes.FindAny(type);
            var found = new List<Component>();
            foreach (var component in obj.GetComponents<Component>())
                if (component != null && (wanted == null ? component.GetType().Name == type : wanted.IsInstanceOfType(component)))
                    found.Add(component);
            if (index < found.Count) return found[index];
            if (found.Count == 0 && wanted == null) ComponentTypes.Need(type);
            var name = wanted?.Name ?? type;
            throw new ToolFault(
                CallErrorCode.NotFound,
                found.Count == 0
                    ? $"\"{obj.name}\" has no {name}."
                    : $"\"{obj.name}\" has {found.Count} {name}; component_index {index} is too high.",
                found.Count == 0 ? "Add it first, or use configure." : "component_index starts at 0.",
                new JObject { ["components"] = new JArray(ObjectFacts.ComponentNames(obj)) });
        }

        /// <summary>A loaded scene by path or name.</summary>
        /// <exception cref="ToolFault"><c>not_found</c>, <c>ambiguous</c>.</exception>
        internal static Scene NeedScene(string wanted, string hint = "Open it with unity_scene open.")
        {
            var found = new List<Scene>();
            var loaded = new JArray();
            foreach (var scene in ScenePaths.LoadedScenes())
            {
                loaded.Add(scene.path.Length > 0 ? scene.path : scene.name);
                if (scene.path == wanted || scene.name == wanted) found.Add(scene);
            }
            if (found.Count == 1) return found[0];
            throw new ToolFault(
                found.Count > 1 ? CallErrorCode.Ambiguous : CallErrorCode.NotFound,
                found.Count > 1 ? $"{found.Count} loaded scenes are named \"{wanted}\"." : $"The scene \"{wanted}\" is not loaded.",
                found.Count > 1 ? "Use the path of the scene." : hint,
                new JObject { ["loaded"] = loaded });
        }

        /// <summary><c>/path</c> if that is unique, else the id: a reference that <see cref="Need"/> accepts.</summary>
        internal static string ReferenceTo(GameObject obj, GameObject? within = null)
        {
            var path = ScenePaths.Of(obj);
            return ScenePaths.Find(path, within).Count == 1 ? path : ObjectIds.Of(obj);
        }
    }
}
