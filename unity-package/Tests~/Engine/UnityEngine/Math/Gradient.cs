using System;
using System.Linq;

namespace UnityEngine
{
    public enum GradientMode
    {
        Blend = 0,
        Fixed = 1,
        PerceptualBlend = 2,
    }

    [Serializable]
    public struct GradientColorKey
    {
        public Color color;
        public float time;

        public GradientColorKey(Color col, float time)
        {
            color = col;
            this.time = time;
        }
    }

    [Serializable]
    public struct GradientAlphaKey
    {
        public float alpha;
        public float time;

        public GradientAlphaKey(float alpha, float time)
        {
            this.alpha = alpha;
            this.time = time;
        }
    }

    [Serializable]
    public class Gradient : IEquatable<Gradient>
    {
        [SerializeField] private GradientColorKey[] m_ColorKeys = { new(Color.white, 0), new(Color.white, 1) };
        [SerializeField] private GradientAlphaKey[] m_AlphaKeys = { new(1, 0), new(1, 1) };
        [SerializeField] private GradientMode m_Mode;

        public GradientColorKey[] colorKeys
        {
            get => (GradientColorKey[])m_ColorKeys.Clone();
            set => m_ColorKeys = value.OrderBy(key => key.time).ToArray();
        }

        public GradientAlphaKey[] alphaKeys
        {
            get => (GradientAlphaKey[])m_AlphaKeys.Clone();
            set => m_AlphaKeys = value.OrderBy(key => key.time).ToArray();
        }

        public GradientMode mode { get => m_Mode; set => m_Mode = value; }

        public void SetKeys(GradientColorKey[] colorKeys, GradientAlphaKey[] alphaKeys)
        {
            this.colorKeys = colorKeys;
            this.alphaKeys = alphaKeys;
        }

        public Color Evaluate(float time)
        {
            var color = m_ColorKeys.Length == 0 ? Color.white : At(m_ColorKeys.Select(key => (key.time, key.color)).ToArray(), time);
            color.a = m_AlphaKeys.Length == 0 ? 1
                : At(m_AlphaKeys.Select(key => (key.time, new Color(0, 0, 0, key.alpha))).ToArray(), time).a;
            return color;
        }

        private Color At((float Time, Color Color)[] keys, float time)
        {
            var right = Array.FindIndex(keys, key => key.Time >= time);
            if (right < 0) return keys[^1].Color;
            if (right == 0 || m_Mode == GradientMode.Fixed) return keys[right].Color;
            return Color.Lerp(keys[right - 1].Color, keys[right].Color, Mathf.InverseLerp(keys[right - 1].Time, keys[right].Time, time));
        }

        public bool Equals(Gradient other) =>
            other is not null && m_Mode == other.m_Mode && m_ColorKeys.SequenceEqual(other.m_ColorKeys)
                && m_AlphaKeys.SequenceEqual(other.m_AlphaKeys);
        public override bool Equals(object o) => Equals(o as Gradient);
        public override int GetHashCode() => m_ColorKeys.Length;
    }
}
