#nullable enable
namespace UnityEngine
{
    public enum PhysicsMaterialCombine
    {
        Average = 0,
        Multiply,
        Minimum,
        Maximum,
    }

    public partial class PhysicsMaterial : Object
    {
        [SerializeField] private float m_DynamicFriction = 0.6f;
        [SerializeField] private float m_StaticFriction = 0.6f;
        [SerializeField] private float m_Bounciness;
        [SerializeField] private PhysicsMaterialCombine m_FrictionCombine;
        [SerializeField] private PhysicsMaterialCombine m_BounceCombine;

        public PhysicsMaterial()
            : this("DynamicMaterial")
        {
        }

        public PhysicsMaterial(string name)
        {
            this.name = name;
        }

        public float bounciness
        {
            get => m_Bounciness;
            set => m_Bounciness = value;
        }

        public float dynamicFriction
        {
            get => m_DynamicFriction;
            set => m_DynamicFriction = value;
        }

        public float staticFriction
        {
            get => m_StaticFriction;
            set => m_StaticFriction = value;
        }

        public PhysicsMaterialCombine frictionCombine
        {
            get => m_FrictionCombine;
            set => m_FrictionCombine = value;
        }

        public PhysicsMaterialCombine bounceCombine
        {
            get => m_BounceCombine;
            set => m_BounceCombine = value;
        }
    }
}
