using System;

namespace UnityEngine
{
    public enum RigidbodyInterpolation
    {
        None = 0,
        Interpolate = 1,
        Extrapolate = 2,
    }

    public enum CollisionDetectionMode
    {
        Discrete = 0,
        Continuous = 1,
        ContinuousDynamic = 2,
        ContinuousSpeculative = 3,
    }

    // Unity has not marked it as flags, though it is.
    public enum RigidbodyConstraints
    {
        None = 0,
        FreezePositionX = 2,
        FreezePositionY = 4,
        FreezePositionZ = 8,
        FreezePosition = 14,
        FreezeRotationX = 16,
        FreezeRotationY = 32,
        FreezeRotationZ = 64,
        FreezeRotation = 112,
        FreezeAll = 126,
    }

    [Physics(3)]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class Rigidbody : Component
    {
        [SerializeField] private float m_Mass = 1;
        [SerializeField] private float m_LinearDamping;
        [SerializeField] private float m_AngularDamping = 0.05f;
        [SerializeField] private Vector3 m_CenterOfMass;
        [SerializeField] private Vector3 m_InertiaTensor = Vector3.one;
        [SerializeField] private LayerMask m_IncludeLayers;
        [SerializeField] private LayerMask m_ExcludeLayers;
        [SerializeField] private bool m_ImplicitCom = true;
        [SerializeField] private bool m_ImplicitTensor = true;
        [SerializeField] private bool m_UseGravity = true;
        [SerializeField] private bool m_IsKinematic;
        [SerializeField] private RigidbodyInterpolation m_Interpolate;
        [SerializeField] private int m_Constraints;
        [SerializeField] private CollisionDetectionMode m_CollisionDetection;

        /// <summary>Only while playing; never saved.</summary>
        public Vector3 linearVelocity { get; set; }

        /// <summary>Radians per second; only while playing.</summary>
        public Vector3 angularVelocity { get; set; }

        public float mass { get => m_Mass; set => Set(ref m_Mass, value); }
        public float linearDamping { get => m_LinearDamping; set => Set(ref m_LinearDamping, value); }
        public float angularDamping { get => m_AngularDamping; set => Set(ref m_AngularDamping, value); }
        public Vector3 centerOfMass { get => m_CenterOfMass; set => Set(ref m_CenterOfMass, value); }
        public Vector3 inertiaTensor
        {
            get => m_ImplicitTensor ? Inertia.Of(this) : m_InertiaTensor;
            set
            {
                Set(ref m_ImplicitTensor, false);
                Set(ref m_InertiaTensor, value);
            }
        }

        public LayerMask includeLayers { get => m_IncludeLayers; set => Set(ref m_IncludeLayers, value); }
        public LayerMask excludeLayers { get => m_ExcludeLayers; set => Set(ref m_ExcludeLayers, value); }
        public bool automaticCenterOfMass { get => m_ImplicitCom; set => Set(ref m_ImplicitCom, value); }
        public bool automaticInertiaTensor { get => m_ImplicitTensor; set => Set(ref m_ImplicitTensor, value); }
        public bool useGravity { get => m_UseGravity; set => Set(ref m_UseGravity, value); }
        public bool isKinematic { get => m_IsKinematic; set => Set(ref m_IsKinematic, value); }
        public RigidbodyInterpolation interpolation { get => m_Interpolate; set => Set(ref m_Interpolate, value); }
        public RigidbodyConstraints constraints { get => (RigidbodyConstraints)m_Constraints; set => Set(ref m_Constraints, (int)value); }
        public CollisionDetectionMode collisionDetectionMode { get => m_CollisionDetection; set => Set(ref m_CollisionDetection, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Mass = Mathf.Max(m_Mass, 0.0000001f);
            m_LinearDamping = Mathf.Max(m_LinearDamping, 0f);
            m_AngularDamping = Mathf.Max(m_AngularDamping, 0f);
        }
    }
}
