#nullable enable
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace UnityEngine
{
    /// <summary>
    /// The poses of colliders as physics knows them. It learns of a moved object only with the next physics step or SyncTransforms, as
    /// in Unity with autoSyncTransforms off; a new collider it knows at once.
    /// </summary>
    internal static class ColliderPoses
    {
        private static ConditionalWeakTable<Component, Shape> known = new ConditionalWeakTable<Component, Shape>();

        internal static void Sync()
        {
            known = new ConditionalWeakTable<Component, Shape>();
            foreach (var obj in ObjectGraph.LoadedObjects())
                foreach (var component in obj.Components)
                    if (obj.activeInHierarchy) Of(component);
        }

        /// <summary>Returns null if it has no volume.</summary>
        internal static Shape? Of(Component collider)
        {
            if (known.TryGetValue(collider, out var shape)) return shape;
            shape = collider switch
            {
                Collider solid => Shape.Of(solid),
                Collider2D flat => Shape.Of(flat),
                _ => null,
            };
            if (shape != null) known.Add(collider, shape);
            return shape;
        }

        /// <summary>Shapes of active and enabled colliders in the loaded scenes, on these layers.</summary>
        internal static IEnumerable<Shape> Shapes(bool flat, int layers, bool triggers)
        {
            foreach (var obj in ObjectGraph.LoadedObjects())
            {
                if (!obj.activeInHierarchy || (layers & (1 << obj.layer)) == 0) continue;
                foreach (var component in obj.Components)
                {
                    var counts = flat
                        ? component is Collider2D { enabled: true } area && (triggers || !area.isTrigger)
                        : component is Collider { enabled: true } solid && (triggers || !solid.isTrigger);
                    if (counts && Of(component) is { } shape) yield return shape;
                }
            }
        }
    }
}
