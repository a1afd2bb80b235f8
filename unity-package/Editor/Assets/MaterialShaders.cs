#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace Fairlead.Editor.Assets
{
    /// <summary>Which shader a material gets, and changing it without losing its look.</summary>
    internal static class MaterialShaders
    {
        private static readonly string[] Common =
        {
            "Standard", "Unlit/Color", "Unlit/Texture", "Unlit/Transparent", "Sprites/Default", "UI/Default",
            "Universal Render Pipeline/Lit", "Universal Render Pipeline/Simple Lit", "Universal Render Pipeline/Unlit", "HDRP/Lit",
                "HDRP/Unlit",
        };

        /// <summary>The project's default lit shader, by render pipeline.</summary>
        internal static Shader Default()
        {
            var pipeline = GraphicsSettings.currentRenderPipeline;
            var found = pipeline != null ? pipeline.defaultShader : Shader.Find("Standard");
            return found != null ? found : Need("Standard");
        }

        /// <exception cref="ToolFault"><c>not_found</c> with near names</exception>
        internal static Shader Need(string name)
        {
            var found = Shader.Find(name);
            if (found != null) return found;
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"There is no shader \"{name}\".",
                "Use one of the nearest shaders.",
                new JObject { ["nearest"] = new JArray(Nearest.Of(name, Names())) });
        }

        /// <summary>Colour and texture go along where the new shader calls them otherwise.</summary>
        internal static void Change(Material material, Shader shader)
        {
            var (tint, map) = (MaterialProperties.MainColor(material), MaterialProperties.MainTexture(material));
            var color = tint == null ? (Color?)null : material.GetColor(tint);
            var texture = map == null ? null : material.GetTexture(map);
            material.shader = shader;
            if (color is { } kept && MaterialProperties.MainColor(material) is { } newTint && newTint != tint)
                material.SetColor(newTint, kept);
            if (texture != null && MaterialProperties.MainTexture(material) is { } newMap && newMap != map)
                material.SetTexture(newMap, texture);
        }

        private static IEnumerable<string> Names() =>
            Common.Where(name => Shader.Find(name) != null)
                .Concat(AssetDatabase.FindAssets("t:Shader", new[] { "Assets" })
                    .Select(guid => AssetDatabase.LoadAssetAtPath<Shader>(AssetDatabase.GUIDToAssetPath(guid)))
                    .Where(shader => shader != null)
                    .Select(shader => shader!.name))
                .Distinct();
    }
}
