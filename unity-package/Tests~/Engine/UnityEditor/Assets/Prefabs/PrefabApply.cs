#nullable enable
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Applies an instance's overrides to its prefab.</summary>
    internal static class PrefabApply
    {
        /// <summary>Values that each instance has of its own at its root without anybody having changed them.</summary>
        private static readonly HashSet<string> RootsOwn = new HashSet<string>
        {
            "m_Name", "m_LocalPosition", "m_LocalRotation", "m_AnchoredPosition", "m_SizeDelta", "m_AnchorMin", "m_AnchorMax", "m_Pivot",
        };

        /// <summary>Whether a value of an object with this source is the root's own.</summary>
        internal static bool IsDefault(Object source, string path) =>
            IsRootPart(source) && RootsOwn.Contains(path.Split('.')[0]);

        /// <summary>The prefab's file as it is with all of the instance, and the ids that its objects have there.</summary>
        internal static (JObject Json, Dictionary<Object, long> Ids) Content(PrefabInstance handle, AssetRecord asset)
        {
            var view = new AppliedView(handle);
            var ids = new Dictionary<Object, long>();
            foreach (var obj in Hierarchy.Everything(handle.Root!))
                ids[obj] = view.Linked(obj) is { } source ? source.LocalFileId : ProjectAssets.Current.Loaded.NewId(asset.Guid);
            void KeepRootsOwn(Object obj, JObject fields)
            {
                if (view.Linked(obj) is not { } source || !IsRootPart(source)) return;
                var asset = HierarchyWriter.SourceFields(source);
                foreach (var name in RootsOwn)
                    if (fields[name] != null && asset[name] is { } kept) fields[name] = kept.DeepClone();
            }
            return (PrefabFiles.Json(handle.Root!, view, ids, asset.Guid, KeepRootsOwn), ids);
        }

        /// <summary>The instance as a node with what it has of its own.</summary>
        internal static JObject Node(PrefabInstance handle)
        {
            var root = handle.Root!;
            var writer = root.AssetPath is { } path
                ? new HierarchyWriter(new HierarchyView(), o => o.AssetPath == path, o => o.LocalFileId)
                : SceneFiles.Writer(UnityEngine.SceneManagement.SceneTable.Find(root.SceneHandle)!);
            return writer.Node(root);
        }

        /// <summary>The root object of a prefab or its Transform.</summary>
        private static bool IsRootPart(Object source) =>
            PrefabLinks.ObjectOf(source) is { } obj && obj.transform.Parent is null && (source is GameObject || source is Transform);

        /// <summary>Without default ones unless asked for: value, object or component, path.</summary>
        internal static IEnumerable<(Object Source, string Path, JToken Value)> Changes(PrefabInstance handle, bool withDefaults)
        {
            if (handle.SourceRoot is not { } sourceRoot) yield break;
            var sources = Hierarchy.Everything(sourceRoot).ToDictionary(o => o.LocalFileId);
            foreach (var change in ((JArray)Node(handle)["changes"]!).OfType<JObject>())
            {
                if (!sources.TryGetValue((long)change["target"]!, out var source)) continue;
                var path = (string)change["path"]!;
                if (withDefaults || !IsDefault(source, path)) yield return (source, path, change["value"]!);
            }
        }
    }
}
