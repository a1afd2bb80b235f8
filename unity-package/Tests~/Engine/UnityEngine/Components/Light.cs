using System;

namespace UnityEngine
{
    public enum LightType
    {
        Spot = 0,
        Directional = 1,
        Point = 2,
        Rectangle = 3,
        Disc = 4,
    }

    public enum LightShadows
    {
        None = 0,
        Hard = 1,
        Soft = 2,
    }

    public enum LightRenderMode
    {
        Auto = 0,
        ForcePixel = 1,
        ForceVertex = 2,
    }

    [Serializable]
    internal struct ShadowSettings
    {
        public LightShadows m_Type;
        public int m_Resolution;
        public float m_Strength;
        public float m_Bias;
        public float m_NormalBias;
    }

    [RequireComponent(typeof(Transform))]
    [DisallowMultipleComponent]
    public partial class Light : Behaviour
    {
        [SerializeField] private LightType m_Type = LightType.Point;
        [SerializeField] private Color m_Color = Color.white;
        [SerializeField] private float m_Intensity = 1;
        [SerializeField] private float m_Range = 10;
        [SerializeField] private float m_SpotAngle = 30;
        [SerializeField] private float m_InnerSpotAngle = 21.80208f;
        [SerializeField] private ShadowSettings m_Shadows = new() { m_Strength = 1, m_Bias = 0.05f, m_NormalBias = 0.4f };
        [SerializeField] private LightRenderMode m_RenderMode;
        [SerializeField] private LayerMask m_CullingMask = -1;
        [SerializeField] private float m_BounceIntensity = 1;
        [SerializeField] private bool m_UseColorTemperature;
        [SerializeField] private float m_ColorTemperature = 6570;

        public LightShadows shadows { get => m_Shadows.m_Type; set => Set(ref m_Shadows.m_Type, value); }
        public float shadowStrength { get => m_Shadows.m_Strength; set => Set(ref m_Shadows.m_Strength, Mathf.Clamp01(value)); }
        public float shadowBias { get => m_Shadows.m_Bias; set => Set(ref m_Shadows.m_Bias, value); }
        public float shadowNormalBias { get => m_Shadows.m_NormalBias; set => Set(ref m_Shadows.m_NormalBias, value); }
        public LightType type { get => m_Type; set => Set(ref m_Type, value); }
        public Color color { get => m_Color; set => Set(ref m_Color, value); }
        public float intensity { get => m_Intensity; set => Set(ref m_Intensity, value); }
        public float range { get => m_Range; set => Set(ref m_Range, value); }
        public float spotAngle { get => m_SpotAngle; set => Set(ref m_SpotAngle, value); }
        public float innerSpotAngle { get => m_InnerSpotAngle; set => Set(ref m_InnerSpotAngle, value); }
        public LightRenderMode renderMode { get => m_RenderMode; set => Set(ref m_RenderMode, value); }
        public int cullingMask { get => (int)m_CullingMask; set => Set(ref m_CullingMask, (LayerMask)value); }
        public float bounceIntensity { get => m_BounceIntensity; set => Set(ref m_BounceIntensity, value); }
        public bool useColorTemperature { get => m_UseColorTemperature; set => Set(ref m_UseColorTemperature, value); }
        public float colorTemperature { get => m_ColorTemperature; set => Set(ref m_ColorTemperature, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Intensity = Mathf.Max(m_Intensity, 0f);
            m_Range = Mathf.Max(m_Range, 0f);
            m_SpotAngle = Mathf.Clamp(m_SpotAngle, 1f, 179f);
            m_InnerSpotAngle = Mathf.Clamp(m_InnerSpotAngle, 0f, 179f);
            m_BounceIntensity = Mathf.Max(m_BounceIntensity, 0f);
            m_ColorTemperature = Mathf.Clamp(m_ColorTemperature, 1000f, 20000f);
        }
    }
}
