#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Values;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace Fairlead.Editor.Assets
{
    /// <summary>Setting the properties of materials by name, each reported.</summary>
    internal static class MaterialProperties
    {
        private const int AvailableCount = 8;

        /// <summary>Names of C# properties, and the shader properties they stand for.</summary>
        private static readonly Dictionary<string, string[]> Aliases = new Dictionary<string, string[]>
        {
            ["color"] = new[] { "_BaseColor", "_Color", "_UnlitColor" },
            ["maintexture"] = new[] { "_BaseMap", "_MainTex", "_BaseColorMap", "_UnlitColorMap" },
            ["smoothness"] = new[] { "_Smoothness", "_Glossiness" },
            ["glossiness"] = new[] { "_Glossiness", "_Smoothness" },
            ["emission"] = new[] { "_EmissionColor" },
        };

        private static readonly Regex PathShape = new Regex(@"\A([A-Za-z_]\w*)(?:\.([xyzwrgba]))?\z");

        internal static string? MainColor(Material material) => FirstOf(material, "color");

        internal static string? MainTexture(Material material) => FirstOf(material, "maintexture");

        /// <summary>Every property by the shader's name for it.</summary>
        internal static JObject Show(Material material)
        {
            var (shader, shown) = (material.shader, new JObject());
            for (var i = 0; i < shader.GetPropertyCount(); i++)
            {
                var name = shader.GetPropertyName(i);
                shown[name] = shader.GetPropertyType(i) switch
                {
                    ShaderPropertyType.Color => Json(material.GetColor(name)),
                    ShaderPropertyType.Vector => Json((Color)material.GetVector(name)),
                    ShaderPropertyType.Texture => Json(material.GetTexture(name)),
                    ShaderPropertyType.Int => material.GetInteger(name),
                    _ => Plain(material.GetFloat(name)),
                };
            }
            return shown;
        }

        /// <summary>One report per property, in the order given; the colour first.</summary>
        internal static List<JObject> SetAll(Material material, double[]? color, JObject? properties)
        {
            var reports = new List<JObject>();
            if (color != null) reports.Add(Set(material, "color", new JArray(color)));
            foreach (var property in properties?.Properties() ?? Enumerable.Empty<JProperty>())
                reports.Add(Set(material, property.Name, property.Value));
            return reports;
        }

        /// <summary>The results with their counts.</summary>
        /// <exception cref="ToolFault"><c>unknown_property</c> or <c>invalid_arguments</c>: none could be set</exception>
        internal static JObject Report(IReadOnlyList<JObject> results, string what) => PropertyReport.Of(results, what);

        /// <summary>Sets one property of this material, which may be an asset or an object's own.</summary>
        internal static JObject Set(Material material, string path, JToken value)
        {
            var shape = PathShape.Match(path);
            var index = shape.Success ? IndexOf(material.shader, shape.Groups[1].Value) : -1;
            if (index < 0)
                return PropertyReport.Failed(
                    path,
                    $"The shader \"{material.shader.name}\" has no property \"{path}\".",
                    Available(material.shader, path));
            try
            {
                var letter = shape.Groups[2].Value;
                return letter.Length == 0 ? Whole(material, index, path, value) : Part(material, index, path, letter, value);
            }
            catch (FormatException e)
            {
                return PropertyReport.Failed(path, $"{path}: {e.Message}");
            }
        }

        private static JObject Whole(Material material, int index, string path, JToken value)
        {
            var (shader, name) = (material.shader, material.shader.GetPropertyName(index));
            switch (shader.GetPropertyType(index))
            {
                case ShaderPropertyType.Color:
                    var before = material.GetColor(name);
                    material.SetColor(name, ClrValues.ColorOf(value));
                    if (name == "_EmissionColor") Emission(material);
                    return PropertyReport.Done(path, "Color", Json(before), Json(material.GetColor(name)));
                case ShaderPropertyType.Vector:
                    var old = material.GetVector(name);
                    var vector = Numbers(value, 4, 4, "[0, 1, 0, 0]");
                    material.SetVector(name, new Vector4(vector[0], vector[1], vector[2], vector[3]));
                    return PropertyReport.Done(path, "Vector4", Json((Color)old), Json((Color)material.GetVector(name)));
                case ShaderPropertyType.Texture:
                    var texture = material.GetTexture(name);
                    material.SetTexture(name, Texture(value));
                    return PropertyReport.Done(path, "ObjectReference", Json(texture), Json(material.GetTexture(name)));
                case ShaderPropertyType.Int:
                    var whole = material.GetInteger(name);
                    material.SetInteger(name, (int)Number(value, true));
                    return PropertyReport.Done(path, "int", whole, material.GetInteger(name));
                default:
                    var number = Number(value, false);
                    if (shader.GetPropertyType(index) == ShaderPropertyType.Range)
                        Within(number, shader.GetPropertyRangeLimits(index), value);
                    var previous = material.GetFloat(name);
                    material.SetFloat(name, number);
                    return PropertyReport.Done(path, "float", Plain(previous), Plain(material.GetFloat(name)));
            }
        }

        private static JObject Part(Material material, int index, string path, string letter, JToken value)
        {
            var name = material.shader.GetPropertyName(index);
            var type = material.shader.GetPropertyType(index);
            var channel = (type == ShaderPropertyType.Color ? "rgba" : type == ShaderPropertyType.Vector
                ? "xyzw" : "").IndexOf(letter, StringComparison.Ordinal);
            if (channel < 0) return PropertyReport.Failed(path, $"There is no \"{letter}\" in it.");
            var vector = material.GetVector(name);
            var before = vector[channel];
            vector[channel] = Number(value, false);
            material.SetVector(name, vector);
            return PropertyReport.Done(path, "float", Plain(before), Plain(vector[channel]));
        }

        /// <summary>Switches the keyword of emission: without it a lit shader does not glow, whatever the colour.</summary>
        private static void Emission(Material material)
        {
            if (material.GetColor("_EmissionColor").maxColorComponent > 0)
            {
                material.EnableKeyword("_EMISSION");
                material.globalIlluminationFlags &= ~MaterialGlobalIlluminationFlags.EmissiveIsBlack;
            }
            else
            {
                material.DisableKeyword("_EMISSION");
            }
        }

        private static string? FirstOf(Material material, string alias) => Aliases[alias].FirstOrDefault(material.HasProperty);

        /// <summary>Finds the shader's name (<c>_Color</c>, <c>Color</c>) or C#'s (<c>color</c>, <c>mainTexture</c>); -1: none.</summary>
        private static int IndexOf(Shader shader, string name)
        {
            var wanted = name.ToLowerInvariant();
            var candidates = new List<string> { wanted, "_" + wanted };
            if (Aliases.TryGetValue(wanted, out var others)) candidates.AddRange(others);
            foreach (var candidate in candidates)
                for (var i = 0; i < shader.GetPropertyCount(); i++)
                    if (string.Equals(shader.GetPropertyName(i), candidate, StringComparison.OrdinalIgnoreCase)) return i;
            return -1;
        }

        private static IReadOnlyList<string> Available(Shader shader, string name)
        {
            var names = new List<string> { "color" };
            for (var i = 0; i < shader.GetPropertyCount(); i++) names.Add(shader.GetPropertyName(i));
            return Nearest.Of(name, names, AvailableCount);
        }

        private static Texture? Texture(JToken value)
        {
            try
            {
                return (Texture?)ReferenceValues.Read(value, typeof(Texture), null);
            }
            catch (ValueMismatch mismatch)
            {
                throw new FormatException(mismatch.Message);
            }
        }

        private static float[] Numbers(JToken value, int min, int max, string example)
        {
            if (!(value is JArray list) || list.Count < min || list.Count > max
                || list.Any(n => n.Type != JTokenType.Integer && n.Type != JTokenType.Float))
                throw Expected($"an array of {(min == max ? $"{min}" : $"{min} or {max}")} numbers, e.g. {example}", value);
            return list.Select(n => (float)n).ToArray();
        }

        private static float Number(JToken value, bool whole)
        {
            var isWhole = value.Type == JTokenType.Integer || value.Type == JTokenType.Float && (double)value % 1 == 0;
            if (whole ? !isWhole : value.Type != JTokenType.Integer && value.Type != JTokenType.Float)
                throw Expected(whole ? "a whole number, e.g. 3" : "a number, e.g. 1.5", value);
            return (float)value;
        }

        private static void Within(float number, Vector2 limits, JToken value)
        {
            if (number < limits.x) throw Expected($"a number of at least {limits.x}", value);
            if (number > limits.y) throw Expected($"a number of at most {limits.y}", value);
        }

        private static FormatException Expected(string shape, JToken got)
        {
            var json = got.ToString(Formatting.None);
            return new FormatException($"Expected {shape}; got {(json.Length > 60 ? json.Substring(0, 57) + "…" : json)}.");
        }

        /// <summary>The number as people write it: 0.1 and not 0.10000000149011612.</summary>
        private static double Plain(float number) =>
            double.Parse(number.ToString("R", System.Globalization.CultureInfo.InvariantCulture),
                System.Globalization.CultureInfo.InvariantCulture);

        private static JToken Json(Color color) => new JArray(Plain(color.r), Plain(color.g), Plain(color.b), Plain(color.a));

        private static JToken Json(Texture? texture)
        {
            if (texture == null) return JValue.CreateNull();
            var path = AssetDatabase.GetAssetPath(texture);
            return path.Length > 0 ? path : texture.name;
        }
    }
}
