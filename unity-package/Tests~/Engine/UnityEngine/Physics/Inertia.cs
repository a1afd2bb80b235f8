#nullable enable
using System;

namespace UnityEngine
{
    /// <summary>How hard a body is to turn, from its colliders as if they were solid and of one material, as Unity computes it.</summary>
    internal static class Inertia
    {
        /// <summary>Along the body's own axes, around its centre of mass. Without a solid collider Unity takes 1.</summary>
        internal static Vector3 Of(Rigidbody body)
        {
            var volume = 0f;
            var center = Vector3.zero;
            foreach (var collider in body.GetComponentsInChildren<Collider>())
            {
                if (!Counts(collider, body)) continue;
                var part = PartOf(collider, body);
                volume += part.Volume;
                center += part.Center * part.Volume;
            }
            if (volume <= 0) return Vector3.one;
            center /= volume;
            var sum = Vector3.zero;
            foreach (var collider in body.GetComponentsInChildren<Collider>())
            {
                if (!Counts(collider, body)) continue;
                var part = PartOf(collider, body);
                var mass = body.mass * part.Volume / volume;
                var away = Vector3.Scale(part.Center - center, part.Center - center);
                sum += part.Turning * mass;
                sum += new Vector3(away.y + away.z, away.x + away.z, away.x + away.y) * mass;
            }
            return sum;
        }

        private static bool Counts(Collider collider, Rigidbody body) =>
            collider.enabled && !collider.isTrigger && collider.gameObject.activeInHierarchy
            && ReferenceEquals(collider.attachedRigidbody, body);

        private static Part PartOf(Collider collider, Rigidbody body)
        {
            var scale = collider.transform.lossyScale;
            scale = new Vector3(Math.Abs(scale.x), Math.Abs(scale.y), Math.Abs(scale.z));
            switch (collider)
            {
                case SphereCollider sphere:
                    var radius = sphere.radius * Mathf.Max(scale.x, scale.y, scale.z);
                    var volume = 4f / 3f * Mathf.PI * radius * radius * radius;
                    return At(collider, body, sphere.center, volume, Vector3.one * (0.4f * radius * radius));
                case CapsuleCollider capsule:
                    return Capsule(collider, body, scale, capsule.center, capsule.radius, capsule.height, capsule.direction);
                case CharacterController controller:
                    return Capsule(collider, body, scale, controller.center, controller.radius, controller.height, 1);
                case BoxCollider box:
                    return Box(collider, body, box.center, Vector3.Scale(box.size, scale));
                case MeshCollider { sharedMesh: { } mesh }:
                    return Box(collider, body, mesh.bounds.center, Vector3.Scale(mesh.bounds.size, scale));
                default:
                    return default;
            }
        }

        private static Part Box(Collider collider, Rigidbody body, Vector3 center, Vector3 size)
        {
            var square = Vector3.Scale(size, size);
            var turning = new Vector3(square.y + square.z, square.x + square.z, square.x + square.y) / 12;
            return At(collider, body, center, Math.Abs(size.x * size.y * size.z), turning);
        }

        private static Part Capsule(
            Collider collider, Rigidbody body, Vector3 scale, Vector3 center, float radius, float height, int direction)
        {
            var across = direction == 0 ? Mathf.Max(scale.y, scale.z)
                : direction == 1 ? Mathf.Max(scale.x, scale.z)
                : Mathf.Max(scale.x, scale.y);
            var r = radius * across;
            var h = Math.Max(0, height * scale[direction] - 2 * r);
            // A cylinder between two half spheres.
            var (middle, ends) = (Mathf.PI * r * r * h, 4f / 3f * Mathf.PI * r * r * r);
            var whole = middle + ends;
            if (whole <= 0) return default;
            var (m, e) = (middle / whole, ends / whole);
            var along = m * r * r / 2 + e * 0.4f * r * r;
            var aside = m * (h * h / 12 + r * r / 4) + e * (0.4f * r * r + h * h / 4 + 3f / 8f * h * r);
            var turning = Vector3.one * aside;
            turning[direction] = along;
            return At(collider, body, center, whole, turning);
        }

        /// <summary>Seen from the body. A collider that is turned against it is taken by how much each axis shares.</summary>
        private static Part At(Collider collider, Rigidbody body, Vector3 center, float volume, Vector3 turning)
        {
            var back = Quaternion.Inverse(body.rotation);
            var turn = back * collider.transform.rotation;
            var seen = Vector3.zero;
            for (var axis = 0; axis < 3; axis++)
            {
                var unit = Vector3.zero;
                unit[axis] = 1;
                var shared = turn * unit;
                seen += Vector3.Scale(shared, shared) * turning[axis];
            }
            return new Part(volume, back * (collider.transform.TransformPoint(center) - body.position), seen);
        }

        private readonly struct Part
        {
            internal Part(float volume, Vector3 center, Vector3 turning)
            {
                Volume = volume;
                Center = center;
                Turning = turning;
            }

            internal float Volume { get; }

            internal Vector3 Center { get; }

            /// <summary>Inertia per kilogram.</summary>
            internal Vector3 Turning { get; }
        }
    }
}
