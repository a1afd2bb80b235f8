using System;

namespace UnityEngine
{
    [Serializable]
    public struct Bounds : IEquatable<Bounds>
    {
        [SerializeField] private Vector3 m_Center;
        [SerializeField] private Vector3 m_Extent;

        public Bounds(Vector3 center, Vector3 size)
        {
            m_Center = center;
            m_Extent = size * 0.5f;
        }

        public Vector3 center { readonly get => m_Center; set => m_Center = value; }
        public Vector3 size { readonly get => m_Extent * 2f; set => m_Extent = value * 0.5f; }
        public Vector3 extents { readonly get => m_Extent; set => m_Extent = value; }
        public Vector3 min { readonly get => m_Center - m_Extent; set => SetMinMax(value, max); }
        public Vector3 max { readonly get => m_Center + m_Extent; set => SetMinMax(min, value); }

        public void SetMinMax(Vector3 min, Vector3 max)
        {
            m_Extent = (max - min) * 0.5f;
            m_Center = min + m_Extent;
        }

        public void Encapsulate(Vector3 point) => SetMinMax(Vector3.Min(min, point), Vector3.Max(max, point));

        public void Encapsulate(Bounds bounds)
        {
            Encapsulate(bounds.min);
            Encapsulate(bounds.max);
        }

        public void Expand(float amount) => m_Extent += Vector3.one * (amount * 0.5f);

        public readonly bool Contains(Vector3 point) =>
            Mathf.Abs(point.x - m_Center.x) <= m_Extent.x && Mathf.Abs(point.y - m_Center.y) <= m_Extent.y
                && Mathf.Abs(point.z - m_Center.z) <= m_Extent.z;

        public readonly bool Intersects(Bounds other) =>
            min.x <= other.max.x && max.x >= other.min.x && min.y <= other.max.y && max.y >= other.min.y && min.z <= other.max.z
                && max.z >= other.min.z;

        public readonly Vector3 ClosestPoint(Vector3 point) => Vector3.Min(max, Vector3.Max(min, point));
        public static bool operator ==(Bounds a, Bounds b) => a.Equals(b);
        public static bool operator !=(Bounds a, Bounds b) => !a.Equals(b);
        public readonly bool Equals(Bounds other) => m_Center.Equals(other.m_Center) && m_Extent.Equals(other.m_Extent);
        public override readonly bool Equals(object other) => other is Bounds b && Equals(b);
        public override readonly int GetHashCode() => HashCode.Combine(m_Center, m_Extent);
        public override readonly string ToString() => $"Center: {m_Center}, Extents: {m_Extent}";
    }

    [Serializable]
    public struct BoundsInt : IEquatable<BoundsInt>
    {
        [SerializeField] private Vector3Int m_Position;
        [SerializeField] private Vector3Int m_Size;

        public BoundsInt(Vector3Int position, Vector3Int size)
        {
            m_Position = position;
            m_Size = size;
        }

        public Vector3Int position { readonly get => m_Position; set => m_Position = value; }
        public Vector3Int size { readonly get => m_Size; set => m_Size = value; }
        public readonly bool Equals(BoundsInt other) => m_Position == other.m_Position && m_Size == other.m_Size;
        public override readonly bool Equals(object other) => other is BoundsInt b && Equals(b);
        public override readonly int GetHashCode() => HashCode.Combine(m_Position, m_Size);
        public override readonly string ToString() => $"Position: {m_Position}, Size: {m_Size}";
    }
}
