#nullable enable
using System.Collections.Generic;
using UnityEngine.Rendering;
using static UnityEngine.ShaderProperty;

namespace UnityEngine
{
    /// <summary>The shaders that come with the editor and its render pipelines, with the properties that their materials show.</summary>
    internal static class BuiltinShaders
    {
        private static readonly Dictionary<string, Shader> Made = new Dictionary<string, Shader>();

        /// <summary>Shaders of the built-in pipeline exist always; the others where their package is.</summary>
        internal static IEnumerable<string> Names => Properties.Keys;

        /// <summary>Returns null if there is none of this name.</summary>
        internal static Shader? Find(string name)
        {
            if (Made.TryGetValue(name, out var made) && made != null) return made;
            if (!Properties.TryGetValue(name, out var properties)) return null;
            return Made[name] = new Shader(name, properties, QueueOf(name)) { hideFlags = HideFlags.NotEditable };
        }

        private static int QueueOf(string name) =>
            name.Contains("Transparent") || name.StartsWith("Sprites/") || name.StartsWith("UI/") || name.StartsWith("Particles/")
                ? (int)RenderQueue.Transparent
                : (int)RenderQueue.Geometry;

        private static ShaderProperty[] Lit(string tint, string map, string smoothness) => new[]
        {
            Color(tint, flags: ShaderPropertyFlags.MainColor),
            Texture(map, ShaderPropertyFlags.MainTexture),
            Ranged("_Cutoff", 0.5f, 0, 1),
            Ranged(smoothness, 0.5f, 0, 1),
            Ranged("_Metallic", 0, 0, 1),
            Texture("_MetallicGlossMap"),
            Float("_BumpScale", 1),
            Texture("_BumpMap", ShaderPropertyFlags.Normal),
            Ranged("_Parallax", 0.02f, 0.005f, 0.08f),
            Texture("_ParallaxMap"),
            Ranged("_OcclusionStrength", 1, 0, 1),
            Texture("_OcclusionMap"),
            Color("_EmissionColor", 0, 0, 0, 1, ShaderPropertyFlags.HDR),
            Texture("_EmissionMap"),
            Float("_SrcBlend", 1),
            Float("_DstBlend", 0),
            Float("_ZWrite", 1),
        };

        private static ShaderProperty[] UniversalSurface() => new[]
        {
            Float("_WorkflowMode", 1),
            Float("_Surface", 0),
            Float("_Blend", 0),
            Float("_Cull", 2),
            Float("_AlphaClip", 0),
            Float("_ReceiveShadows", 1),
        };

        private static ShaderProperty[] Tinted() => new[] { Color("_Color"), Texture("_MainTex") };

        private static ShaderProperty[] Joined(ShaderProperty[] first, ShaderProperty[] more)
        {
            var all = new List<ShaderProperty>(first);
            all.AddRange(more);
            return all.ToArray();
        }

        private static readonly Dictionary<string, ShaderProperty[]> Properties = new Dictionary<string, ShaderProperty[]>
        {
            ["Standard"] = Joined(Lit("_Color", "_MainTex", "_Glossiness"), new[] { Float("_Mode", 0) }),
            ["Standard (Specular setup)"] =
                Joined(Lit("_Color", "_MainTex", "_Glossiness"), new[] { Color("_SpecColor", 0.2f, 0.2f, 0.2f) }),
            ["Unlit/Color"] = new[] { Color("_Color") },
            ["Unlit/Texture"] = new[] { Texture("_MainTex") },
            ["Unlit/Transparent"] = new[] { Texture("_MainTex") },
            ["Unlit/Transparent Cutout"] = new[] { Texture("_MainTex"), Ranged("_Cutoff", 0.5f, 0, 1) },
            ["Sprites/Default"] = Tinted(),
            ["UI/Default"] = Tinted(),
            ["Particles/Standard Unlit"] = Tinted(),
            ["Legacy Shaders/Diffuse"] = Tinted(),
            ["Skybox/Procedural"] = new[]
            {
                Ranged("_SunSize", 0.04f, 0, 1),
                Ranged("_AtmosphereThickness", 1, 0, 5),
                Color("_SkyTint", 0.5f, 0.5f, 0.5f),
                Color("_GroundColor", 0.369f, 0.349f, 0.341f),
                Ranged("_Exposure", 1.3f, 0, 8),
            },
            ["Universal Render Pipeline/Lit"] = Joined(Lit("_BaseColor", "_BaseMap", "_Smoothness"), UniversalSurface()),
            ["Universal Render Pipeline/Simple Lit"] = Joined(Lit("_BaseColor", "_BaseMap", "_Smoothness"), UniversalSurface()),
            ["Universal Render Pipeline/Unlit"] = Joined(
                new[] { Color("_BaseColor", flags: ShaderPropertyFlags.MainColor), Texture("_BaseMap", ShaderPropertyFlags.MainTexture) },
                UniversalSurface()),
            ["HDRP/Lit"] = Lit("_BaseColor", "_BaseColorMap", "_Smoothness"),
            ["HDRP/Unlit"] = new[] { Color("_UnlitColor", flags: ShaderPropertyFlags.MainColor),
                Texture("_UnlitColorMap", ShaderPropertyFlags.MainTexture) },
        };
    }
}
