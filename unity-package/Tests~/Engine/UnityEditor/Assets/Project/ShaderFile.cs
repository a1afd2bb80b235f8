#nullable enable
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using UnityEngine;
using UnityEngine.Rendering;

namespace Fairlead.Engine.Assets
{
    /// <summary>Name and properties of a ShaderLab file; its code is not compiled.</summary>
    internal static class ShaderFile
    {
        private static readonly Regex Header = new Regex(@"\bShader\s+""([^""]+)""");
        private static readonly Regex Block = new Regex(@"\bProperties\s*\{(.*?)\n\s*\}", RegexOptions.Singleline);

        private static readonly Regex Line = new Regex(
            @"^\s*((?:\[[^\]]*\]\s*)*)(\w+)\s*\(\s*""[^""]*""\s*,\s*(\w+)(?:\s*\(\s*([-\d.]+)\s*,\s*([-\d.]+)\s*\))?\s*\)\s*=\s*(.+?)\s*$",
            RegexOptions.Multiline);

        /// <summary>Returns null if the file names none.</summary>
        internal static string? NameIn(string file)
        {
            if (!File.Exists(file)) return null;
            var header = Header.Match(File.ReadAllText(file));
            return header.Success ? header.Groups[1].Value : null;
        }

        /// <summary>Returns null if this is no ShaderLab.</summary>
        internal static Shader? Read(string file)
        {
            if (NameIn(file) is not { } name) return null;
            var block = Block.Match(File.ReadAllText(file)).Groups[1].Value;
            var properties = Line.Matches(block).Cast<Match>().Select(Property).ToArray();
            return new Shader(name, properties, (int)RenderQueue.Geometry);
        }

        private static ShaderProperty Property(Match line)
        {
            var (attributes, name, value) = (line.Groups[1].Value, line.Groups[2].Value, line.Groups[6].Value);
            var flags = (attributes.Contains("MainColor") ? ShaderPropertyFlags.MainColor : 0)
                | (attributes.Contains("MainTexture") ? ShaderPropertyFlags.MainTexture : 0)
                | (attributes.Contains("HDR") ? ShaderPropertyFlags.HDR : 0)
                | (attributes.Contains("HideInInspector") ? ShaderPropertyFlags.HideInInspector : 0);
            var numbers = Numbers(value);
            var vector = new Vector4(numbers[0], numbers[1], numbers[2], numbers[3]);
            return line.Groups[3].Value.ToLowerInvariant() switch
            {
                "color" => new ShaderProperty(name, ShaderPropertyType.Color, vector, default, flags),
                "vector" => new ShaderProperty(name, ShaderPropertyType.Vector, vector, default, flags),
                "range" => new ShaderProperty(name, ShaderPropertyType.Range, vector,
                new Vector2(Number(line.Groups[4].Value), Number(line.Groups[5].Value)), flags),
                "integer" => new ShaderProperty(name, ShaderPropertyType.Int, vector, default, flags),
                "float" or "int" => new ShaderProperty(name, ShaderPropertyType.Float, vector, default, flags),
                _ => new ShaderProperty(name, ShaderPropertyType.Texture, default, default, flags),
            };
        }

        private static List<float> Numbers(string value)
        {
            var numbers = Regex.Matches(value, @"-?\d+(?:\.\d+)?").Cast<Match>().Select(m => Number(m.Value)).Take(4).ToList();
            while (numbers.Count < 4) numbers.Add(0);
            return numbers;
        }

        private static float Number(string text) =>
            float.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : 0;
    }
}
