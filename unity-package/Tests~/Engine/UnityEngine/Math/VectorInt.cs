using System;
using UnityEngine.Serialization;

namespace UnityEngine
{
    [Serializable]
    public struct Vector2Int : IEquatable<Vector2Int>
    {
        [SerializeField, NativeName("x")] private int m_X;
        [SerializeField, NativeName("y")] private int m_Y;

        public Vector2Int(int x, int y)
        {
            m_X = x;
            m_Y = y;
        }

        public int x { readonly get => m_X; set => m_X = value; }
        public int y { readonly get => m_Y; set => m_Y = value; }
        public static Vector2Int zero => new(0, 0);
        public static Vector2Int one => new(1, 1);
        public static Vector2Int operator +(Vector2Int a, Vector2Int b) => new(a.x + b.x, a.y + b.y);
        public static Vector2Int operator -(Vector2Int a, Vector2Int b) => new(a.x - b.x, a.y - b.y);
        public static bool operator ==(Vector2Int a, Vector2Int b) => a.Equals(b);
        public static bool operator !=(Vector2Int a, Vector2Int b) => !a.Equals(b);
        public static implicit operator Vector2(Vector2Int v) => new(v.x, v.y);
        public readonly bool Equals(Vector2Int other) => m_X == other.m_X && m_Y == other.m_Y;
        public override readonly bool Equals(object other) => other is Vector2Int v && Equals(v);
        public override readonly int GetHashCode() => HashCode.Combine(m_X, m_Y);
        public override readonly string ToString() => $"({m_X}, {m_Y})";
    }

    [Serializable]
    public struct Vector3Int : IEquatable<Vector3Int>
    {
        [SerializeField, NativeName("x")] private int m_X;
        [SerializeField, NativeName("y")] private int m_Y;
        [SerializeField, NativeName("z")] private int m_Z;

        public Vector3Int(int x, int y, int z)
        {
            m_X = x;
            m_Y = y;
            m_Z = z;
        }

        public int x { readonly get => m_X; set => m_X = value; }
        public int y { readonly get => m_Y; set => m_Y = value; }
        public int z { readonly get => m_Z; set => m_Z = value; }
        public static Vector3Int zero => new(0, 0, 0);
        public static Vector3Int one => new(1, 1, 1);
        public static Vector3Int operator +(Vector3Int a, Vector3Int b) => new(a.x + b.x, a.y + b.y, a.z + b.z);
        public static Vector3Int operator -(Vector3Int a, Vector3Int b) => new(a.x - b.x, a.y - b.y, a.z - b.z);
        public static bool operator ==(Vector3Int a, Vector3Int b) => a.Equals(b);
        public static bool operator !=(Vector3Int a, Vector3Int b) => !a.Equals(b);
        public static implicit operator Vector3(Vector3Int v) => new(v.x, v.y, v.z);
        public readonly bool Equals(Vector3Int other) => m_X == other.m_X && m_Y == other.m_Y && m_Z == other.m_Z;
        public override readonly bool Equals(object other) => other is Vector3Int v && Equals(v);
        public override readonly int GetHashCode() => HashCode.Combine(m_X, m_Y, m_Z);
        public override readonly string ToString() => $"({m_X}, {m_Y}, {m_Z})";
    }
}
