#nullable enable
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public enum QueryTriggerInteraction
    {
        UseGlobal = 0,
        Ignore = 1,
        Collide = 2,
    }

    public partial struct RaycastHit
    {
        public Vector3 point { get; set; }

        public Vector3 normal { get; set; }

        public float distance { get; set; }

        public Collider collider { get; internal set; }

        public Transform transform => rigidbody is { } body ? body.transform : collider.transform;

        public Rigidbody? rigidbody => collider.attachedRigidbody;
    }

    public partial class Physics
    {
        public const int DefaultRaycastLayers = ~(1 << 2);
        public const int AllLayers = ~0;
        public const int IgnoreRaycastLayer = 1 << 2;

        public static void SyncTransforms() => ColliderPoses.Sync();

        public static bool Raycast(Vector3 origin, Vector3 direction) => Raycast(origin, direction, out _);

        public static bool Raycast(Vector3 origin, Vector3 direction, float maxDistance) => Raycast(origin, direction, out _, maxDistance);

        public static bool Raycast(
            Vector3 origin,
            Vector3 direction,
            out RaycastHit hitInfo,
            float maxDistance = float.PositiveInfinity,
            int layerMask = DefaultRaycastLayers)
        {
            var hits = RaycastAll(origin, direction, maxDistance, layerMask, QueryTriggerInteraction.UseGlobal);
            hitInfo = hits.OrderBy(hit => hit.distance).FirstOrDefault();
            return hits.Length > 0;
        }

        public static bool Raycast(
            Ray ray, out RaycastHit hitInfo, float maxDistance = float.PositiveInfinity, int layerMask = DefaultRaycastLayers) =>
            Raycast(ray.origin, ray.direction, out hitInfo, maxDistance, layerMask);

        /// <summary>In no order. What holds the origin is not met.</summary>
        public static RaycastHit[] RaycastAll(
            Vector3 origin, Vector3 direction, float maxDistance, int layerMask, QueryTriggerInteraction queryTriggerInteraction)
        {
            var along = direction.normalized;
            var hits = new List<RaycastHit>();
            foreach (var shape in Shapes(layerMask, queryTriggerInteraction))
                if (shape.Hit(origin, along, out var normal) is { } distance && distance <= maxDistance)
                    hits.Add(new RaycastHit { collider = shape.Collider, distance =
                        distance, normal = normal, point = origin + along * distance });
            return hits.ToArray();
        }

        public static RaycastHit[] SphereCastAll(
            Vector3 origin, float radius, Vector3 direction, float maxDistance,
                int layerMask, QueryTriggerInteraction queryTriggerInteraction) =>
            Sweep(Shape.Sphere(origin, radius), direction.normalized, maxDistance, Shapes(layerMask, queryTriggerInteraction));

        public static RaycastHit[] BoxCastAll(
            Vector3 center, Vector3 halfExtents, Vector3 direction, Quaternion orientation, float maxDistance, int layermask,
            QueryTriggerInteraction queryTriggerInteraction) =>
            Sweep(Shape.Box(center, halfExtents, orientation), direction.normalized, maxDistance, Shapes(
                layermask, queryTriggerInteraction));

        public static Collider[] OverlapSphere(
            Vector3 position, float radius, int layerMask, QueryTriggerInteraction queryTriggerInteraction) =>
            Overlap(Shape.Sphere(position, radius), Shapes(layerMask, queryTriggerInteraction));

        public static Collider[] OverlapBox(
            Vector3 center, Vector3 halfExtents, Quaternion orientation, int layerMask, QueryTriggerInteraction queryTriggerInteraction) =>
            Overlap(Shape.Box(center, halfExtents, orientation), Shapes(layerMask, queryTriggerInteraction));

        private static IEnumerable<Shape> Shapes(int layers, QueryTriggerInteraction triggers) =>
            ColliderPoses.Shapes(
                false, layers, triggers == QueryTriggerInteraction.Collide
                    || (triggers == QueryTriggerInteraction.UseGlobal && queriesHitTriggers));

        private static Collider[] Overlap(Shape with, IEnumerable<Shape> shapes) =>
            shapes.Where(with.Overlaps).Select(shape => shape.Collider).ToArray();

        /// <summary>A collider that overlaps the shape at the start has distance 0, point 0, and a normal against the direction.</summary>
        private static RaycastHit[] Sweep(Shape with, Vector3 along, float maxDistance, IEnumerable<Shape> shapes)
        {
            var hits = new List<RaycastHit>();
            foreach (var shape in shapes)
            {
                if (!(with.Sweep(along, maxDistance, shape) is { } distance)) continue;
                var (point, normal) = distance > 0 ? with.Meeting(with.Center + along * distance, shape) : (Vector3.zero, -along);
                hits.Add(new RaycastHit { collider = shape.Collider, distance = distance, point = point, normal = normal });
            }
            return hits.ToArray();
        }
    }
}
