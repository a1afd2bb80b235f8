using System;
using System.Globalization;
using UnityEngine.Serialization;

namespace UnityEngine
{
    [Serializable]
    public struct Rect : IEquatable<Rect>
    {
        [SerializeField, NativeName("x")] private float m_XMin;
        [SerializeField, NativeName("y")] private float m_YMin;
        [SerializeField, NativeName("width")] private float m_Width;
        [SerializeField, NativeName("height")] private float m_Height;

        public Rect(float x, float y, float width, float height)
        {
            m_XMin = x;
            m_YMin = y;
            m_Width = width;
            m_Height = height;
        }

        public Rect(Vector2 position, Vector2 size) : this(position.x, position.y, size.x, size.y)
        {
        }

        public static Rect zero => new(0, 0, 0, 0);
        public float x { readonly get => m_XMin; set => m_XMin = value; }
        public float y { readonly get => m_YMin; set => m_YMin = value; }
        public float width { readonly get => m_Width; set => m_Width = value; }
        public float height { readonly get => m_Height; set => m_Height = value; }
        public readonly float xMin => m_XMin;
        public readonly float yMin => m_YMin;
        public readonly float xMax => m_XMin + m_Width;
        public readonly float yMax => m_YMin + m_Height;
        public readonly Vector2 position => new(m_XMin, m_YMin);
        public readonly Vector2 size => new(m_Width, m_Height);
        public readonly Vector2 center => new(m_XMin + m_Width / 2, m_YMin + m_Height / 2);
        public readonly bool Contains(Vector2 point) => point.x >= xMin && point.x < xMax && point.y >= yMin && point.y < yMax;
        public readonly bool Contains(Vector3 point) => Contains((Vector2)point);
        public static bool operator ==(Rect a, Rect b) => a.Equals(b);
        public static bool operator !=(Rect a, Rect b) => !a.Equals(b);
        public readonly bool Equals(Rect other) =>
            m_XMin == other.m_XMin && m_YMin == other.m_YMin && m_Width == other.m_Width && m_Height == other.m_Height;
        public override readonly bool Equals(object other) => other is Rect r && Equals(r);
        public override readonly int GetHashCode() => HashCode.Combine(m_XMin, m_YMin, m_Width, m_Height);
        public override readonly string ToString() => string.Format(
            CultureInfo.InvariantCulture, "(x:{0:F2}, y:{1:F2}, width:{2:F2}, height:{3:F2})", x, y, width, height);
    }

    [Serializable]
    public struct RectInt : IEquatable<RectInt>
    {
        [SerializeField, NativeName("x")] private int m_XMin;
        [SerializeField, NativeName("y")] private int m_YMin;
        [SerializeField, NativeName("width")] private int m_Width;
        [SerializeField, NativeName("height")] private int m_Height;

        public RectInt(int xMin, int yMin, int width, int height)
        {
            m_XMin = xMin;
            m_YMin = yMin;
            m_Width = width;
            m_Height = height;
        }

        public int x { readonly get => m_XMin; set => m_XMin = value; }
        public int y { readonly get => m_YMin; set => m_YMin = value; }
        public int width { readonly get => m_Width; set => m_Width = value; }
        public int height { readonly get => m_Height; set => m_Height = value; }
        public readonly bool Equals(RectInt other) =>
            m_XMin == other.m_XMin && m_YMin == other.m_YMin && m_Width == other.m_Width && m_Height == other.m_Height;
        public override readonly bool Equals(object other) => other is RectInt r && Equals(r);
        public override readonly int GetHashCode() => HashCode.Combine(m_XMin, m_YMin, m_Width, m_Height);
        public override readonly string ToString() => $"(x:{x}, y:{y}, width:{width}, height:{height})";
    }
}
