#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// Instances follow a change of their prefab, and prefabs that hold instances of it, and theirs. What each has of its
    /// own is taken down before anything changes and put onto the new content afterwards.
    /// </summary>
    internal sealed class PrefabUpdate
    {
        private readonly List<Kept> kept = new List<Kept>();

        private PrefabUpdate()
        {
        }

        internal static PrefabUpdate Prepare(string guid, PrefabInstance? except)
        {
            var update = new PrefabUpdate();
            foreach (var affected in InOrder(guid))
                foreach (var handle in InstancesOf(affected))
                    if (!ReferenceEquals(handle, except)) update.kept.Add(Kept.Of(handle));
            return update;
        }

        /// <summary>How many instances in scenes were brought in line.</summary>
        internal int Finish()
        {
            foreach (var one in kept) one.Rebuild();
            return kept.Count(one => one.IsInScene);
        }

        /// <summary>Makes an instance anew from what <paramref name="edit"/> leaves of what it has of its own.</summary>
        internal static void Rebuild(PrefabInstance handle, Func<JObject, JObject> edit) => Kept.Of(handle, edit).Rebuild();

        internal static List<PrefabInstance> InstancesOf(string guid) =>
            ObjectTable.All.OfType<PrefabInstance>()
                .Where(h => h.IsAlive && h.SourceGuid == guid && h.Root is { } root && ReferenceEquals(root.PrefabHandle, h))
                .ToList();

        /// <summary>The prefab, then those that hold it: each after everything that it holds.</summary>
        private static IEnumerable<string> InOrder(string guid)
        {
            var order = new List<string>();
            var seen = new HashSet<string>();
            void Visit(string at)
            {
                if (!seen.Add(at)) return;
                foreach (var handle in InstancesOf(at))
                    if (handle.AssetPath != null && ProjectAssets.Current.Index.Find(handle.AssetPath) is { } holder) Visit(holder.Guid);
                order.Insert(0, at);
            }
            Visit(guid);
            return order;
        }

        /// <summary>One instance with what it has of its own.</summary>
        private sealed class Kept
        {
            private readonly PrefabInstance handle;
            private readonly GameObject root;
            private readonly JObject node;
            private readonly IReadOnlyDictionary<long, Object> named;

            private Kept(PrefabInstance handle, GameObject root, JObject node, IReadOnlyDictionary<long, Object> named)
            {
                this.handle = handle;
                this.root = root;
                this.node = node;
                this.named = named;
            }

            internal bool IsInScene => handle.AssetPath == null;

            internal static Kept Of(PrefabInstance handle, Func<JObject, JObject>? edit = null)
            {
                var root = handle.Root!;
                var writer = handle.AssetPath is { } path
                    ? new HierarchyWriter(new HierarchyView(), o => o.AssetPath == path, o =>
                        o.LocalFileId, ProjectAssets.Current.Index.Find(path)?.Guid ?? "")
                    : SceneFiles.Writer(SceneTable.Find(root.SceneHandle)!);
                var node = writer.Node(root);
                return new Kept(handle, root, edit == null ? node : edit(node), writer.Named);
            }

            internal void Rebuild()
            {
                if (PrefabFiles.RootOf(handle.SourceGuid) == null) return;
                var existing = new Dictionary<long, Object>();
                foreach (var obj in Hierarchy.Everything(root)) existing[obj.LocalFileId] = obj;
                var parent = root.transform.Parent;
                var index = parent is null && root.SceneHandle == 0 ? -1 : root.transform.GetSiblingIndex();
                var live = ObjectGraph.LiveBehaviours(root);
                var reader = new HierarchyReader(handle.AssetPath, root.SceneHandle, NewId, existing) { Outside = named };
                var rebuilt = reader.Node(node);
                reader.Fill();
                reader.EndOthers();
                ObjectGraph.Attach(rebuilt.transform, parent, index);
                if (handle.AssetPath is { } path && ProjectAssets.Current.Index.Find(path) is { } holder)
                {
                    foreach (var gone in existing.Values.Where(o => !o.IsAlive))
                        ProjectAssets.Current.Loaded.Remove(holder.Guid, gone.LocalFileId);
                    foreach (var obj in reader.Made)
                        if (!(obj is PrefabInstance)) ProjectAssets.Current.Loaded.Put(holder, obj, obj.LocalFileId, false);
                    return;
                }
                SceneFiles.Announce(reader.Made);
                ObjectGraph.TellActivity(rebuilt, live);
                PrefabUtility.prefabInstanceUpdated?.Invoke(rebuilt);
            }

            private long NewId() =>
                SceneTable.Find(root.SceneHandle) is { } scene ? ++scene.LastFileId : ProjectAssets.Current.Loaded.NewId(handle.SourceGuid);
        }
    }
}
