#nullable enable
using System;

namespace UnityEngine
{
    /// <summary>
    /// A collider in the world: a box that may stand askew, or a segment with a radius (sphere and capsule).
    /// Meshes count as the box around them.
    /// </summary>
    internal sealed partial class Shape
    {
        /// <summary>A flat mesh is a floor: its box reaches this far down, so that nothing falls through it.</summary>
        private const float FloorDepth = 1;

        private const float Flat = 1e-4f;

        private readonly Component? owner;
        private readonly Vector3 half;
        private readonly Vector3 a;
        private readonly Vector3 b;

        private Shape(Component? owner, Vector3 center, Quaternion rotation, Vector3 half)
        {
            this.owner = owner;
            Center = center;
            Rotation = rotation;
            this.half = half;
        }

        private Shape(Component? owner, Vector3 a, Vector3 b, float radius)
        {
            this.owner = owner;
            this.a = a;
            this.b = b;
            Radius = radius;
            Center = (a + b) * 0.5f;
            Rotation = Quaternion.identity;
        }

        /// <summary>The collider of a 3D shape.</summary>
        internal Collider Collider => (Collider)owner!;

        internal Vector3 Center { get; private set; }

        private Quaternion Rotation { get; }

        /// <summary>0: a box.</summary>
        private float Radius { get; }

        internal Bounds Bounds
        {
            get
            {
                if (Radius > 0)
                {
                    var round = new Bounds(Center, Vector3.zero);
                    round.Encapsulate(a + Vector3.one * Radius);
                    round.Encapsulate(a - Vector3.one * Radius);
                    round.Encapsulate(b + Vector3.one * Radius);
                    round.Encapsulate(b - Vector3.one * Radius);
                    return round;
                }
                return new Bounds(Center, new Vector3(Reach(Vector3.right), Reach(Vector3.up), Reach(Vector3.forward)) * 2);
            }
        }

        /// <summary>Returns null if it has no volume.</summary>
        internal static Shape? Of(Collider collider)
        {
            var at = collider.transform;
            var scale = Abs(at.lossyScale);
            switch (collider)
            {
                case BoxCollider box:
                    return new Shape(collider, at.TransformPoint(box.center), at.rotation, Vector3.Scale(Abs(box.size), scale) * 0.5f);
                case SphereCollider sphere:
                    var middle = at.TransformPoint(sphere.center);
                    return new Shape(collider, middle, middle, sphere.radius * Mathf.Max(scale.x, scale.y, scale.z));
                case CapsuleCollider capsule:
                    return Capsule(collider, at, scale, capsule.center, capsule.radius, capsule.height, capsule.direction);
                case CharacterController controller:
                    return Capsule(collider, at, scale, controller.center, controller.radius, controller.height, 1);
                case MeshCollider { sharedMesh: { } mesh }:
                    return OfMesh(collider, at, scale, mesh.bounds);
                default:
                    return null;
            }
        }

        /// <summary>How deep this one is in the other, and where it has to go; false: they do not touch.</summary>
        internal bool Touches(Shape other, out Vector3 away, out float depth, out Vector3 point)
        {
            if (Radius > 0)
            {
                var mine = Nearest(other.Center);
                var theirs = other.NearestTo(mine);
                // Once more from there: for a segment the nearest point depends on the other's.
                mine = Nearest(theirs);
                theirs = other.NearestTo(mine);
                return RoundAgainst(other, mine, theirs, out away, out depth, out point);
            }
            if (other.Radius > 0)
            {
                var touches = other.Touches(this, out away, out depth, out point);
                away = -away;
                return touches;
            }
            return BoxAgainstBox(other, out away, out depth, out point);
        }

        /// <summary>Distance along a ray to the first point of the shape; null: it misses.</summary>
        internal float? Hit(Vector3 origin, Vector3 direction, out Vector3 normal)
        {
            normal = -direction;
            return Radius > 0 ? HitRound(origin, direction, out normal) : HitBox(origin, direction, out normal);
        }

        private static Shape Capsule(
            Collider collider, Transform at, Vector3 scale, Vector3 center, float radius, float height, int direction)
        {
            var axis = direction == 0 ? Vector3.right : direction == 1 ? Vector3.up : Vector3.forward;
            var along = direction == 0 ? scale.x : direction == 1 ? scale.y : scale.z;
            var across = direction == 0 ? Mathf.Max(scale.y, scale.z)
                : direction == 1 ? Mathf.Max(scale.x, scale.z)
                : Mathf.Max(scale.x, scale.y);
            var thick = radius * across;
            var reach = Mathf.Max(0, height * along * 0.5f - thick);
            var middle = at.TransformPoint(center);
            var offset = at.rotation * axis * reach;
            return new Shape(collider, middle - offset, middle + offset, thick);
        }

        private static Shape OfMesh(Collider collider, Transform at, Vector3 scale, Bounds bounds)
        {
            var half = Vector3.Scale(bounds.extents, scale);
            var center = at.TransformPoint(bounds.center);
            if (half.y >= Flat) return new Shape(collider, center, at.rotation, half);
            half.y = FloorDepth * 0.5f;
            return new Shape(collider, center - at.rotation * Vector3.up * half.y, at.rotation, half) { isFloor = true };
        }

        private bool RoundAgainst(Shape other, Vector3 mine, Vector3 theirs, out Vector3 away, out float depth, out Vector3 point)
        {
            var between = mine - theirs;
            var distance = between.magnitude;
            point = theirs;
            if (other.Radius == 0 && distance < 1e-6f)
            {
                // The middle is inside of the box: out through the nearest face.
                other.Inside(mine, out away, out var toFace);
                depth = toFace + Radius;
                return true;
            }
            away = distance < 1e-6f ? Vector3.up : between / distance;
            depth = Radius + (other.Radius > 0 ? other.Radius : 0) - distance;
            if (other.Radius > 0) point = theirs + away * other.Radius;
            return depth > 0;
        }

        /// <summary>The nearest point on a segment.</summary>
        private Vector3 Nearest(Vector3 to)
        {
            var along = b - a;
            var length = along.sqrMagnitude;
            return length < 1e-9f ? a : a + along * Mathf.Clamp01(Vector3.Dot(to - a, along) / length);
        }

        /// <summary>On or in a box, or on the middle line of a round one.</summary>
        private Vector3 NearestTo(Vector3 to)
        {
            if (Radius > 0) return Nearest(to);
            var local = Quaternion.Inverse(Rotation) * (to - Center);
            var inside = new Vector3(
                Mathf.Clamp(local.x, -half.x, half.x), Mathf.Clamp(local.y, -half.y, half.y), Mathf.Clamp(local.z, -half.z, half.z));
            return Center + Rotation * inside;
        }

        private void Inside(Vector3 at, out Vector3 away, out float distance)
        {
            var local = Quaternion.Inverse(Rotation) * (at - Center);
            distance = float.PositiveInfinity;
            var axis = Vector3.up;
            for (var i = 0; i < 3; i++)
            {
                var left = half[i] - Math.Abs(local[i]);
                if (left >= distance) continue;
                distance = left;
                axis = Vector3.zero;
                axis[i] = local[i] < 0 ? -1 : 1;
            }
            away = Rotation * axis;
        }

        /// <summary>Separating axes: the faces of both and the products of their edges.</summary>
        private bool BoxAgainstBox(Shape other, out Vector3 away, out float depth, out Vector3 point)
        {
            away = Vector3.up;
            depth = float.PositiveInfinity;
            point = NearestTo(other.Center);
            for (var i = 0; i < 15; i++)
            {
                var axis = i < 3 ? Axis(i) : i < 6 ? other.Axis(i - 3) : Vector3.Cross(Axis((i - 6) / 3), other.Axis((i - 6) % 3));
                var length = axis.magnitude;
                if (length < 1e-4f) continue;
                axis /= length;
                var distance = Vector3.Dot(Center - other.Center, axis);
                var overlap = Reach(axis) + other.Reach(axis) - Math.Abs(distance);
                if (overlap <= 0) return false;
                // Edges only where they are clearly better: faces make things lie still.
                if (overlap >= depth - (i < 6 ? 0 : 1e-3f)) continue;
                depth = overlap;
                away = distance < 0 ? -axis : axis;
            }
            point = other.NearestTo(Center - away * Reach(away));
            return true;
        }

        private Vector3 Axis(int i) => Rotation * (i == 0 ? Vector3.right : i == 1 ? Vector3.up : Vector3.forward);

        private float Reach(Vector3 direction)
        {
            var local = Quaternion.Inverse(Rotation) * direction;
            return Math.Abs(local.x) * half.x + Math.Abs(local.y) * half.y + Math.Abs(local.z) * half.z;
        }

        private float? HitRound(Vector3 origin, Vector3 direction, out Vector3 normal)
        {
            normal = -direction;
            // Towards the sphere around the point of the segment that the ray passes nearest.
            var middle = Nearest(origin + direction * Mathf.Max(0, Vector3.Dot(Center - origin, direction)));
            var to = middle - origin;
            var along = Vector3.Dot(to, direction);
            var beside = to.sqrMagnitude - along * along;
            var inside = Radius * Radius - beside;
            if (inside < 0) return null;
            var distance = along - Mathf.Sqrt(inside);
            if (distance < 0) return null;
            normal = (origin + direction * distance - middle).normalized;
            return distance;
        }

        private float? HitBox(Vector3 origin, Vector3 direction, out Vector3 normal)
        {
            normal = -direction;
            var back = Quaternion.Inverse(Rotation);
            var from = back * (origin - Center);
            var along = back * direction;
            var (enter, leave, face) = (float.NegativeInfinity, float.PositiveInfinity, 0);
            for (var i = 0; i < 3; i++)
            {
                if (Math.Abs(along[i]) < 1e-9f)
                {
                    if (Math.Abs(from[i]) > half[i]) return null;
                    continue;
                }
                var near = (-Math.Sign(along[i]) * half[i] - from[i]) / along[i];
                var far = (Math.Sign(along[i]) * half[i] - from[i]) / along[i];
                if (near > enter) (enter, face) = (near, i);
                if (far < leave) leave = far;
            }
            if (enter > leave || enter < 0) return null;
            var outward = Vector3.zero;
            outward[face] = -Math.Sign(along[face]);
            normal = Rotation * outward;
            return enter;
        }

        private static Vector3 Abs(Vector3 v) => new Vector3(Math.Abs(v.x), Math.Abs(v.y), Math.Abs(v.z));
    }
}
