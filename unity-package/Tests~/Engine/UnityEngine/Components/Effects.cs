using UnityEngine.Rendering;

namespace UnityEngine
{
    public enum LODFadeMode
    {
        None = 0,
        CrossFade = 1,
        SpeedTree = 2,
    }

    public enum WindZoneMode
    {
        Directional = 0,
        Spherical = 1,
    }

    [DisallowMultipleComponent]
    public partial class LODGroup : Component
    {
        [SerializeField] private LODFadeMode m_FadeMode;
        [SerializeField] private bool m_AnimateCrossFading;
        [SerializeField] private float m_Size = 1;
        [SerializeField, HideInInspector] private bool m_Enabled = true;

        public LODFadeMode fadeMode { get => m_FadeMode; set => Set(ref m_FadeMode, value); }
        public bool animateCrossFading { get => m_AnimateCrossFading; set => Set(ref m_AnimateCrossFading, value); }
        public float size { get => m_Size; set => Set(ref m_Size, value); }
        public bool enabled { get => m_Enabled; set => Set(ref m_Enabled, value); }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Camera))]
    public partial class FlareLayer : Behaviour
    {
    }

    [DisallowMultipleComponent]
    public partial class WindZone : Component
    {
        [SerializeField] private WindZoneMode m_Mode;
        [SerializeField] private float m_WindMain = 1;

        public WindZoneMode mode { get => m_Mode; set => Set(ref m_Mode, value); }
        public float windMain { get => m_WindMain; set => Set(ref m_WindMain, value); }
    }

    [DisallowMultipleComponent]
    public partial class ReflectionProbe : Behaviour
    {
        [SerializeField] private ReflectionProbeMode m_Mode;
        [SerializeField] private Vector3 m_BoxSize = new(10, 10, 10);
        [SerializeField] private Vector3 m_BoxOffset;
        [SerializeField] private float m_IntensityMultiplier = 1;

        public ReflectionProbeMode mode { get => m_Mode; set => Set(ref m_Mode, value); }
        public Vector3 size { get => m_BoxSize; set => Set(ref m_BoxSize, value); }
        public Vector3 center { get => m_BoxOffset; set => Set(ref m_BoxOffset, value); }
        public float intensity { get => m_IntensityMultiplier; set => Set(ref m_IntensityMultiplier, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_IntensityMultiplier = Mathf.Max(m_IntensityMultiplier, 0f);
        }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Camera))]
    public partial class Skybox : Behaviour
    {
        [SerializeField] private Material m_CustomSkybox;

        public Material material { get => m_CustomSkybox; set => Set(ref m_CustomSkybox, value); }
    }

    [DisallowMultipleComponent]
    public partial class Projector : Behaviour
    {
        [SerializeField] private float m_NearClipPlane = 0.1f;
        [SerializeField] private float m_FarClipPlane = 100;
        [SerializeField] private float m_FieldOfView = 60;
        [SerializeField] private Material m_Material;

        public float nearClipPlane { get => m_NearClipPlane; set => Set(ref m_NearClipPlane, value); }
        public float farClipPlane { get => m_FarClipPlane; set => Set(ref m_FarClipPlane, value); }
        public float fieldOfView { get => m_FieldOfView; set => Set(ref m_FieldOfView, value); }
        public Material material { get => m_Material; set => Set(ref m_Material, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_FieldOfView = Mathf.Clamp(m_FieldOfView, 1f, 179f);
        }
    }
}

namespace UnityEngine.Rendering
{
    public enum ReflectionProbeMode
    {
        Baked = 0,
        Custom = 2,
        Realtime = 1,
    }

    [DisallowMultipleComponent]
    public partial class SortingGroup : Behaviour
    {
        [SerializeField] private int m_SortingOrder;

        public int sortingOrder { get => m_SortingOrder; set => Set(ref m_SortingOrder, value); }
    }
}

namespace UnityEngine.Playables
{
    public enum DirectorWrapMode
    {
        Hold = 0,
        Loop = 1,
        None = 2,
    }

    public partial class PlayableAsset : ScriptableObject
    {
    }

    [DisallowMultipleComponent]
    public partial class PlayableDirector : Behaviour
    {
        [SerializeField] private PlayableAsset m_PlayableAsset;
        [SerializeField] private DirectorWrapMode m_WrapMode = DirectorWrapMode.None;

        public PlayableAsset playableAsset { get => m_PlayableAsset; set => Set(ref m_PlayableAsset, value); }
        public DirectorWrapMode extrapolationMode { get => m_WrapMode; set => Set(ref m_WrapMode, value); }
    }
}
