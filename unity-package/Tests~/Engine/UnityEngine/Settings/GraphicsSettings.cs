#nullable enable
using System;

namespace UnityEngine.Rendering
{
    public abstract partial class RenderPipelineAsset : ScriptableObject
    {
        public virtual Material? defaultMaterial => null;

        public virtual Shader? defaultShader => null;
    }

    public sealed partial class GraphicsSettings : Object
    {
        internal GraphicsSettings()
        {
        }

        /// <summary>The pipeline's asset; null: the built-in pipeline.</summary>
        public static RenderPipelineAsset? defaultRenderPipeline { get; set; }

        public static RenderPipelineAsset? currentRenderPipeline => defaultRenderPipeline;

        public static bool isScriptableRenderPipelineEnabled => currentRenderPipeline != null;

        public static Type? currentRenderPipelineAssetType => currentRenderPipeline?.GetType();

        /// <summary>Which pipeline's package the project has; set by the editor.</summary>
        internal static Func<RenderPipelineAsset?> Find { get; set; } = () => null;

        internal static void Load() => defaultRenderPipeline = Find();
    }
}

namespace UnityEngine.Rendering.Universal
{
    /// <summary>Stands for the asset of the Universal pipeline's package.</summary>
    internal sealed class UniversalRenderPipelineAsset : RenderPipelineAsset
    {
        public override Material? defaultMaterial => BuiltinResources.FindMaterial("Lit");

        public override Shader? defaultShader => BuiltinShaders.Find("Universal Render Pipeline/Lit");
    }
}

namespace UnityEngine.Rendering.HighDefinition
{
    /// <summary>Stands for the asset of the High Definition pipeline's package.</summary>
    internal sealed class HDRenderPipelineAsset : RenderPipelineAsset
    {
        public override Material? defaultMaterial => null;

        public override Shader? defaultShader => BuiltinShaders.Find("HDRP/Lit");
    }
}
