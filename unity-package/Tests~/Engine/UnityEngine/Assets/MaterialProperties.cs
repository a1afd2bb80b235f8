#nullable enable
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    /// <summary>A material's values, under the names of its serialized form.</summary>
    [Serializable]
    internal sealed class MaterialProperties
    {
        public List<TextureEntry> m_TexEnvs = new List<TextureEntry>();
        public List<IntEntry> m_Ints = new List<IntEntry>();
        public List<FloatEntry> m_Floats = new List<FloatEntry>();
        public List<ColorEntry> m_Colors = new List<ColorEntry>();

        internal MaterialProperties Copy()
        {
            var copy = new MaterialProperties();
            foreach (var e in m_TexEnvs)
                copy.m_TexEnvs.Add(new TextureEntry { first = e.first, second =
                    new TextureValue { m_Texture = e.second.m_Texture, m_Scale = e.second.m_Scale, m_Offset = e.second.m_Offset } });
            foreach (var e in m_Ints) copy.m_Ints.Add(new IntEntry { first = e.first, second = e.second });
            foreach (var e in m_Floats) copy.m_Floats.Add(new FloatEntry { first = e.first, second = e.second });
            foreach (var e in m_Colors) copy.m_Colors.Add(new ColorEntry { first = e.first, second = e.second });
            return copy;
        }

        [Serializable]
        internal sealed class TextureEntry
        {
            public string first = "";
            public TextureValue second = new TextureValue();
        }

        [Serializable]
        internal sealed class TextureValue
        {
            public Texture? m_Texture;
            public Vector2 m_Scale = Vector2.one;
            public Vector2 m_Offset;
        }

        [Serializable]
        internal sealed class IntEntry
        {
            public string first = "";
            public int second;
        }

        [Serializable]
        internal sealed class FloatEntry
        {
            public string first = "";
            public float second;
        }

        [Serializable]
        internal sealed class ColorEntry
        {
            public string first = "";
            public Color second;
        }
    }
}
