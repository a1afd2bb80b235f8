using System;
using System.Globalization;

namespace UnityEngine
{
    [Serializable]
    public struct Color : IEquatable<Color>
    {
        public float r;
        public float g;
        public float b;
        public float a;

        public Color(float r, float g, float b, float a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public Color(float r, float g, float b) : this(r, g, b, 1)
        {
        }

        public static Color red => new(1, 0, 0);
        public static Color green => new(0, 1, 0);
        public static Color blue => new(0, 0, 1);
        public static Color white => new(1, 1, 1);
        public static Color black => new(0, 0, 0);
        public static Color yellow => new(1, 0.92156863f, 0.015686275f);
        public static Color cyan => new(0, 1, 1);
        public static Color magenta => new(1, 0, 1);
        public static Color gray => new(0.5f, 0.5f, 0.5f);
        public static Color grey => gray;
        public static Color clear => new(0, 0, 0, 0);

        public float this[int index]
        {
            readonly get => index switch { 0 => r, 1 => g, 2 => b, 3 => a, _ =>
                throw new IndexOutOfRangeException($"Invalid Color index({index})!") };
            set
            {
                switch (index)
                {
                    case 0: r = value; break;
                    case 1: g = value; break;
                    case 2: b = value; break;
                    case 3: a = value; break;
                    default: throw new IndexOutOfRangeException($"Invalid Color index({index})!");
                }
            }
        }

        public readonly float grayscale => 0.299f * r + 0.587f * g + 0.114f * b;
        public readonly float maxColorComponent => Mathf.Max(Mathf.Max(r, g), b);
        public readonly Color linear => new(ToLinear(r), ToLinear(g), ToLinear(b), a);
        public readonly Color gamma => new(ToGamma(r), ToGamma(g), ToGamma(b), a);

        private static float ToLinear(float v) => v <= 0.04045f ? v / 12.92f : Mathf.Pow((v + 0.055f) / 1.055f, 2.4f);
        private static float ToGamma(float v) => v <= 0.0031308f ? v * 12.92f : 1.055f * Mathf.Pow(v, 1 / 2.4f) - 0.055f;

        public static Color Lerp(Color a, Color b, float t) => LerpUnclamped(a, b, Mathf.Clamp01(t));
        public static Color LerpUnclamped(Color a, Color b, float t) => a + (b - a) * t;

        public static Color HSVToRGB(float H, float S, float V)
        {
            float Channel(float n)
            {
                var k = Mathf.Repeat(n + H * 6f, 6f);
                return V - V * S * Mathf.Max(0, Mathf.Min(Mathf.Min(k, 4 - k), 1));
            }
            return new Color(Channel(5), Channel(3), Channel(1));
        }

        public static Color operator +(Color a, Color b) => new(a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a);
        public static Color operator -(Color a, Color b) => new(a.r - b.r, a.g - b.g, a.b - b.b, a.a - b.a);
        public static Color operator *(Color a, Color b) => new(a.r * b.r, a.g * b.g, a.b * b.b, a.a * b.a);
        public static Color operator *(Color a, float b) => new(a.r * b, a.g * b, a.b * b, a.a * b);
        public static Color operator *(float b, Color a) => a * b;
        public static Color operator /(Color a, float b) => new(a.r / b, a.g / b, a.b / b, a.a / b);
        public static bool operator ==(Color a, Color b) => (Vector4)a == (Vector4)b;
        public static bool operator !=(Color a, Color b) => !(a == b);
        public static implicit operator Vector4(Color c) => new(c.r, c.g, c.b, c.a);
        public static implicit operator Color(Vector4 v) => new(v.x, v.y, v.z, v.w);

        public readonly bool Equals(Color other) => r == other.r && g == other.g && b == other.b && a == other.a;
        public override readonly bool Equals(object other) => other is Color c && Equals(c);
        public override readonly int GetHashCode() => HashCode.Combine(r, g, b, a);
        public override readonly string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "RGBA({0:F3}, {1:F3}, {2:F3}, {3:F3})", r, g, b, a);
    }

    [Serializable]
    public struct Color32
    {
        public byte r;
        public byte g;
        public byte b;
        public byte a;

        public Color32(byte r, byte g, byte b, byte a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public static implicit operator Color32(Color c) => new(Byte(c.r), Byte(c.g), Byte(c.b), Byte(c.a));
        public static implicit operator Color(Color32 c) => new(c.r / 255f, c.g / 255f, c.b / 255f, c.a / 255f);
        private static byte Byte(float v) => (byte)Mathf.Round(Mathf.Clamp01(v) * 255f);
        public override readonly string ToString() => $"RGBA({r}, {g}, {b}, {a})";
    }
}
