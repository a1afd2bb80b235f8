#nullable enable
namespace UnityEngine
{
    public struct RaycastHit
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

        public static bool Raycast(Vector3 origin, Vector3 direction) => Raycast(origin, direction, out _);

        public static bool Raycast(Vector3 origin, Vector3 direction, float maxDistance) => Raycast(origin, direction, out _, maxDistance);

        public static bool Raycast(
            Vector3 origin, Vector3 direction, out RaycastHit hitInfo, float maxDistance = float.PositiveInfinity, int layerMask = DefaultRaycastLayers)
        {
            hitInfo = default;
            if (!(PhysicsLoop.Cast(origin, direction.normalized, maxDistance, layerMask) is { } hit)) return false;
            hitInfo = new RaycastHit
            {
                collider = hit.Shape.Collider,
                distance = hit.Distance,
                normal = hit.Normal,
                point = origin + direction.normalized * hit.Distance,
            };
            return true;
        }

        public static bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance = float.PositiveInfinity, int layerMask = DefaultRaycastLayers) =>
            Raycast(ray.origin, ray.direction, out hitInfo, maxDistance, layerMask);
    }
}
