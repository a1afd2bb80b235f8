using System;

namespace UnityEngine
{
    public enum RigidbodyType2D
    {
        Dynamic = 0,
        Kinematic = 1,
        Static = 2,
    }

    public enum RigidbodyInterpolation2D
    {
        None = 0,
        Interpolate = 1,
        Extrapolate = 2,
    }

    public enum CollisionDetectionMode2D
    {
        Discrete = 0,
        Continuous = 1,
    }

    public enum CapsuleDirection2D
    {
        Vertical = 0,
        Horizontal = 1,
    }

    [Flags]
    public enum RigidbodyConstraints2D
    {
        None = 0,
        FreezePositionX = 1,
        FreezePositionY = 2,
        FreezePosition = 3,
        FreezeRotation = 4,
        FreezeAll = 7,
    }

    public partial class PhysicsMaterial2D : Object
    {
    }

    [Physics(2)]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class Rigidbody2D : Component
    {
        [SerializeField] private RigidbodyType2D m_BodyType;
        [SerializeField] private bool m_Simulated = true;
        [SerializeField] private bool m_UseAutoMass;
        [SerializeField] private float m_Mass = 1;
        [SerializeField] private float m_LinearDamping;
        [SerializeField] private float m_AngularDamping = 0.05f;
        [SerializeField] private float m_GravityScale = 1;
        [SerializeField] private PhysicsMaterial2D m_Material;
        [SerializeField] private RigidbodyInterpolation2D m_Interpolate;
        [SerializeField] private CollisionDetectionMode2D m_CollisionDetection;
        [SerializeField] private int m_Constraints;

        /// <summary>Only while playing; never saved.</summary>
        public Vector2 linearVelocity { get; set; }

        public RigidbodyType2D bodyType { get => m_BodyType; set => Set(ref m_BodyType, value); }
        public bool simulated { get => m_Simulated; set => Set(ref m_Simulated, value); }
        public bool useAutoMass { get => m_UseAutoMass; set => Set(ref m_UseAutoMass, value); }
        public float mass { get => m_Mass; set => Set(ref m_Mass, value); }
        public float linearDamping { get => m_LinearDamping; set => Set(ref m_LinearDamping, value); }
        public float angularDamping { get => m_AngularDamping; set => Set(ref m_AngularDamping, value); }
        public float gravityScale { get => m_GravityScale; set => Set(ref m_GravityScale, value); }
        public PhysicsMaterial2D sharedMaterial { get => m_Material; set => Set(ref m_Material, value); }
        public RigidbodyInterpolation2D interpolation { get => m_Interpolate; set => Set(ref m_Interpolate, value); }
        public CollisionDetectionMode2D collisionDetectionMode { get => m_CollisionDetection; set => Set(ref m_CollisionDetection, value); }
        public RigidbodyConstraints2D constraints { get => (RigidbodyConstraints2D)m_Constraints; set =>
            Set(ref m_Constraints, (int)value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Mass = Mathf.Max(m_Mass, 0.0001f);
            m_LinearDamping = Mathf.Max(m_LinearDamping, 0f);
            m_AngularDamping = Mathf.Max(m_AngularDamping, 0f);
        }
    }

    [Physics(2)]
    [RequireComponent(typeof(Transform))]
    public partial class Collider2D : Behaviour
    {
        [SerializeField] private float m_Density = 1;
        [SerializeField] private PhysicsMaterial2D m_Material;
        [SerializeField] private bool m_IsTrigger;
        [SerializeField] private bool m_UsedByEffector;
        [SerializeField] private Vector2 m_Offset;

        public float density { get => m_Density; set => Set(ref m_Density, value); }
        public PhysicsMaterial2D sharedMaterial { get => m_Material; set => Set(ref m_Material, value); }
        public bool isTrigger { get => m_IsTrigger; set => Set(ref m_IsTrigger, value); }
        public bool usedByEffector { get => m_UsedByEffector; set => Set(ref m_UsedByEffector, value); }
        public Vector2 offset { get => m_Offset; set => Set(ref m_Offset, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Density = Mathf.Max(m_Density, 0f);
        }
    }

    public partial class BoxCollider2D : Collider2D
    {
        [SerializeField] private Vector2 m_Size = Vector2.one;

        public Vector2 size { get => m_Size; set => Set(ref m_Size, value); }
    }

    public partial class CircleCollider2D : Collider2D
    {
        [SerializeField] private float m_Radius = 0.5f;

        public float radius { get => m_Radius; set => Set(ref m_Radius, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Radius = Mathf.Max(m_Radius, 0.0001f);
        }
    }

    public partial class CapsuleCollider2D : Collider2D
    {
        [SerializeField] private Vector2 m_Size = new(1, 2);
        [SerializeField] private CapsuleDirection2D m_Direction;

        public Vector2 size { get => m_Size; set => Set(ref m_Size, value); }
        public CapsuleDirection2D direction { get => m_Direction; set => Set(ref m_Direction, value); }
    }

    public partial class PolygonCollider2D : Collider2D
    {
        [SerializeField] private Vector2[] m_Points = { new(-0.5f, -0.5f), new(0.5f, -0.5f), new(0, 0.5f) };

        public Vector2[] points { get => m_Points; set => Set(ref m_Points, value); }
    }

    [Physics(2)]
    [RequireComponent(typeof(Rigidbody2D))]
    public abstract partial class Joint2D : Behaviour
    {
        [SerializeField] private bool m_EnableCollision;
        [SerializeField] private Rigidbody2D m_ConnectedRigidBody;

        public bool enableCollision { get => m_EnableCollision; set => Set(ref m_EnableCollision, value); }
        public Rigidbody2D connectedBody { get => m_ConnectedRigidBody; set => Set(ref m_ConnectedRigidBody, value); }
    }

    public abstract partial class AnchoredJoint2D : Joint2D
    {
        [SerializeField] private Vector2 m_Anchor;
        [SerializeField] private Vector2 m_ConnectedAnchor;

        public Vector2 anchor { get => m_Anchor; set => Set(ref m_Anchor, value); }
        public Vector2 connectedAnchor { get => m_ConnectedAnchor; set => Set(ref m_ConnectedAnchor, value); }
    }

    public partial class HingeJoint2D : AnchoredJoint2D
    {
        [SerializeField] private bool m_UseMotor;
        [SerializeField] private bool m_UseLimits;

        public bool useMotor { get => m_UseMotor; set => Set(ref m_UseMotor, value); }
        public bool useLimits { get => m_UseLimits; set => Set(ref m_UseLimits, value); }
    }

    public partial class FixedJoint2D : AnchoredJoint2D
    {
    }
}
