using System;
using System.Globalization;

namespace UnityEngine
{
    [Serializable]
    public struct Vector3 : IEquatable<Vector3>
    {
        public const float kEpsilon = 0.00001F;
        public float x;
        public float y;
        public float z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public Vector3(float x, float y) : this(x, y, 0)
        {
        }

        public static Vector3 zero => new(0, 0, 0);
        public static Vector3 one => new(1, 1, 1);
        public static Vector3 up => new(0, 1, 0);
        public static Vector3 down => new(0, -1, 0);
        public static Vector3 left => new(-1, 0, 0);
        public static Vector3 right => new(1, 0, 0);
        public static Vector3 forward => new(0, 0, 1);
        public static Vector3 back => new(0, 0, -1);
        public static Vector3 positiveInfinity => new(float.PositiveInfinity, float.PositiveInfinity, float.PositiveInfinity);
        public static Vector3 negativeInfinity => new(float.NegativeInfinity, float.NegativeInfinity, float.NegativeInfinity);

        public float this[int index]
        {
            readonly get => index switch { 0 => x, 1 => y, 2 => z, _ => throw new IndexOutOfRangeException("Invalid Vector3 index!") };
            set
            {
                if (index == 0) x = value;
                else if (index == 1) y = value;
                else if (index == 2) z = value;
                else throw new IndexOutOfRangeException("Invalid Vector3 index!");
            }
        }

        public readonly float magnitude => (float)Math.Sqrt((double)x * x + (double)y * y + (double)z * z);
        public readonly float sqrMagnitude => x * x + y * y + z * z;
        public readonly Vector3 normalized => magnitude > kEpsilon ? this / magnitude : zero;

        public void Set(float newX, float newY, float newZ) => this = new Vector3(newX, newY, newZ);
        public void Normalize() => this = normalized;
        public void Scale(Vector3 scale) => this = Scale(this, scale);
        public static Vector3 Normalize(Vector3 value) => value.normalized;
        public static float Magnitude(Vector3 vector) => vector.magnitude;
        public static float SqrMagnitude(Vector3 vector) => vector.sqrMagnitude;
        public static float Dot(Vector3 a, Vector3 b) => a.x * b.x + a.y * b.y + a.z * b.z;
        public static Vector3 Cross(Vector3 a, Vector3 b) =>
            new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        public static float Distance(Vector3 a, Vector3 b) => (a - b).magnitude;
        public static Vector3 Scale(Vector3 a, Vector3 b) => new(a.x * b.x, a.y * b.y, a.z * b.z);
        public static Vector3 Lerp(Vector3 a, Vector3 b, float t) => a + (b - a) * Mathf.Clamp01(t);
        public static Vector3 LerpUnclamped(Vector3 a, Vector3 b, float t) => a + (b - a) * t;
        public static Vector3 Min(Vector3 a, Vector3 b) => new(Mathf.Min(a.x, b.x), Mathf.Min(a.y, b.y), Mathf.Min(a.z, b.z));
        public static Vector3 Max(Vector3 a, Vector3 b) => new(Mathf.Max(a.x, b.x), Mathf.Max(a.y, b.y), Mathf.Max(a.z, b.z));
        public static Vector3 ClampMagnitude(Vector3 vector, float maxLength) =>
            vector.magnitude > maxLength ? vector.normalized * maxLength : vector;
        public static Vector3 Project(Vector3 vector, Vector3 onNormal)
        {
            var square = Dot(onNormal, onNormal);
            return square < Mathf.Epsilon ? zero : onNormal * (Dot(vector, onNormal) / square);
        }

        public static Vector3 ProjectOnPlane(Vector3 vector, Vector3 planeNormal) => vector - Project(vector, planeNormal);
        public static Vector3 Reflect(Vector3 inDirection, Vector3 inNormal) =>
            inDirection - 2f * Dot(inNormal, inDirection) * inNormal;

        public static float Angle(Vector3 from, Vector3 to)
        {
            var lengths = (float)Math.Sqrt((double)from.sqrMagnitude * to.sqrMagnitude);
            return lengths < 1e-15f ? 0f : (float)Math.Acos(Mathf.Clamp(Dot(from, to) / lengths, -1f, 1f)) * Mathf.Rad2Deg;
        }

        public static float SignedAngle(Vector3 from, Vector3 to, Vector3 axis) =>
            Angle(from, to) * Mathf.Sign(Dot(axis, Cross(from, to)));

        public static Vector3 MoveTowards(Vector3 current, Vector3 target, float maxDistanceDelta)
        {
            var way = target - current;
            return way.magnitude <= maxDistanceDelta ? target : current + way.normalized * maxDistanceDelta;
        }

        public static Vector3 Slerp(Vector3 a, Vector3 b, float t)
        {
            t = Mathf.Clamp01(t);
            var angle = Angle(a, b) * Mathf.Deg2Rad;
            if (angle < 1e-4f) return Lerp(a, b, t);
            var direction = (a.normalized * Mathf.Sin((1 - t) * angle) + b.normalized * Mathf.Sin(t * angle)) / Mathf.Sin(angle);
            return direction * Mathf.Lerp(a.magnitude, b.magnitude, t);
        }

        public static Vector3 SmoothDamp(Vector3 current, Vector3 target, ref Vector3 currentVelocity, float smoothTime, float maxSpeed,
            float deltaTime) =>
            new(
                Mathf.SmoothDamp(current.x, target.x, ref currentVelocity.x, smoothTime, maxSpeed, deltaTime),
                Mathf.SmoothDamp(current.y, target.y, ref currentVelocity.y, smoothTime, maxSpeed, deltaTime),
                Mathf.SmoothDamp(current.z, target.z, ref currentVelocity.z, smoothTime, maxSpeed, deltaTime));

        public static Vector3 operator +(Vector3 a, Vector3 b) => new(a.x + b.x, a.y + b.y, a.z + b.z);
        public static Vector3 operator -(Vector3 a, Vector3 b) => new(a.x - b.x, a.y - b.y, a.z - b.z);
        public static Vector3 operator -(Vector3 a) => new(-a.x, -a.y, -a.z);
        public static Vector3 operator *(Vector3 a, float d) => new(a.x * d, a.y * d, a.z * d);
        public static Vector3 operator *(float d, Vector3 a) => a * d;
        public static Vector3 operator /(Vector3 a, float d) => new(a.x / d, a.y / d, a.z / d);
        public static bool operator ==(Vector3 a, Vector3 b) => (a - b).sqrMagnitude < kEpsilon * kEpsilon;
        public static bool operator !=(Vector3 a, Vector3 b) => !(a == b);

        public readonly bool Equals(Vector3 other) => x == other.x && y == other.y && z == other.z;
        public override readonly bool Equals(object other) => other is Vector3 v && Equals(v);
        public override readonly int GetHashCode() => HashCode.Combine(x, y, z);
        public override readonly string ToString() => string.Format(CultureInfo.InvariantCulture, "({0:F2}, {1:F2}, {2:F2})", x, y, z);
        public readonly string ToString(string format) => string.Format(
            CultureInfo.InvariantCulture, "({0}, {1}, {2})",
            x.ToString(format, CultureInfo.InvariantCulture), y.ToString(format, CultureInfo.InvariantCulture),
            z.ToString(format, CultureInfo.InvariantCulture));
    }
}
