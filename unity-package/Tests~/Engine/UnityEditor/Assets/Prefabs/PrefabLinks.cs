#nullable enable
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Which object is an instance of what.</summary>
    internal static class PrefabLinks
    {
        internal static GameObject? ObjectOf(Object? obj) =>
            obj is GameObject { IsAlive: true } gameObject ? gameObject : obj is Component { IsAlive: true } component ? component.Owner
                : null;

        /// <summary>In the scene, or in the prefab that the object is part of.</summary>
        internal static GameObject? OutermostRoot(Object obj)
        {
            for (var at = ObjectOf(obj); at is not null; at = at.transform.Parent is { } parent ? parent.Owner : null)
            {
                if (MissingParts.PrefabOf(at) != null) return at;
                if (at.PrefabHandle is { } handle && at.PrefabSource != null) return handle.Root;
            }
            return null;
        }

        /// <summary>The innermost instance: a prefab inside a prefab has its own.</summary>
        internal static GameObject? NearestRoot(Object obj)
        {
            for (var at = ObjectOf(obj); at is not null; at = at.transform.Parent is { } parent ? parent.Owner : null)
                if (IsAnyRoot(at)) return at;
            return null;
        }

        internal static bool IsOutermostRoot(GameObject obj) =>
            obj.PrefabHandle is { } handle && ReferenceEquals(handle.Root, obj) || MissingParts.PrefabOf(obj) != null;

        /// <summary>Whether the object itself is the root of an instance, nested or not.</summary>
        internal static bool IsAnyRoot(GameObject obj)
        {
            if (IsOutermostRoot(obj)) return true;
            // A nested one is the root of an instance in the prefab's file.
            return obj.PrefabSource is GameObject source && source.PrefabSource != null && IsAnyRoot(source);
        }

        /// <summary>Whether an object is part of the prefab's content, not added to the instance.</summary>
        internal static bool IsLinked(Object obj) => obj.PrefabHandle != null && obj.PrefabSource != null;

        internal static IEnumerable<Object> LinkedTo(PrefabInstance handle) =>
            handle.Root is { } root
                ? Hierarchy.Everything(root).Where(o => ReferenceEquals(o.PrefabHandle, handle) && o.PrefabSource != null)
                : Enumerable.Empty<Object>();

        /// <summary>Called before a prefab's objects go: instances remember what the file has of them.</summary>
        internal static void SourceIsGoing(string guid)
        {
            foreach (var handle in PrefabUpdate.InstancesOf(guid).Where(h => h.AssetPath == null))
                if (SceneTable.Find(handle.Root!.SceneHandle) is { } scene)
                    MissingParts.SetPrefab(handle.Root, SceneFiles.Writer(scene).Node(handle.Root));
        }

        /// <summary>Makes objects of a hierarchy the instance of an asset that has the same content.</summary>
        internal static void Connect(GameObject root, AssetRecord asset, IReadOnlyDictionary<Object, long> ids)
        {
            var handle = new PrefabInstance { Root = root, SourceRoot = PrefabFiles.RootOf(asset.Guid), SourceGuid = asset.Guid };
            foreach (var obj in Hierarchy.Everything(root)) Link(obj, asset, ids, handle);
        }

        internal static void Link(Object obj, AssetRecord asset, IReadOnlyDictionary<Object, long> ids, PrefabInstance handle)
        {
            obj.PrefabSource = ids.TryGetValue(obj, out var id) ? ProjectAssets.Current.Loaded.Object(asset, id) : null;
            obj.PrefabHandle = handle;
        }

        /// <summary>A copy of the same shape is an instance of what the original is; a part of an instance becomes plain.</summary>
        internal static void Copy(GameObject original, GameObject copy)
        {
            var (from, to) = (Hierarchy.Everything(original).ToList(), Hierarchy.Everything(copy).ToList());
            if (from.Count != to.Count) return;
            var handles = new Dictionary<PrefabInstance, PrefabInstance>();
            for (var i = 0; i < from.Count; i++)
            {
                if (from[i].PrefabHandle is not { Root: { } root } handle || from[i].PrefabSource == null || !from.Contains(root)) continue;
                if (!handles.TryGetValue(handle, out var mine))
                    handles[handle] = mine = new PrefabInstance { SourceRoot = handle.SourceRoot, SourceGuid = handle.SourceGuid };
                to[i].PrefabSource = from[i].PrefabSource;
                to[i].PrefabHandle = mine;
                if (ReferenceEquals(root, from[i])) mine.Root = (GameObject)to[i];
            }
        }

        /// <summary>Makes an instance plain objects; nested instances become instances of their own unless completely.</summary>
        internal static List<GameObject> Unpack(GameObject root, bool completely)
        {
            var roots = new List<GameObject>();
            if (MissingParts.PrefabOf(root) != null)
            {
                MissingParts.SetPrefab(root, null);
                foreach (var obj in Hierarchy.Everything(root)) obj.ForgetPrefab();
                return roots;
            }
            var handle = root.PrefabHandle!;
            var handles = new Dictionary<PrefabInstance, PrefabInstance>();
            foreach (var obj in LinkedTo(handle).ToList())
            {
                var source = obj.PrefabSource!;
                var (inner, innerHandle) = (source.PrefabSource, source.PrefabHandle);
                obj.ForgetPrefab();
                if (completely || inner == null || innerHandle == null) continue;
                if (!handles.TryGetValue(innerHandle, out var mine))
                    handles[innerHandle] = mine =
                        new PrefabInstance { SourceRoot = innerHandle.SourceRoot, SourceGuid = innerHandle.SourceGuid };
                obj.PrefabSource = inner;
                obj.PrefabHandle = mine;
                if (!ReferenceEquals(innerHandle.Root, source)) continue;
                mine.Root = (GameObject)obj;
                roots.Add((GameObject)obj);
            }
            if (!completely) return roots;
            // Instances that were added to it go too.
            foreach (var obj in Hierarchy.Everything(root)) obj.ForgetPrefab();
            return roots;
        }
    }
}
