#nullable enable
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public partial struct ContactFilter2D
    {
        public bool useTriggers;
        public bool useLayerMask;
        public LayerMask layerMask;

        public void SetLayerMask(LayerMask layerMask)
        {
            this.layerMask = layerMask;
            useLayerMask = true;
        }
    }

    public partial struct RaycastHit2D
    {
        public Vector2 point { get; set; }

        public Vector2 normal { get; set; }

        public float distance { get; set; }

        public Collider2D collider { get; internal set; }
    }

    public partial class Collider2D
    {
        public Bounds bounds
        {
            get
            {
                if (!(ColliderPoses.Of(this) is { } shape)) return new Bounds(transform.position, Vector3.zero);
                var (center, size) = (shape.Bounds.center, shape.Bounds.size);
                return new Bounds(new Vector3(center.x, center.y, transform.position.z), new Vector3(size.x, size.y, 0));
            }
        }

        public Vector2 ClosestPoint(Vector2 position) => ColliderPoses.Of(this)?.ClosestPoint(position) ?? (Vector3)position;
    }

    public partial class Physics2D
    {
        public static bool queriesHitTriggers { get; set; } = true;

        public static bool queriesStartInColliders { get; set; } = true;

        public static void SyncTransforms() => ColliderPoses.Sync();

        /// <summary>A collider that contains the origin is hit at once, unless the project's settings say otherwise.</summary>
        public static int Raycast(
            Vector2 origin, Vector2 direction, ContactFilter2D contactFilter, List<RaycastHit2D> results, float distance =
                float.PositiveInfinity)
        {
            results.Clear();
            Vector3 along = direction.normalized;
            foreach (var shape in Shapes(contactFilter))
            {
                if (shape.Overlaps(Shape.Circle(null, origin, 1e-5f))) Start(results, shape, origin, along);
                else if (shape.Hit(origin, along, out var normal) is { } at && at <= distance)
                    results.Add(new RaycastHit2D { collider = Of(
                        shape), distance = at, normal = normal, point = origin + direction.normalized * at });
            }
            return results.Count;
        }

        public static int CircleCast(
            Vector2 origin, float radius, Vector2 direction, ContactFilter2D contactFilter, List<RaycastHit2D> results,
            float distance = float.PositiveInfinity) =>
            Sweep(Shape.Circle(null, origin, radius), direction.normalized, distance, contactFilter, results);

        public static int BoxCast(
            Vector2 origin, Vector2 size, float angle, Vector2 direction, ContactFilter2D contactFilter, List<RaycastHit2D> results,
            float distance = float.PositiveInfinity) =>
            Sweep(Shape.Rectangle(null, origin, size * 0.5f, angle), direction.normalized, distance, contactFilter, results);

        public static int OverlapCircle(Vector2 point, float radius, ContactFilter2D contactFilter, List<Collider2D> results) =>
            Overlap(Shape.Circle(null, point, radius), contactFilter, results);

        public static int OverlapBox(Vector2 point, Vector2 size, float angle, ContactFilter2D contactFilter, List<Collider2D> results) =>
            Overlap(Shape.Rectangle(null, point, size * 0.5f, angle), contactFilter, results);

        private static IEnumerable<Shape> Shapes(ContactFilter2D filter) =>
            ColliderPoses.Shapes(true, filter.useLayerMask ? (int)filter.layerMask : ~0, filter.useTriggers);

        private static Collider2D Of(Shape shape) => (Collider2D)shape.Owner!;

        private static void Start(List<RaycastHit2D> results, Shape shape, Vector2 origin, Vector2 along)
        {
            if (queriesStartInColliders) results.Add(new RaycastHit2D { collider = Of(shape), point = origin, normal = -along });
        }

        private static int Overlap(Shape with, ContactFilter2D filter, List<Collider2D> results)
        {
            results.Clear();
            results.AddRange(Shapes(filter).Where(with.Overlaps).Select(Of));
            return results.Count;
        }

        private static int Sweep(Shape with, Vector3 along, float maxDistance, ContactFilter2D filter, List<RaycastHit2D> results)
        {
            results.Clear();
            foreach (var shape in Shapes(filter))
            {
                if (!(with.Sweep(along, maxDistance, shape) is { } distance)) continue;
                if (distance == 0)
                {
                    Start(results, shape, with.Center, along);
                    continue;
                }
                var (point, normal) = with.Meeting(with.Center + along * distance, shape);
                results.Add(new RaycastHit2D { collider = Of(shape), distance = distance, point = point, normal = normal });
            }
            return results.Count;
        }
    }
}
