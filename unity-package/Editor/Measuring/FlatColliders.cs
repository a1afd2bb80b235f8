#nullable enable
#if FAIRLEAD_PHYSICS2D
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary>Colliders of 2D physics, in the plane of x and y.</summary>
    internal sealed class FlatColliders : IColliderWorld
    {
        /// <inheritdoc/>
        public void Sync() => Physics2D.SyncTransforms();

        /// <inheritdoc/>
        public IEnumerable<ColliderHit> Cast(QueryShape shape, Vector3 direction, float maxDistance, ColliderFilter filter)
        {
            var hits = new List<RaycastHit2D>();
            Vector2 at = shape.Origin, along = direction;
            along = along.normalized;
            if (shape.Half is { } half) Physics2D.BoxCast(at, half * 2, Angle(shape), along, Contacts(filter), hits, maxDistance);
            else if (shape.Radius > 0) Physics2D.CircleCast(at, shape.Radius, along, Contacts(filter), hits, maxDistance);
            else Physics2D.Raycast(at, along, Contacts(filter), hits, maxDistance);
            return hits.Select(hit => new ColliderHit(hit.collider, hit.distance, hit.point, hit.normal));
        }

        /// <inheritdoc/>
        public IEnumerable<Component> Overlap(QueryShape shape, ColliderFilter filter)
        {
            var found = new List<Collider2D>();
            if (shape.Half is { } half) Physics2D.OverlapBox(shape.Origin, half * 2, Angle(shape), Contacts(filter), found);
            else Physics2D.OverlapCircle(shape.Origin, shape.Radius, Contacts(filter), found);
            return found;
        }

        /// <inheritdoc/>
        public IEnumerable<Component> Of(GameObject obj, bool withChildren) =>
            (withChildren ? obj.GetComponentsInChildren<Collider2D>() : obj.GetComponents<Collider2D>())
                .Where(collider => collider.isActiveAndEnabled);

        /// <inheritdoc/>
        public bool IsTrigger(Component collider) => ((Collider2D)collider).isTrigger;

        /// <inheritdoc/>
        public Bounds BoundsOf(Component collider) => ((Collider2D)collider).bounds;

        /// <inheritdoc/>
        public Vector3? ClosestPoint(Component collider, Vector3 to) => ((Collider2D)collider).ClosestPoint(to);

        private static float Angle(QueryShape shape) => shape.Rotation.eulerAngles.z;

        private static ContactFilter2D Contacts(ColliderFilter filter)
        {
            var contacts = new ContactFilter2D { useTriggers = filter.Triggers ?? Physics2D.queriesHitTriggers };
            contacts.SetLayerMask(filter.Layers);
            return contacts;
        }
    }
}
#endif
