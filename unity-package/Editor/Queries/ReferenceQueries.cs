#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Queries
{
    /// <summary>
    /// <c>references_to</c>: the properties in the loaded scenes that hold an object, one of its components, or an asset.
    /// </summary>
    internal static class ReferenceQueries
    {
        /// <summary>Unity does nothing else while it looks: about a second.</summary>
        private const int MaxComponents = 20_000;

        internal static JObject Run(ToolArguments arguments, int maxComponents = MaxComponents)
        {
            var wanted = arguments.Text("instance_id", 1, 1_000);
            var rootReference = arguments.OptionalText("root", 1, 1_000);
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, 200);
            arguments.End();
            var asset = AssetReferences.LooksLikeAsset(wanted) ? NeedAsset(wanted) : null;
            var target = asset == null ? ObjectFinder.Need(wanted) : null;
            var root = rootReference == null ? null : ObjectFinder.Need(rootReference);
            using var names = SiblingNames.Listing();
            var found = new List<JObject>();
            var left = maxComponents;
            foreach (var obj in root == null ? ScenePaths.LoadedObjects() : ScenePaths.Tree(root))
            {
                var components = obj.GetComponents<Component>();
                left -= components.Length;
                if (left < 0) break;
                if (asset != null && PrefabUtility.GetNearestPrefabInstanceRoot(obj) == obj && PrefabRules.AssetPathOf(obj) == asset)
                    found.Add(Row(obj, nameof(GameObject), "prefab", asset));
                foreach (var component in components)
                    if (component != null) Add(obj, component, value => asset == null
                        ? ObjectFinder.GameObjectOf(value) == target
                        : EditorUtility.IsPersistent(value) && AssetDatabase.GetAssetPath(value) == asset, found);
            }
            var page = Pages<JObject>.Of(found, limit, cursor);
            var result = new JObject
            {
                ["total"] = found.Count,
                ["nextCursor"] = page.NextCursor,
                ["references"] = new JArray(page.Shown),
            };
            if (left < 0)
                ToolNote.Add(
                    result, $"Only the first {maxComponents} components were searched: search the others below a root.");
            return result;
        }

        /// <summary>The path of its file.</summary>
        private static string NeedAsset(string wanted)
        {
            var exact = AssetReferences.Exact(wanted);
            var path = exact != null ? AssetDatabase.GetAssetPath(exact)
                : AssetReferences.IsGuid(wanted) && AssetDatabase.GUIDToAssetPath(wanted) is { Length: > 0 } byGuid ? byGuid
                : AssetFiles.NeedAny(wanted);
            if (path.EndsWith(".cs", StringComparison.Ordinal))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"{path} is a script: its components are what uses it.",
                    "Use unity_query find with its class as component_type.");
            return path;
        }

        private static void Add(GameObject obj, Component component, Predicate<Object> isTarget, List<JObject> found)
        {
            using (var serialized = new SerializedObject(component))
            {
                var type = component.GetType();
                foreach (var property in HeldReferences.Of(serialized))
                {
                    var value = property.objectReferenceValue;
                    if (!isTarget(value)) continue;
                    found.Add(Row(obj, type.Name, PropertyNames.Written(type, property.propertyPath),
                        ReferenceValues.Show(value, null)));
                }
            }
        }

        private static JObject Row(GameObject obj, string component, string property, JToken to) => new JObject
        {
            ["instanceId"] = ObjectIds.Of(obj),
            ["path"] = ScenePaths.Of(obj),
            ["component"] = component,
            ["property"] = property,
            ["to"] = to,
        };
    }
}
