using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using UnityEngine.Serialization;

namespace UnityEditor
{
    /// <summary>All that one Undo group changed: exact, because it holds what was before and after.</summary>
    internal sealed class UndoRecord
    {
        private readonly List<UndoChange> changes = new();
        private readonly Dictionary<ulong, UndoChange> byId = new();
        private readonly Dictionary<OrderKey, UndoOrder> orders = new();
        private readonly Dictionary<GameObject, Watched> watched = new();

        private List<ulong> selectedBefore;
        private List<ulong> selectedAfter;

        internal UndoRecord(int group) => Group = group;

        internal int Group { get; set; }
        internal string Name { get; set; } = "";
        internal bool IsEmpty => changes.Count == 0 && orders.Count == 0 && selectedBefore == null;
        internal IReadOnlyList<UndoChange> Changes => changes;

        /// <summary>Remembers the object as it is; only the first time counts.</summary>
        internal UndoChange Touch(Object obj) => Touch(obj, UndoImage.Of(obj));

        internal UndoChange Touch(Object obj, UndoImage before)
        {
            if (byId.TryGetValue(obj.Id, out var known)) return known;
            var change = new UndoChange(obj, before);
            byId.Add(obj.Id, change);
            changes.Add(change);
            return change;
        }

        internal void TouchOrder(OrderKey key, List<ulong> before = null)
        {
            if (!orders.ContainsKey(key)) orders.Add(key, new UndoOrder { Before = before ?? key.Now() });
        }

        /// <summary>Only the first time counts.</summary>
        internal void TouchSelection(List<ulong> before) => selectedBefore ??= before;

        internal void TouchTree(GameObject root)
        {
            foreach (var obj in ObjectGraph.Tree(root).ToList())
            {
                Touch(obj);
                foreach (var component in obj.Components)
                    if (component is not null) Touch(component);
            }
        }

        internal void TouchNewTree(GameObject root)
        {
            foreach (var obj in ObjectGraph.Tree(root).ToList())
            {
                Touch(obj, null);
                foreach (var component in obj.Components)
                    if (component is not null) Touch(component, null);
            }
        }

        /// <summary>Objects created or removed below the object until the group closes belong to the group.</summary>
        internal void Watch(GameObject root)
        {
            if (watched.ContainsKey(root)) return;
            TouchTree(root);
            watched.Add(root, new Watched(changes));
            foreach (var obj in ObjectGraph.Tree(root))
            {
                TouchOrder(OrderKey.Children(obj));
                TouchOrder(OrderKey.Components(obj));
            }
        }

        /// <summary>Takes the state after and drops what did not change. Tells which changes are new since it was taken last.</summary>
        internal List<UndoChange> Settle()
        {
            foreach (var (root, there) in watched)
            {
                foreach (var known in there.Changes) Touch(known.Target, known.Before);
                if (!root.IsAlive) continue;
                foreach (var obj in ObjectGraph.Tree(root).ToList())
                {
                    if (!there.Ids.Contains(obj.Id)) Touch(obj, null);
                    foreach (var component in obj.Components)
                        if (component is not null && !there.Ids.Contains(component.Id)) Touch(component, null);
                }
            }
            var fresh = new List<UndoChange>();
            foreach (var change in changes)
            {
                var now = UndoImage.Of(change.Current);
                if (!UndoImage.Same(now, change.After) && !UndoImage.Same(now, change.Before)) fresh.Add(change);
                change.After = now;
            }
            changes.RemoveAll(change => UndoImage.Same(change.Before, change.After) && byId.Remove(change.Target.Id));
            foreach (var key in orders.Keys.ToList())
            {
                orders[key].After = key.Now();
                if (orders[key].Before.SequenceEqual(orders[key].After)) orders.Remove(key);
            }
            if (selectedBefore != null) selectedAfter = new List<ulong>(Selection.Ids);
            return fresh;
        }

        /// <summary>Adds a later record to this one.</summary>
        internal void Merge(UndoRecord later)
        {
            foreach (var change in later.changes) Touch(change.Target, change.Before).After = change.After;
            changes.RemoveAll(change => UndoImage.Same(change.Before, change.After) && byId.Remove(change.Target.Id));
            foreach (var (key, order) in later.orders)
            {
                TouchOrder(key, order.Before);
                orders[key].After = order.After;
            }
            if (later.selectedBefore != null)
            {
                selectedBefore ??= later.selectedBefore;
                selectedAfter = later.selectedAfter;
            }
            if (later.Name.Length > 0) Name = later.Name;
        }

        /// <summary>Forgets an object; nothing can bring it back any more.</summary>
        internal void Forget(System.Predicate<Object> which)
        {
            changes.RemoveAll(change => which(change.Current) && byId.Remove(change.Target.Id));
            foreach (var there in watched.Values) there.Changes.RemoveAll(change => which(change.Current));
        }

        /// <summary>Puts the state of before (or after) back.</summary>
        internal void Apply(bool before)
        {
            var list = before ? Enumerable.Reverse(changes).ToList() : changes;
            foreach (var change in list)
                if ((before ? change.Before : change.After) == null) Take(change.Current);
            var revived = new List<GameObject>();
            foreach (var change in changes)
                if ((before ? change.Before : change.After) is { } wanted && !change.Current.IsAlive)
                    Revive(change.Current, wanted, revived);
            foreach (var obj in revived) Hang(obj);
            foreach (var change in list)
                if (change.Before != null && change.After != null || (before ? change.Before : change.After) != null)
                    Write(change, before ? change.After : change.Before, before ? change.Before : change.After);
            foreach (var (key, order) in orders) key.Arrange(before ? order.Before : order.After);
            if (selectedBefore != null) Selection.Put(before ? selectedBefore : selectedAfter);
            foreach (var change in changes)
                if (change.Current is { IsAlive: true } alive) UndoEvents.Push(alive, change, before);
        }

        private static void Take(Object obj)
        {
            if (!obj.IsAlive) return;
            if (obj is Transform) return;
            if (obj is Component component)
            {
                // Its dependents go in the same breath: no refusal.
                EngineEvents.Destroying(component);
                EngineEvents.Deactivated(component, true);
                component.Owner?.Components.Remove(component);
                component.IsAlive = false;
            }
            else
            {
                ObjectGraph.Destroy(obj);
            }
        }

        private static void Revive(Object obj, UndoImage wanted, List<GameObject> revived)
        {
            obj.IsAlive = true;
            if (obj is GameObject gameObject)
            {
                gameObject.SceneHandle = wanted.Scene;
                revived.Add(gameObject);
                return;
            }
            if (obj is not Component component || ObjectTable.FindAny(wanted.Place) is not GameObject owner) return;
            component.Owner = owner;
            if (!owner.Components.Contains(component)) owner.Components.Add(component);
        }

        /// <summary>A dead tree keeps its inner links: only its top hangs nowhere.</summary>
        private static void Hang(GameObject obj)
        {
            var transform = obj.transform;
            if (transform.Parent is { IsAlive: true } parent)
            {
                if (!parent.Children.Contains(transform)) parent.Children.Add(transform);
            }
            else
            {
                transform.Parent = null;
                if (SceneTable.Find(obj.SceneHandle) is { } scene && !scene.Roots.Contains(obj)) scene.Roots.Add(obj);
            }
            EngineEvents.Created(obj);
            foreach (var component in obj.Components)
                if (component is not null && obj.activeInHierarchy) EngineEvents.Activated(component);
        }

        private static void Write(UndoChange change, UndoImage from, UndoImage to)
        {
            var obj = change.Current;
            if (!obj.IsAlive) return;
            if (obj is GameObject gameObject && HasMoved(gameObject, from, to)) Move(gameObject, to);
            var now = ObjectData.Read(obj);
            ObjectData.Write(obj, from == null ? to.Data : (DataMap)DataTree.Patch(now, from.Data, to.Data));
            EngineEvents.Changed(obj);
        }

        /// <summary>A destroyed object returns to the parent it had then, which may not be the one before the group.</summary>
        private static bool HasMoved(GameObject obj, UndoImage from, UndoImage to) =>
            from == null
                ? to.Place != (obj.transform.Parent is { } parent ? parent.Owner.Id : 0)
                : from.Place != to.Place || from.Scene != to.Scene;

        private static void Move(GameObject obj, UndoImage to)
        {
            if (ObjectTable.Find(to.Place) is GameObject parent)
            {
                ObjectGraph.Attach(obj.transform, parent.transform, -1);
                return;
            }
            ObjectGraph.Detach(obj.transform);
            obj.transform.Parent = null;
            if (SceneTable.Find(to.Scene) is not { } scene) return;
            ObjectGraph.SetScene(obj, scene.Handle);
            scene.Roots.Add(obj);
        }

        /// <summary>
        /// The state when watching began. Unchanged objects are dropped from the record, and may change later in the
        /// group: it must not be taken for new then.
        /// </summary>
        private sealed class Watched
        {
            internal Watched(List<UndoChange> there)
            {
                Changes = new List<UndoChange>(there);
                Ids = new HashSet<ulong>(there.Select(change => change.Target.Id));
            }

            internal List<UndoChange> Changes { get; }
            internal HashSet<ulong> Ids { get; }
        }
    }
}
