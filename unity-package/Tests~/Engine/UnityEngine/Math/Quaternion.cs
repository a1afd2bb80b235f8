using System;
using System.Globalization;

namespace UnityEngine
{
    [Serializable]
    public struct Quaternion : IEquatable<Quaternion>
    {
        public float x;
        public float y;
        public float z;
        public float w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion identity => new(0, 0, 0, 1);

        public float this[int index]
        {
            readonly get => index switch { 0 => x, 1 => y, 2 => z, 3 => w, _ =>
                throw new IndexOutOfRangeException("Invalid Quaternion index!") };
            set
            {
                switch (index)
                {
                    case 0: x = value; break;
                    case 1: y = value; break;
                    case 2: z = value; break;
                    case 3: w = value; break;
                    default: throw new IndexOutOfRangeException("Invalid Quaternion index!");
                }
            }
        }

        public readonly Quaternion normalized
        {
            get
            {
                var length = Math.Sqrt((double)x * x + (double)y * y + (double)z * z + (double)w * w);
                return length < 1e-12 ? identity
                    : new Quaternion((float)(x / length), (float)(y / length), (float)(z / length), (float)(w / length));
            }
        }

        /// <summary>Degrees, 0–360; rotations apply in the order z, x, y.</summary>
        public Vector3 eulerAngles
        {
            readonly get
            {
                double qx = x, qy = y, qz = z, qw = w;
                var sine = 2 * (qw * qx - qy * qz);
                double ax, ay, az;
                if (Math.Abs(sine) > 0.999999)
                {
                    // Straight up or down: the roll is folded into the heading.
                    ax = Math.PI / 2 * Math.Sign(sine);
                    ay = 2 * Math.Atan2(qy, qw);
                    az = 0;
                }
                else
                {
                    ax = Math.Asin(sine);
                    ay = Math.Atan2(2 * (qw * qy + qx * qz), 1 - 2 * (qx * qx + qy * qy));
                    az = Math.Atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qx * qx + qz * qz));
                }
                return new Vector3(Turn(ax), Turn(ay), Turn(az));
            }
            set => this = Euler(value);
        }

        private static float Turn(double radians)
        {
            var degrees = radians * 180 / Math.PI;
            if (degrees < -0.0001) degrees += 360;
            else if (degrees > 359.9999) degrees -= 360;
            return (float)degrees;
        }

        public static Quaternion Euler(float x, float y, float z) => Euler(new Vector3(x, y, z));

        public static Quaternion Euler(Vector3 euler)
        {
            double Half(float degrees) => degrees * Math.PI / 360;
            double sx = Math.Sin(Half(euler.x)), cx = Math.Cos(Half(euler.x));
            double sy = Math.Sin(Half(euler.y)), cy = Math.Cos(Half(euler.y));
            double sz = Math.Sin(Half(euler.z)), cz = Math.Cos(Half(euler.z));
            return new Quaternion(
                (float)(cy * sx * cz + sy * cx * sz),
                (float)(sy * cx * cz - cy * sx * sz),
                (float)(cy * cx * sz - sy * sx * cz),
                (float)(cy * cx * cz + sy * sx * sz));
        }

        public static Quaternion AngleAxis(float angle, Vector3 axis)
        {
            var half = angle * Mathf.Deg2Rad / 2;
            var direction = axis.normalized * Mathf.Sin(half);
            return axis == Vector3.zero ? identity : new Quaternion(direction.x, direction.y, direction.z, Mathf.Cos(half));
        }

        public static Quaternion LookRotation(Vector3 forward) => LookRotation(forward, Vector3.up);

        public static Quaternion LookRotation(Vector3 forward, Vector3 upwards)
        {
            if (forward.sqrMagnitude < 1e-12f) return identity;
            var z = forward.normalized;
            var x = Vector3.Cross(upwards, z);
            if (x.sqrMagnitude < 1e-12f) return FromToRotation(Vector3.forward, z);
            x = x.normalized;
            return FromAxes(x, Vector3.Cross(z, x), z);
        }

        internal static Quaternion FromAxes(Vector3 x, Vector3 y, Vector3 z)
        {
            var trace = x.x + y.y + z.z;
            if (trace > 0)
            {
                var s = Mathf.Sqrt(trace + 1) * 2;
                return new Quaternion((y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4).normalized;
            }
            if (x.x > y.y && x.x > z.z)
            {
                var s = Mathf.Sqrt(1 + x.x - y.y - z.z) * 2;
                return new Quaternion(s / 4, (y.x + x.y) / s, (z.x + x.z) / s, (y.z - z.y) / s).normalized;
            }
            if (y.y > z.z)
            {
                var s = Mathf.Sqrt(1 + y.y - x.x - z.z) * 2;
                return new Quaternion((y.x + x.y) / s, s / 4, (z.y + y.z) / s, (z.x - x.z) / s).normalized;
            }
            var t = Mathf.Sqrt(1 + z.z - x.x - y.y) * 2;
            return new Quaternion((z.x + x.z) / t, (z.y + y.z) / t, t / 4, (x.y - y.x) / t).normalized;
        }

        public static Quaternion FromToRotation(Vector3 fromDirection, Vector3 toDirection)
        {
            var a = fromDirection.normalized;
            var b = toDirection.normalized;
            var dot = Vector3.Dot(a, b);
            if (dot < -0.99999f)
            {
                var axis = Vector3.Cross(Vector3.up, a);
                return AngleAxis(180, axis.sqrMagnitude < 1e-6f ? Vector3.Cross(Vector3.right, a) : axis);
            }
            var cross = Vector3.Cross(a, b);
            return new Quaternion(cross.x, cross.y, cross.z, 1 + dot).normalized;
        }

        public static Quaternion Inverse(Quaternion rotation) => new(-rotation.x, -rotation.y, -rotation.z, rotation.w);
        public static Quaternion Normalize(Quaternion q) => q.normalized;
        public static float Dot(Quaternion a, Quaternion b) => a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;

        public static float Angle(Quaternion a, Quaternion b)
        {
            var dot = Mathf.Min(Mathf.Abs(Dot(a, b)), 1f);
            return dot > 0.999999f ? 0f : Mathf.Acos(dot) * 2f * Mathf.Rad2Deg;
        }

        public static Quaternion Lerp(Quaternion a, Quaternion b, float t)
        {
            t = Mathf.Clamp01(t);
            var sign = Dot(a, b) < 0 ? -1f : 1f;
            return new Quaternion(
                a.x + (b.x * sign - a.x) * t, a.y + (b.y * sign - a.y) * t,
                a.z + (b.z * sign - a.z) * t, a.w + (b.w * sign - a.w) * t).normalized;
        }

        public static Quaternion Slerp(Quaternion a, Quaternion b, float t) => SlerpUnclamped(a, b, Mathf.Clamp01(t));

        public static Quaternion SlerpUnclamped(Quaternion a, Quaternion b, float t)
        {
            var dot = Dot(a, b);
            var sign = dot < 0 ? -1f : 1f;
            dot = Mathf.Min(dot * sign, 1f);
            if (dot > 0.9995f) return Lerp(a, b, t);
            var angle = Mathf.Acos(dot);
            float p = Mathf.Sin((1 - t) * angle) / Mathf.Sin(angle), q = Mathf.Sin(t * angle) / Mathf.Sin(angle) * sign;
            return new Quaternion(a.x * p + b.x * q, a.y * p + b.y * q, a.z * p + b.z * q, a.w * p + b.w * q);
        }

        public static Quaternion RotateTowards(Quaternion from, Quaternion to, float maxDegreesDelta)
        {
            var angle = Angle(from, to);
            return angle == 0f ? to : SlerpUnclamped(from, to, Mathf.Min(1f, maxDegreesDelta / angle));
        }

        public static Quaternion operator *(Quaternion a, Quaternion b) => new(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
            a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);

        public static Vector3 operator *(Quaternion rotation, Vector3 point)
        {
            var axis = new Vector3(rotation.x, rotation.y, rotation.z);
            var twice = Vector3.Cross(axis, point) * 2f;
            return point + twice * rotation.w + Vector3.Cross(axis, twice);
        }

        public static bool operator ==(Quaternion a, Quaternion b) => Dot(a, b) > 1f - 0.000001f;
        public static bool operator !=(Quaternion a, Quaternion b) => !(a == b);
        public readonly bool Equals(Quaternion other) => x == other.x && y == other.y && z == other.z && w == other.w;
        public override readonly bool Equals(object other) => other is Quaternion q && Equals(q);
        public override readonly int GetHashCode() => HashCode.Combine(x, y, z, w);
        public override readonly string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "({0:F5}, {1:F5}, {2:F5}, {3:F5})", x, y, z, w);
    }
}
