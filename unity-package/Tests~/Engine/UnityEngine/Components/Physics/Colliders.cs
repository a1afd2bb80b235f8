namespace UnityEngine
{
    [Physics(3)]
    [RequireComponent(typeof(Transform))]
    public partial class Collider : Component
    {
        [SerializeField] private PhysicsMaterial m_Material;
        [SerializeField] private LayerMask m_IncludeLayers;
        [SerializeField] private LayerMask m_ExcludeLayers;
        [SerializeField] private bool m_IsTrigger;
        [SerializeField] private bool m_ProvidesContacts;
        [SerializeField, HideInInspector] private bool m_Enabled = true;

        public PhysicsMaterial material { get => m_Material; set => Set(ref m_Material, value); }
        public PhysicsMaterial sharedMaterial { get => m_Material; set => Set(ref m_Material, value); }
        public LayerMask includeLayers { get => m_IncludeLayers; set => Set(ref m_IncludeLayers, value); }
        public LayerMask excludeLayers { get => m_ExcludeLayers; set => Set(ref m_ExcludeLayers, value); }
        public bool isTrigger { get => m_IsTrigger; set => Set(ref m_IsTrigger, value); }
        public bool providesContacts { get => m_ProvidesContacts; set => Set(ref m_ProvidesContacts, value); }
        public bool enabled { get => m_Enabled; set => Set(ref m_Enabled, value); }
    }

    public partial class BoxCollider : Collider
    {
        [SerializeField] private Vector3 m_Size = Vector3.one;
        [SerializeField] private Vector3 m_Center;

        internal override void SetDefaults()
        {
            if (gameObject.GetComponent<MeshFilter>() is not { sharedMesh: { } mesh }) return;
            (m_Size, m_Center) = (mesh.bounds.size, mesh.bounds.center);
        }

        public Vector3 size { get => m_Size; set => Set(ref m_Size, value); }
        public Vector3 center { get => m_Center; set => Set(ref m_Center, value); }
    }

    public partial class SphereCollider : Collider
    {
        [SerializeField] private float m_Radius = 0.5f;
        [SerializeField] private Vector3 m_Center;

        internal override void SetDefaults()
        {
            if (gameObject.GetComponent<MeshFilter>() is not { sharedMesh: { } mesh }) return;
            (m_Radius, m_Center) = (Mathf.Max(mesh.bounds.extents.x, mesh.bounds.extents.y, mesh.bounds.extents.z), mesh.bounds.center);
        }

        public float radius { get => m_Radius; set => Set(ref m_Radius, value); }
        public Vector3 center { get => m_Center; set => Set(ref m_Center, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Radius = Mathf.Max(m_Radius, 0f);
        }
    }

    public partial class CapsuleCollider : Collider
    {
        [SerializeField] private float m_Radius = 0.5f;
        [SerializeField] private float m_Height = 1;
        [SerializeField] private int m_Direction = 1;
        [SerializeField] private Vector3 m_Center;

        internal override void SetDefaults()
        {
            if (gameObject.GetComponent<MeshFilter>() is not { sharedMesh: { } mesh }) return;
            (m_Radius, m_Height, m_Center) =
                (Mathf.Max(mesh.bounds.extents.x, mesh.bounds.extents.z), mesh.bounds.size.y, mesh.bounds.center);
        }

        public float radius { get => m_Radius; set => Set(ref m_Radius, value); }
        public float height { get => m_Height; set => Set(ref m_Height, value); }
        public int direction { get => m_Direction; set => Set(ref m_Direction, value); }
        public Vector3 center { get => m_Center; set => Set(ref m_Center, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Radius = Mathf.Max(m_Radius, 0f);
            m_Height = Mathf.Max(m_Height, 0f);
            m_Direction = Mathf.Clamp(m_Direction, 0, 2);
        }
    }

    public partial class MeshCollider : Collider
    {
        [SerializeField] private bool m_Convex;
        [SerializeField] private Mesh m_Mesh;

        internal override void SetDefaults()
        {
            if (gameObject.GetComponent<MeshFilter>() is not { sharedMesh: { } mesh }) return;
            m_Mesh = mesh;
        }

        public bool convex { get => m_Convex; set => Set(ref m_Convex, value); }
        public Mesh sharedMesh { get => m_Mesh; set => Set(ref m_Mesh, value); }
    }

    [DisallowMultipleComponent]
    public partial class CharacterController : Collider
    {
        [SerializeField] private float m_Height = 2;
        [SerializeField] private float m_Radius = 0.5f;
        [SerializeField] private float m_SlopeLimit = 45;
        [SerializeField] private float m_StepOffset = 0.3f;
        [SerializeField] private float m_SkinWidth = 0.08f;
        [SerializeField] private float m_MinMoveDistance = 0.001f;
        [SerializeField] private Vector3 m_Center;

        public float height { get => m_Height; set => Set(ref m_Height, value); }
        public float radius { get => m_Radius; set => Set(ref m_Radius, value); }
        public float slopeLimit { get => m_SlopeLimit; set => Set(ref m_SlopeLimit, value); }
        public float stepOffset { get => m_StepOffset; set => Set(ref m_StepOffset, value); }
        public float skinWidth { get => m_SkinWidth; set => Set(ref m_SkinWidth, value); }
        public float minMoveDistance { get => m_MinMoveDistance; set => Set(ref m_MinMoveDistance, value); }
        public Vector3 center { get => m_Center; set => Set(ref m_Center, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Height = Mathf.Max(m_Height, 0f);
            m_Radius = Mathf.Max(m_Radius, 0f);
            m_SlopeLimit = Mathf.Clamp(m_SlopeLimit, 0f, 180f);
            m_StepOffset = Mathf.Max(m_StepOffset, 0f);
            m_SkinWidth = Mathf.Max(m_SkinWidth, 0.0001f);
            m_MinMoveDistance = Mathf.Max(m_MinMoveDistance, 0f);
        }
    }
}
