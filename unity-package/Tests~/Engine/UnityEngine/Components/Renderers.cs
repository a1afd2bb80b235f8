using UnityEngine.Rendering;

namespace UnityEngine
{
    [Exclusive("renderer")]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class Renderer : Component
    {
        [SerializeField, HideInInspector] private bool m_Enabled = true;
        [SerializeField] private ShadowCastingMode m_CastShadows = ShadowCastingMode.On;
        [SerializeField] private bool m_ReceiveShadows = true;
        [SerializeField] private LightProbeUsage m_LightProbeUsage = LightProbeUsage.BlendProbes;
        [SerializeField] private ReflectionProbeUsage m_ReflectionProbeUsage = ReflectionProbeUsage.BlendProbes;
        [SerializeField] private uint m_RenderingLayerMask = 1;
        [SerializeField] private Material[] m_Materials = { null };
        [SerializeField] private int m_SortingLayerID;
        [SerializeField] private int m_SortingOrder;

        public Material[] sharedMaterials { get => (Material[])m_Materials.Clone(); set =>
            Set(ref m_Materials, (Material[])value.Clone()); }

        public Material sharedMaterial
        {
            get => m_Materials.Length > 0 ? m_Materials[0] : null;
            set
            {
                if (m_Materials.Length == 0) m_Materials = new Material[1];
                m_Materials[0] = value;
                EngineEvents.Changed(this);
            }
        }

        /// <summary>Makes the material this renderer's own; in edit mode that leaks it into the scene, and Unity complains.</summary>
        public Material material
        {
            get
            {
                if (!EngineEvents.IsPlaying())
                    EngineEvents.LogError(
                        "Instantiating material due to calling renderer.material during edit mode. This will leak materials into the "
                        + "scene. You most likely want to use renderer.sharedMaterial instead.");
                if (sharedMaterial is { } shared && !shared.name.EndsWith(" (Instance)", System.StringComparison.Ordinal))
                    sharedMaterial = new Material(shared) { name = shared.name + " (Instance)" };
                return sharedMaterial;
            }
            set => sharedMaterial = value;
        }

        public Material[] materials { get => sharedMaterials; set => sharedMaterials = value; }

        internal virtual Bounds LocalBounds => new(Vector3.zero, Vector3.one);

        public Bounds localBounds => LocalBounds;

        /// <summary>No batches here.</summary>
        public bool isPartOfStaticBatch => false;

        /// <summary>In world space.</summary>
        public Bounds bounds
        {
            get
            {
                var local = LocalBounds;
                var matrix = transform.localToWorldMatrix;
                var world = new Bounds(matrix.MultiplyPoint3x4(local.center), Vector3.zero);
                for (var corner = 0; corner < 8; corner++)
                    world.Encapsulate(matrix.MultiplyPoint3x4(local.center + new Vector3(
                        (corner & 1) == 0 ? local.extents.x : -local.extents.x,
                        (corner & 2) == 0 ? local.extents.y : -local.extents.y,
                        (corner & 4) == 0 ? local.extents.z : -local.extents.z)));
                return world;
            }
        }

        public bool enabled { get => m_Enabled; set => Set(ref m_Enabled, value); }
        public ShadowCastingMode shadowCastingMode { get => m_CastShadows; set => Set(ref m_CastShadows, value); }
        public bool receiveShadows { get => m_ReceiveShadows; set => Set(ref m_ReceiveShadows, value); }
        public LightProbeUsage lightProbeUsage { get => m_LightProbeUsage; set => Set(ref m_LightProbeUsage, value); }
        public ReflectionProbeUsage reflectionProbeUsage { get => m_ReflectionProbeUsage; set => Set(ref m_ReflectionProbeUsage, value); }
        public uint renderingLayerMask { get => m_RenderingLayerMask; set => Set(ref m_RenderingLayerMask, value); }
        public int sortingLayerID { get => m_SortingLayerID; set => Set(ref m_SortingLayerID, value); }
        public int sortingOrder { get => m_SortingOrder; set => Set(ref m_SortingOrder, value); }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class MeshFilter : Component
    {
        [SerializeField] private Mesh m_Mesh;

        public Mesh sharedMesh { get => m_Mesh; set => Set(ref m_Mesh, value); }
    }

    public partial class MeshRenderer : Renderer
    {
        internal override Bounds LocalBounds =>
            gameObject.GetComponent<MeshFilter>() is { sharedMesh: { } mesh } ? mesh.bounds : new Bounds(Vector3.zero, Vector3.zero);
    }

    public enum SkinQuality
    {
        Auto = 0,
        Bone1 = 1,
        Bone2 = 2,
        Bone4 = 4,
    }

    public partial class SkinnedMeshRenderer : Renderer
    {
        [SerializeField] private SkinQuality m_Quality;
        [SerializeField] private bool m_UpdateWhenOffscreen;
        [SerializeField] private Mesh m_Mesh;
        [SerializeField] private Transform m_RootBone;

        public SkinQuality quality { get => m_Quality; set => Set(ref m_Quality, value); }
        public bool updateWhenOffscreen { get => m_UpdateWhenOffscreen; set => Set(ref m_UpdateWhenOffscreen, value); }
        public Mesh sharedMesh { get => m_Mesh; set => Set(ref m_Mesh, value); }
        public Transform rootBone { get => m_RootBone; set => Set(ref m_RootBone, value); }
    }
}

namespace UnityEngine.Rendering
{
    public enum ShadowCastingMode
    {
        Off = 0,
        On = 1,
        TwoSided = 2,
        ShadowsOnly = 3,
    }

    public enum LightProbeUsage
    {
        Off = 0,
        BlendProbes = 1,
        UseProxyVolume = 2,
        CustomProvided = 4,
    }

    public enum ReflectionProbeUsage
    {
        Off = 0,
        BlendProbes = 1,
        BlendProbesAndSkybox = 2,
        Simple = 3,
    }
}
