#nullable enable
using Fairlead.Core;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>Renders what a camera sees in whichever render pipeline is active.</summary>
    internal static class PictureTaker
    {
        private const int DepthBits = 24;

        /// <summary>Sides are 1 to 1024. Leaves the camera and the active target as they were.</summary>
        /// <exception cref="ToolFault">This editor cannot draw.</exception>
        internal static Pixels Take(Camera camera, int width, int height)
        {
            if (SystemInfo.graphicsDeviceType == GraphicsDeviceType.Null)
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    "Unity runs without graphics (-nographics), so there is no picture.",
                    "Look at the scene with unity_query instead.");
            var target = RenderTexture.GetTemporary(width, height, DepthBits, RenderTextureFormat.ARGB32, RenderTextureReadWrite.sRGB);
            var activeBefore = RenderTexture.active;
            var asyncBefore = ShaderUtil.allowAsyncCompilation;
            try
            {
                // A shader that still compiles would show as plain cyan.
                ShaderUtil.allowAsyncCompilation = false;
                Render(camera, target);
                RenderTexture.active = target;
                // Unity itself turns a camera's picture upright when it is read like this, also where textures begin
                // at the top: its own editor reads pictures so, and turns nothing.
                return Pixels.OfActiveTarget(width, height);
            }
            finally
            {
                ShaderUtil.allowAsyncCompilation = asyncBefore;
                RenderTexture.active = activeBefore;
                RenderTexture.ReleaseTemporary(target);
            }
        }

        private static void Render(Camera camera, RenderTexture target)
        {
            // URP and HDRP draw nothing, or the wrong thing, for Camera.Render: they take requests.
            if (GraphicsSettings.currentRenderPipeline != null)
            {
                var request = new RenderPipeline.StandardRequest { destination = target };
                if (RenderPipeline.SupportsRenderRequest(camera, request))
                {
                    RenderPipeline.SubmitRenderRequest(camera, request);
                    return;
                }
            }
            var targetBefore = camera.targetTexture;
            try
            {
                camera.targetTexture = target;
                camera.Render();
            }
            finally
            {
                camera.targetTexture = targetBefore;
            }
        }
    }
}
