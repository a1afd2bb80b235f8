#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Scenes;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Queries
{
    /// <summary>The actions of unity_query that look at objects.</summary>
    internal static class SceneQueries
    {
        private const int MaxReference = 1_000;
        private const int MaxCursor = 200;
        private const int MaxInspected = 20;

        internal static JObject Hierarchy(ToolArguments arguments)
        {
            var rootReference = arguments.OptionalText("root", 1, MaxReference);
            var maxDepth = arguments.Integer("max_depth", 0, 20, 2);
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, MaxCursor);
            arguments.End();
            var root = rootReference == null ? null : ObjectFinder.Need(rootReference);
            var scenes = new List<Scene>();
            var roots = new List<GameObject>();
            foreach (var scene in ScenePaths.LoadedScenes())
            {
                if (root != null && scene != root.scene) continue;
                scenes.Add(scene);
                if (root == null) roots.AddRange(scene.GetRootGameObjects());
            }
            if (root != null) roots.Add(root);
            var all = new List<(GameObject Object, int Depth)>();
            var count = 0;
            foreach (var top in roots)
            {
                List(top, 0, maxDepth, all);
                count += ScenePaths.Count(top);
            }
            var page = Pages<(GameObject Object, int Depth)>.Of(all, limit, cursor);
            var objects = new JArray();
            using var names = SiblingNames.Listing();
            foreach (var (obj, depth) in page.Shown) objects.Add(Node(obj, depth));
            return new JObject
            {
                ["summary"] = $"{Plural(scenes.Count, "scene")}, {Plural(count, "object")}{Stage()}",
                ["scenes"] = new JArray(scenes.ConvertAll(SceneFacts.Summary)),
                ["objects"] = objects,
                ["total"] = all.Count,
                ["nextCursor"] = page.NextCursor,
            };
        }

        private static string Stage() =>
            PrefabStageUtility.GetCurrentPrefabStage() is { } stage
                ? $"; Prefab Mode shows {stage.assetPath}, whose objects are listed last" : "";

        private static void List(GameObject obj, int depth, int maxDepth, List<(GameObject, int)> into)
        {
            into.Add((obj, depth));
            if (depth >= maxDepth) return;
            for (var i = 0; i < obj.transform.childCount; i++) List(obj.transform.GetChild(i).gameObject, depth + 1, maxDepth, into);
        }

        private static JObject Node(GameObject obj, int depth)
        {
            var node = ObjectFacts.Summary(obj);
            node["depth"] = depth;
            node["parentId"] = ParentId(obj);
            node["scene"] = SceneFacts.NameOf(obj.scene);
            node["prefabAssetPath"] = PrefabRules.AssetPathOf(obj);
            return node;
        }

        private static string? ParentId(GameObject obj) =>
            obj.transform.parent == null ? null : ObjectIds.Of(obj.transform.parent.gameObject);

        internal static string Plural(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";

        internal static JObject Inspect(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var typeName = arguments.OptionalText("component_type", 0, 200);
            var changedOnly = arguments.Flag("changed_only", false);
            arguments.End();
            return Inspect(reference, typeName, changedOnly);
        }

        internal static JObject InspectSeveral(ToolArguments arguments)
        {
            var references = arguments.Texts("instance_ids", 1, MaxInspected, 1, MaxReference);
            var typeName = arguments.OptionalText("component_type", 0, 200);
            var changedOnly = arguments.Flag("changed_only", false);
            arguments.End();
            var objects = new JArray();
            foreach (var reference in references) objects.Add(Inspect(reference, typeName, changedOnly));
            return new JObject { ["objects"] = objects };
        }

        private static JObject Inspect(string reference, string? typeName, bool changedOnly)
        {
            var obj = PrefabParts.Find(reference) ?? ObjectFinder.Need(reference, null, true);
            if (typeName != null) ObjectFinder.NeedComponent(obj, typeName, 0);
            var wanted = typeName == null ? null : ComponentTypes.FindAny(typeName);
            var shown = ObjectFacts.Summary(obj);
            var isFile = EditorUtility.IsPersistent(obj);
            if (isFile) shown["path"] = PrefabParts.TextOf(obj);
            shown["activeInHierarchy"] = isFile ? PrefabParts.IsActive(obj) : obj.activeInHierarchy;
            shown["isStatic"] = obj.isStatic;
            shown["scene"] = SceneFacts.NameOf(obj.scene);
            shown["parentId"] = ParentId(obj);
            shown["prefabAssetPath"] = PrefabRules.AssetPathOf(obj);
            var components = new JArray();
            foreach (var component in obj.GetComponents<Component>())
            {
                if (component == null)
                {
                    if (wanted == null)
                        components.Add(new JObject { ["instanceId"] = "0", ["type"] = ObjectFacts.MissingScript,
                            ["properties"] = new JObject() });
                    continue;
                }
                if (wanted != null && !wanted.IsInstanceOfType(component)) continue;
                components.Add(State(component, changedOnly));
            }
            return new JObject { ["gameObject"] = shown, ["components"] = components };
        }

        private static JObject State(Component component, bool changedOnly)
        {
            var state = new JObject { ["instanceId"] = ObjectIds.Of(component), ["type"] = component.GetType().Name };
            if (ComponentValues.Enabled(component) is { } enabled && !(enabled && changedOnly)) state["enabled"] = enabled;
            state["properties"] = changedOnly ? FreshValues.Changed(component) : ComponentValues.Show(component);
            return state;
        }

        internal static JObject Find(ToolArguments arguments)
        {
            var filter = ObjectFilter.Read(arguments);
            var typeName = arguments.OptionalText("component_type", 0, 200);
            var fields = arguments.OptionalTexts("fields", 20, 1, 200, 1);
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, MaxCursor);
            arguments.End();
            if (filter.TakesAll && typeName == null)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, "find needs a name, tag, layer, component_type or path.",
                        "To list everything, use unity_query hierarchy.");
            var type = typeName == null ? null : ComponentTypes.FindAny(typeName) ?? ComponentTypes.Need(typeName);
            var found = filter.Find(type);
            var page = Pages<GameObject>.Of(found, limit, cursor);
            using var names = SiblingNames.Listing();
            return new JObject
            {
                ["total"] = found.Count,
                ["nextCursor"] = page.NextCursor,
                ["objects"] = fields == null
                    ? new JArray(page.Shown.ConvertAll(ObjectFacts.Brief)) : FoundFields.Of(found, page.Shown, fields, type),
            };
        }
    }
}
