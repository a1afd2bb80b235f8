#nullable enable
using System;

namespace UnityEngine
{
    public enum CubemapFace
    {
        Unknown = -1,
        PositiveX = 0,
        NegativeX = 1,
        PositiveY = 2,
        NegativeY = 3,
        PositiveZ = 4,
        NegativeZ = 5,
    }
}

namespace UnityEngine.Rendering
{
    /// <summary>Stands for URP and HDRP: while one is active, <see cref="Camera.Render"/> draws nothing, and requests do.</summary>
    public abstract class RenderPipeline
    {
        public static bool SupportsRenderRequest<RequestData>(Camera camera, RequestData data)
        {
            if (camera == null) throw new ArgumentNullException(nameof(camera));
            if (data == null) throw new ArgumentNullException(nameof(data));
            return GraphicsSettings.currentRenderPipeline != null && data is StandardRequest;
        }

        public static void SubmitRenderRequest<RequestData>(Camera camera, RequestData data) => camera.SubmitRenderRequest(data);

        public class StandardRequest
        {
            public RenderTexture? destination = null;
            public int mipLevel = 0;
            public CubemapFace face = CubemapFace.Unknown;
            public int slice = 0;
        }
    }
}
