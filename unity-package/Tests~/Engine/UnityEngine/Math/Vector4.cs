using System;
using System.Globalization;

namespace UnityEngine
{
    [Serializable]
    public struct Vector4 : IEquatable<Vector4>
    {
        public float x;
        public float y;
        public float z;
        public float w;

        public Vector4(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public Vector4(float x, float y, float z) : this(x, y, z, 0)
        {
        }

        public static Vector4 zero => new(0, 0, 0, 0);
        public static Vector4 one => new(1, 1, 1, 1);

        public float this[int index]
        {
            readonly get => index switch
            {
                0 => x, 1 => y, 2 => z, 3 => w,
                _ => throw new IndexOutOfRangeException("Invalid Vector4 index!"),
            };
            set
            {
                switch (index)
                {
                    case 0: x = value; break;
                    case 1: y = value; break;
                    case 2: z = value; break;
                    case 3: w = value; break;
                    default: throw new IndexOutOfRangeException("Invalid Vector4 index!");
                }
            }
        }

        public readonly float magnitude => (float)Math.Sqrt(Dot(this, this));
        public readonly float sqrMagnitude => Dot(this, this);
        public static float Dot(Vector4 a, Vector4 b) => a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        public static Vector4 Lerp(Vector4 a, Vector4 b, float t) => a + (b - a) * Mathf.Clamp01(t);
        public static Vector4 operator +(Vector4 a, Vector4 b) => new(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
        public static Vector4 operator -(Vector4 a, Vector4 b) => new(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
        public static Vector4 operator *(Vector4 a, float d) => new(a.x * d, a.y * d, a.z * d, a.w * d);
        public static bool operator ==(Vector4 a, Vector4 b) => (a - b).sqrMagnitude < 1e-10f;
        public static bool operator !=(Vector4 a, Vector4 b) => !(a == b);
        public static implicit operator Vector4(Vector3 v) => new(v.x, v.y, v.z, 0);
        public static implicit operator Vector3(Vector4 v) => new(v.x, v.y, v.z);
        public static implicit operator Vector4(Vector2 v) => new(v.x, v.y, 0, 0);
        public static implicit operator Vector2(Vector4 v) => new(v.x, v.y);

        public readonly bool Equals(Vector4 other) => x == other.x && y == other.y && z == other.z && w == other.w;
        public override readonly bool Equals(object other) => other is Vector4 v && Equals(v);
        public override readonly int GetHashCode() => HashCode.Combine(x, y, z, w);
        public override readonly string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "({0:F2}, {1:F2}, {2:F2}, {3:F2})", x, y, z, w);
    }
}
