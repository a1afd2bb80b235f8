#nullable enable
using System;
using Newtonsoft.Json.Linq;
using UnityEngine;
using UnityEngine.Rendering;

namespace Fairlead.Editor.Viewport
{
    /// <summary>The shape that is drawn of an object: a mesh in one colour.</summary>
    internal readonly struct ViewShape : IEquatable<ViewShape>
    {
        /// <summary>The name of a shape that is shown by its bounds only.</summary>
        internal const string BoxName = "box";

        private readonly (string Mesh, Bounds? Bounds, Color Color, Color Emission, bool IsUnlit) values;

        /// <param name="mesh">One of Unity's own by its name, <see cref="BoxName"/>, or the id of a mesh.</param>
        /// <param name="bounds">In the object's own space; null: one of Unity's own meshes.</param>
        /// <param name="material">Null for none, which Unity draws in magenta.</param>
        internal ViewShape(string mesh, Bounds? bounds, Material? material)
        {
            values = material == null
                ? (mesh, bounds, Color.magenta, Color.clear, true)
                : (mesh, bounds, TintOf(material), EmissionOf(material), IsPlain(material.shader));
        }

        /// <summary>A shape in one plain colour.</summary>
        internal ViewShape(Bounds bounds, Color color)
        {
            values = (BoxName, bounds, color, Color.clear, true);
        }

        internal string Mesh => values.Mesh;

        public bool Equals(ViewShape other) => values.Equals(other.values);

        public override bool Equals(object? obj) => obj is ViewShape other && Equals(other);

        public override int GetHashCode() => values.GetHashCode();

        internal JObject ToJson()
        {
            var (mesh, bounds, color, emission, isUnlit) = values;
            var json = new JObject { ["mesh"] = mesh };
            if (bounds is { } box) json["bounds"] = ViewObject.Box(box);
            json["color"] = ViewObject.Rgb(color);
            if (color.a < 1) json["opacity"] = ViewObject.Number(color.a, 3);
            if (emission.maxColorComponent > 0) json["emission"] = ViewObject.Rgb(emission);
            if (isUnlit) json["unlit"] = true;
            return json;
        }

        private static Color TintOf(Material material)
        {
            var color = ColorOf(material, "_BaseColor") ?? ColorOf(material, "_Color") ?? Color.white;
            // An opaque material's alpha means nothing.
            if (material.renderQueue < (int)RenderQueue.Transparent) color.a = 1;
            return color;
        }

        private static Color EmissionOf(Material material) =>
            material.IsKeywordEnabled("_EMISSION") ? ColorOf(material, "_EmissionColor") ?? Color.clear : Color.clear;

        private static Color? ColorOf(Material material, string property) =>
            material.HasProperty(property) ? material.GetColor(property) : (Color?)null;

        private static bool IsPlain(Shader shader)
        {
            if (shader == null) return true;
            var name = shader.name;
            return name.Contains("Unlit") || name.StartsWith("Sprites/", StringComparison.Ordinal)
                || name.StartsWith("UI/", StringComparison.Ordinal);
        }
    }
}
