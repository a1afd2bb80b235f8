#nullable enable
using System;

namespace UnityEngine.Rendering
{
    public enum ShaderPropertyType
    {
        Color = 0,
        Vector = 1,
        Float = 2,
        Range = 3,
        Texture = 4,
        Int = 5,
    }

    [Flags]
    public enum ShaderPropertyFlags
    {
        None = 0,
        HideInInspector = 1 << 0,
        PerRendererData = 1 << 1,
        NoScaleOffset = 1 << 2,
        Normal = 1 << 3,
        HDR = 1 << 4,
        Gamma = 1 << 5,
        NonModifiableTextureData = 1 << 6,
        MainTexture = 1 << 7,
        MainColor = 1 << 8,
    }

    public enum RenderQueue
    {
        Background = 1000,
        Geometry = 2000,
        AlphaTest = 2450,
        GeometryLast = 2500,
        Transparent = 3000,
        Overlay = 4000,
    }
}

namespace UnityEngine
{
    using UnityEngine.Rendering;

    /// <summary>One entry of a shader's Properties block.</summary>
    internal sealed class ShaderProperty
    {
        internal ShaderProperty(string name, ShaderPropertyType type, Vector4 value, Vector2 range, ShaderPropertyFlags flags)
        {
            Name = name;
            Type = type;
            Default = value;
            Range = range;
            Flags = flags;
        }

        internal string Name { get; }

        internal ShaderPropertyType Type { get; }

        /// <summary>Colours and vectors whole, numbers in x.</summary>
        internal Vector4 Default { get; }

        /// <summary>Lowest and highest value of a range.</summary>
        internal Vector2 Range { get; }

        internal ShaderPropertyFlags Flags { get; }

        internal static ShaderProperty Color(string name, float r = 1, float g = 1, float b = 1, float a = 1,
            ShaderPropertyFlags flags = ShaderPropertyFlags.None) =>
            new ShaderProperty(name, ShaderPropertyType.Color, new Vector4(r, g, b, a), default, flags);

        internal static ShaderProperty Vector(string name, Vector4 value) =>
            new ShaderProperty(name, ShaderPropertyType.Vector, value, default, ShaderPropertyFlags.None);

        internal static ShaderProperty Float(string name, float value) =>
            new ShaderProperty(name, ShaderPropertyType.Float, new Vector4(value, 0, 0, 0), default, ShaderPropertyFlags.None);

        internal static ShaderProperty Int(string name, int value) =>
            new ShaderProperty(name, ShaderPropertyType.Int, new Vector4(value, 0, 0, 0), default, ShaderPropertyFlags.None);

        internal static ShaderProperty Ranged(string name, float value, float min, float max) =>
            new ShaderProperty(name, ShaderPropertyType.Range, new Vector4(value, 0, 0, 0), new Vector2(min, max),
                ShaderPropertyFlags.None);

        internal static ShaderProperty Texture(string name, ShaderPropertyFlags flags = ShaderPropertyFlags.None) =>
            new ShaderProperty(name, ShaderPropertyType.Texture, default, default, flags);
    }
}
