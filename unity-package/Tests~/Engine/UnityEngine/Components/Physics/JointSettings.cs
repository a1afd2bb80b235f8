using System;
using UnityEngine.Serialization;

namespace UnityEngine
{
    [Serializable]
    public struct JointSpring
    {
        public float spring;
        public float damper;
        public float targetPosition;
    }

    [Serializable]
    public struct JointMotor
    {
        [SerializeField, NativeName("targetVelocity")] private float m_TargetVelocity;
        [SerializeField, NativeName("force")] private float m_Force;
        [SerializeField, NativeName("freeSpin")] private bool m_FreeSpin;

        public float targetVelocity { get => m_TargetVelocity; set => m_TargetVelocity = value; }
        public float force { get => m_Force; set => m_Force = value; }
        public bool freeSpin { get => m_FreeSpin; set => m_FreeSpin = value; }
    }

    [Serializable]
    public struct JointLimits
    {
        [SerializeField, NativeName("min")] private float m_Min;
        [SerializeField, NativeName("max")] private float m_Max;
        [SerializeField, NativeName("bounciness")] private float m_Bounciness;
        [SerializeField, NativeName("bounceMinVelocity")] private float m_BounceMinVelocity;
        [SerializeField, NativeName("contactDistance")] private float m_ContactDistance;

        public float min { get => m_Min; set => m_Min = value; }
        public float max { get => m_Max; set => m_Max = value; }
        public float bounciness { get => m_Bounciness; set => m_Bounciness = value; }
        public float bounceMinVelocity { get => m_BounceMinVelocity; set => m_BounceMinVelocity = value; }
        public float contactDistance { get => m_ContactDistance; set => m_ContactDistance = value; }
    }
}
