#nullable enable
using System;

namespace UnityEngine
{
    /// <summary>The geometry behind queries. A query uses a shape of its own, which belongs to no collider.</summary>
    internal sealed partial class Shape
    {
        /// <summary>2D shapes reach this far through Z.</summary>
        private const float FlatDepth = 10_000;

        /// <summary>Nearer than this is a contact.</summary>
        private const float Contact = 1e-4f;

        /// <summary>A cast that has not arrived by then slides along a shape and misses it.</summary>
        private const int MaxSteps = 500;

        private const int Rounds = 16;

        /// <summary>A flat mesh, without the depth that it has for bodies.</summary>
        private bool isFloor;

        internal Component? Owner => owner;

        /// <summary>The bounds that a collider reports.</summary>
        internal Bounds Room =>
            isFloor ? new Shape(owner, Center + Rotation * Vector3.up * half.y, Rotation, new Vector3(half.x, 0, half.z)).Bounds : Bounds;

        /// <summary>True for a shape of 2D physics; its Z is ignored.</summary>
        internal bool IsFlat { get; private set; }

        internal static Shape Sphere(Vector3 center, float radius) => new Shape(null, center, center, radius);

        internal static Shape Box(Vector3 center, Vector3 half, Quaternion rotation) => new Shape(null, center, rotation, half);

        internal static Shape Circle(Component? owner, Vector2 center, float radius) =>
            new Shape(
                owner, (Vector3)center + Vector3.back * FlatDepth, (Vector3)center + Vector3.forward * FlatDepth, radius) { IsFlat = true };

        internal static Shape Rectangle(Component? owner, Vector2 center, Vector2 half, float degrees) =>
            new Shape(owner, center, Quaternion.Euler(0, 0, degrees), new Vector3(half.x, half.y, FlatDepth)) { IsFlat = true };

        /// <summary>Returns null if it has no area. A polygon and a capsule count as the rectangle around them.</summary>
        internal static Shape? Of(Collider2D collider)
        {
            var at = collider.transform;
            var scale = Abs(at.lossyScale);
            Vector2 center = at.TransformPoint(collider.offset);
            var turn = at.rotation.eulerAngles.z;
            switch (collider)
            {
                case BoxCollider2D box:
                    return Rectangle(collider, center, new Vector2(box.size.x * scale.x, box.size.y * scale.y) * 0.5f, turn);
                case CapsuleCollider2D capsule:
                    return Rectangle(collider, center, new Vector2(capsule.size.x * scale.x, capsule.size.y * scale.y) * 0.5f, turn);
                case CircleCollider2D circle:
                    return Circle(collider, center, circle.radius * Mathf.Max(scale.x, scale.y));
                case PolygonCollider2D { points: { Length: > 0 } points }:
                    var around = new Bounds(points[0], Vector3.zero);
                    foreach (var point in points) around.Encapsulate(point);
                    return Rectangle(
                        collider,
                        at.TransformPoint((Vector3)collider.offset + around.center),
                        new Vector2(around.extents.x * scale.x, around.extents.y * scale.y),
                        turn);
                default:
                    return null;
            }
        }

        internal bool Overlaps(Shape other) => Separation(other) <= 0;

        /// <summary>How far this shape gets along a direction until it meets the other; 0: it is in it; null: it never does.</summary>
        internal float? Sweep(Vector3 direction, float maxDistance, Shape other)
        {
            if (Overlaps(other)) return 0;
            var travelled = 0f;
            for (var step = 0; step < MaxSteps && travelled <= maxDistance; step++)
            {
                var apart = Moved(direction * travelled).Separation(other);
                if (apart <= Contact) return travelled;
                travelled += apart;
            }
            return null;
        }

        /// <summary>The point at which the two meet once this one has come so far, and the way the other one's side looks there.</summary>
        internal (Vector3 Point, Vector3 Normal) Meeting(Vector3 at, Shape other)
        {
            // A little further, so that they touch for certain.
            var into = (other.Center - at).normalized * (Contact * 4);
            Moved(at - Center + into).Touches(other, out var away, out _, out var point);
            return (point, away);
        }

        internal Vector3 ClosestPoint(Vector3 to)
        {
            var nearest = NearestTo(to);
            if (Radius == 0) return nearest;
            var out1 = to - nearest;
            return out1.magnitude <= Radius ? to : nearest + out1.normalized * Radius;
        }

        private Shape Moved(Vector3 by) =>
            Radius > 0 ? new Shape(owner, a + by, b + by, Radius) : new Shape(owner, Center + by, Rotation, half);

        /// <summary>A lower bound of the distance between the two; 0 or less: they touch.</summary>
        private float Separation(Shape other)
        {
            if (Radius == 0 && other.Radius == 0) return BoxSeparation(other);
            if (Radius == 0) return other.Separation(this);
            var mine = Nearest(other.Center);
            var theirs = other.NearestTo(mine);
            for (var round = 0; round < Rounds; round++)
            {
                mine = Nearest(theirs);
                theirs = other.NearestTo(mine);
            }
            return (mine - theirs).magnitude - Radius - Math.Max(0, other.Radius);
        }

        private float BoxSeparation(Shape other)
        {
            var most = float.NegativeInfinity;
            for (var i = 0; i < 15; i++)
            {
                var axis = i < 3 ? Axis(i) : i < 6 ? other.Axis(i - 3) : Vector3.Cross(Axis((i - 6) / 3), other.Axis((i - 6) % 3));
                var length = axis.magnitude;
                if (length < 1e-4f) continue;
                axis /= length;
                most = Math.Max(most, Math.Abs(Vector3.Dot(Center - other.Center, axis)) - Reach(axis) - other.Reach(axis));
            }
            return most;
        }
    }
}
