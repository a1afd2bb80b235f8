#nullable enable
#if FAIRLEAD_PHYSICS
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary>Colliders of 3D physics.</summary>
    internal sealed class SolidColliders : IColliderWorld
    {
        /// <inheritdoc/>
        public void Sync() => Physics.SyncTransforms();

        /// <inheritdoc/>
        public IEnumerable<ColliderHit> Cast(QueryShape shape, Vector3 direction, float maxDistance, ColliderFilter filter)
        {
            var (at, along, triggers) = (shape.Origin, direction.normalized, Triggers(filter));
            var hits = shape.Half is { } half
                ? Physics.BoxCastAll(at, half, along, shape.Rotation, maxDistance, filter.Layers, triggers)
                : shape.Radius > 0
                    ? Physics.SphereCastAll(at, shape.Radius, along, maxDistance, filter.Layers, triggers)
                    : Physics.RaycastAll(at, along, maxDistance, filter.Layers, triggers);
            return hits.Select(hit => new ColliderHit(hit.collider, hit.distance, hit.point, hit.normal));
        }

        /// <inheritdoc/>
        public IEnumerable<Component> Overlap(QueryShape shape, ColliderFilter filter) =>
            shape.Half is { } half
                ? Physics.OverlapBox(shape.Origin, half, shape.Rotation, filter.Layers, Triggers(filter))
                : Physics.OverlapSphere(shape.Origin, shape.Radius, filter.Layers, Triggers(filter));

        /// <inheritdoc/>
        public IEnumerable<Component> Of(GameObject obj, bool withChildren) =>
            (withChildren ? obj.GetComponentsInChildren<Collider>() : obj.GetComponents<Collider>())
            .Where(collider => collider.enabled && collider.gameObject.activeInHierarchy);

        /// <inheritdoc/>
        public bool IsTrigger(Component collider) => ((Collider)collider).isTrigger;

        /// <inheritdoc/>
        public Bounds BoundsOf(Component collider) => ((Collider)collider).bounds;

        /// <inheritdoc/>
        public Vector3? ClosestPoint(Component collider, Vector3 to)
        {
            switch (collider)
            {
                case BoxCollider _:
                case SphereCollider _:
                case CapsuleCollider _:
                case MeshCollider { convex: true }:
                    return ((Collider)collider).ClosestPoint(to);
                default:
                    // Unity logs an error for any other.
                    return null;
            }
        }

        private static QueryTriggerInteraction Triggers(ColliderFilter filter) =>
            filter.Triggers switch
            {
                true => QueryTriggerInteraction.Collide,
                false => QueryTriggerInteraction.Ignore,
                null => QueryTriggerInteraction.UseGlobal,
            };
    }
}
#endif
