namespace UnityEngine
{
    [Physics(3)]
    [RequireComponent(typeof(Rigidbody))]
    public abstract partial class Joint : Component
    {
        [SerializeField] private Rigidbody m_ConnectedBody;
        [SerializeField] private Vector3 m_Anchor;
        [SerializeField] private Vector3 m_Axis = Vector3.right;
        [SerializeField] private bool m_AutoConfigureConnectedAnchor = true;
        [SerializeField] private Vector3 m_ConnectedAnchor;
        [SerializeField] private float m_BreakForce = float.MaxValue;
        [SerializeField] private float m_BreakTorque = float.MaxValue;
        [SerializeField] private bool m_EnableCollision;
        [SerializeField] private bool m_EnablePreprocessing = true;

        public Rigidbody connectedBody { get => m_ConnectedBody; set => Set(ref m_ConnectedBody, value); }
        public Vector3 anchor { get => m_Anchor; set => Set(ref m_Anchor, value); }
        public Vector3 axis { get => m_Axis; set => Set(ref m_Axis, value); }
        public bool autoConfigureConnectedAnchor { get => m_AutoConfigureConnectedAnchor; set =>
            Set(ref m_AutoConfigureConnectedAnchor, value); }
        public Vector3 connectedAnchor { get => m_ConnectedAnchor; set => Set(ref m_ConnectedAnchor, value); }
        public float breakForce { get => m_BreakForce; set => Set(ref m_BreakForce, value); }
        public float breakTorque { get => m_BreakTorque; set => Set(ref m_BreakTorque, value); }
        public bool enableCollision { get => m_EnableCollision; set => Set(ref m_EnableCollision, value); }
        public bool enablePreprocessing { get => m_EnablePreprocessing; set => Set(ref m_EnablePreprocessing, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_BreakForce = Mathf.Max(m_BreakForce, 0f);
            m_BreakTorque = Mathf.Max(m_BreakTorque, 0f);
        }
    }

    public partial class HingeJoint : Joint
    {
        [SerializeField] private bool m_UseSpring;
        [SerializeField] private JointSpring m_Spring;
        [SerializeField] private bool m_UseMotor;
        [SerializeField] private JointMotor m_Motor;
        [SerializeField] private bool m_UseLimits;
        [SerializeField] private JointLimits m_Limits;

        public bool useSpring { get => m_UseSpring; set => Set(ref m_UseSpring, value); }
        public bool useMotor { get => m_UseMotor; set => Set(ref m_UseMotor, value); }
        public JointSpring spring { get => m_Spring; set => Set(ref m_Spring, value); }
        public JointMotor motor { get => m_Motor; set => Set(ref m_Motor, value); }
        public JointLimits limits { get => m_Limits; set => Set(ref m_Limits, value); }
        public bool useLimits { get => m_UseLimits; set => Set(ref m_UseLimits, value); }
    }

    public partial class FixedJoint : Joint
    {
    }

    public partial class SpringJoint : Joint
    {
        [SerializeField] private float m_Spring = 10;
        [SerializeField] private float m_Damper = 0.2f;
        [SerializeField] private float m_MinDistance;
        [SerializeField] private float m_MaxDistance;

        public float spring { get => m_Spring; set => Set(ref m_Spring, value); }
        public float damper { get => m_Damper; set => Set(ref m_Damper, value); }
        public float minDistance { get => m_MinDistance; set => Set(ref m_MinDistance, value); }
        public float maxDistance { get => m_MaxDistance; set => Set(ref m_MaxDistance, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Spring = Mathf.Max(m_Spring, 0f);
            m_Damper = Mathf.Max(m_Damper, 0f);
            m_MinDistance = Mathf.Max(m_MinDistance, 0f);
            m_MaxDistance = Mathf.Max(m_MaxDistance, 0f);
        }
    }

    [Physics(3)]
    [RequireComponent(typeof(Rigidbody))]
    public partial class ConstantForce : Behaviour
    {
        [SerializeField] private Vector3 m_Force;
        [SerializeField] private Vector3 m_Torque;

        public Vector3 force { get => m_Force; set => Set(ref m_Force, value); }
        public Vector3 torque { get => m_Torque; set => Set(ref m_Torque, value); }
    }
}
