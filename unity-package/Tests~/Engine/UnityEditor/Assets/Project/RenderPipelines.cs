#nullable enable
using System;
using System.IO;
using UnityEngine;
using UnityEngine.Rendering;
using UnityEngine.Rendering.HighDefinition;
using UnityEngine.Rendering.Universal;

namespace Fairlead.Engine.Assets
{
    /// <summary>Which render pipeline's package a project has.</summary>
    internal static class RenderPipelines
    {
        internal const string Universal = "com.unity.render-pipelines.universal";
        internal const string HighDefinition = "com.unity.render-pipelines.high-definition";

        internal static bool Has(string projectPath, string package)
        {
            var manifest = Path.Combine(projectPath, "Packages", "manifest.json");
            return File.Exists(manifest) && File.ReadAllText(manifest).Contains($"\"{package}\"");
        }

        /// <summary>The asset of the project's pipeline; null: the built-in one.</summary>
        internal static RenderPipelineAsset? AssetOf(string projectPath) =>
            Has(projectPath, Universal) ? New<UniversalRenderPipelineAsset>()
            : Has(projectPath, HighDefinition) ? New<HDRenderPipelineAsset>()
            : null;

        private static RenderPipelineAsset New<T>()
            where T : RenderPipelineAsset, new() => new T { name = typeof(T).Name, hideFlags = HideFlags.HideAndDontSave };

        /// <summary>Whether a shader that comes with a pipeline is there.</summary>
        internal static bool HasShader(string projectPath, string shader) =>
            shader.StartsWith("Universal Render Pipeline/", StringComparison.Ordinal) ? Has(projectPath, Universal)
            : !shader.StartsWith("HDRP/", StringComparison.Ordinal) || Has(projectPath, HighDefinition);
    }
}
