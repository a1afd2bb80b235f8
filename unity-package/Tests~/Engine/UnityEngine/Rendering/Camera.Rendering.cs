#nullable enable
using System;
using Fairlead.Engine.Raster;
using UnityEngine.Rendering;

namespace UnityEngine
{
    public enum CameraType
    {
        Game = 1,
        SceneView = 2,
        Preview = 4,
        VR = 8,
        Reflection = 16,
    }

    public partial class Camera
    {
        private float ownAspect;

        /// <summary>The target's aspect ratio, unless it was set.</summary>
        public float aspect
        {
            get => ownAspect > 0 ? ownAspect : targetTexture is { } target ? (float)target.width / target.height : 16f / 9;
            set => ownAspect = value;
        }

        public CameraType cameraType { get; set; } = CameraType.Game;

        /// <summary>Only this scene is drawn; of one that is not valid: what is open.</summary>
        public SceneManagement.Scene scene { get; set; }

        /// <summary>A bit per scene; 0: as <see cref="scene"/> says.</summary>
        public ulong overrideSceneCullingMask { get; set; }

        public void ResetAspect() => ownAspect = 0;

        public void CopyFrom(Camera other)
        {
            clearFlags = other.clearFlags;
            backgroundColor = other.backgroundColor;
            nearClipPlane = other.nearClipPlane;
            farClipPlane = other.farClipPlane;
            fieldOfView = other.fieldOfView;
            orthographic = other.orthographic;
            orthographicSize = other.orthographicSize;
            cullingMask = other.cullingMask;
            transform.SetPositionAndRotation(other.transform.position, other.transform.rotation);
        }

        /// <summary>Under a scriptable pipeline nothing is drawn, as users of it know too well.</summary>
        public void Render()
        {
            if (targetTexture is { } target && GraphicsSettings.currentRenderPipeline == null) Draw(target);
        }

        public void SubmitRenderRequest<RequestData>(RequestData renderRequest)
        {
            if (renderRequest == null) throw new ArgumentException($"{nameof(SubmitRenderRequest)} is invoked with invalid renderRequests");
            if (GraphicsSettings.currentRenderPipeline == null)
            {
                Debug.LogWarning("Trying to invoke 'SubmitRenderRequest' when no SRP is set. A scriptable render pipeline is needed for "
                    + "this function call");
                return;
            }
            if (renderRequest is RenderPipeline.StandardRequest { destination: { } target }) Draw(target);
        }

        private void Draw(RenderTexture target) =>
            target.Pixels = Painter.Paint(SceneReader.Read(this), target.width, target.height);
    }
}
