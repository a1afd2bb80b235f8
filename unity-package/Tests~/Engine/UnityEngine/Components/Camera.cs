using System.Collections.Generic;
using System.Linq;
using UnityEngine.Serialization;

namespace UnityEngine
{
    public enum CameraClearFlags
    {
        Skybox = 1,
        SolidColor = 2,
        Depth = 3,
        Nothing = 4,
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class Camera : Behaviour
    {
        [SerializeField] private CameraClearFlags m_ClearFlags = CameraClearFlags.Skybox;
        [SerializeField] private Color m_BackGroundColor = new(0.19215687f, 0.3019608f, 0.4745098f, 0);
        [SerializeField] private Rect m_NormalizedViewPortRect = new(0, 0, 1, 1);
        [SerializeField, NativeName("near clip plane")] private float m_NearClipPlane = 0.3f;
        [SerializeField, NativeName("far clip plane")] private float m_FarClipPlane = 1000;
        [SerializeField, NativeName("field of view")] private float m_FieldOfView = 60;
        [SerializeField, NativeName("orthographic")] private bool m_Orthographic;
        [SerializeField, NativeName("orthographic size")] private float m_OrthographicSize = 5;
        [SerializeField] private float m_Depth;
        [SerializeField] private LayerMask m_CullingMask = -1;
        [SerializeField] private RenderTexture m_TargetTexture;
        [SerializeField] private int m_TargetDisplay;
        [SerializeField] private bool m_HDR = true;
        [SerializeField] private bool m_AllowMSAA = true;
        [SerializeField] private bool m_OcclusionCulling = true;

        public CameraClearFlags clearFlags { get => m_ClearFlags; set => Set(ref m_ClearFlags, value); }
        public Color backgroundColor { get => m_BackGroundColor; set => Set(ref m_BackGroundColor, value); }
        public Rect rect { get => m_NormalizedViewPortRect; set => Set(ref m_NormalizedViewPortRect, value); }
        public float nearClipPlane { get => m_NearClipPlane; set => Set(ref m_NearClipPlane, value); }
        public float farClipPlane { get => m_FarClipPlane; set => Set(ref m_FarClipPlane, value); }
        public float fieldOfView { get => m_FieldOfView; set => Set(ref m_FieldOfView, value); }
        public bool orthographic { get => m_Orthographic; set => Set(ref m_Orthographic, value); }
        public float orthographicSize { get => m_OrthographicSize; set => Set(ref m_OrthographicSize, value); }
        public float depth { get => m_Depth; set => Set(ref m_Depth, value); }
        public int cullingMask { get => (int)m_CullingMask; set => Set(ref m_CullingMask, (LayerMask)value); }
        public RenderTexture targetTexture { get => m_TargetTexture; set => Set(ref m_TargetTexture, value); }
        public int targetDisplay { get => m_TargetDisplay; set => Set(ref m_TargetDisplay, value); }
        public bool allowHDR { get => m_HDR; set => Set(ref m_HDR, value); }
        public bool allowMSAA { get => m_AllowMSAA; set => Set(ref m_AllowMSAA, value); }
        public bool useOcclusionCulling { get => m_OcclusionCulling; set => Set(ref m_OcclusionCulling, value); }

        public static Camera main => GameObject.FindGameObjectsWithTag("MainCamera").Select(found => found.GetComponent<Camera>())
            .FirstOrDefault(camera => camera is not null && camera.isActiveAndEnabled);
        public static Camera[] allCameras => FindObjects().ToArray();
        public static int allCamerasCount => FindObjects().Count();

        private static IEnumerable<Camera> FindObjects() =>
            ObjectGraph.Find(typeof(Camera), false).Cast<Camera>().Where(camera => camera.enabled);

        internal override void Constrain()
        {
            base.Constrain();
            m_NearClipPlane = Mathf.Max(m_NearClipPlane, 0.01f);
            m_FarClipPlane = Mathf.Max(m_FarClipPlane, 0.01f);
            m_FieldOfView = Mathf.Clamp(m_FieldOfView, 0.00001f, 179f);
        }
    }
}
