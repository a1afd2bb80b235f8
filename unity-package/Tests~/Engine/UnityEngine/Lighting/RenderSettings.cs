using UnityEngine.Rendering;
using UnityEngine.SceneManagement;

namespace UnityEngine.Rendering
{
    public enum AmbientMode
    {
        Skybox = 0,
        Trilight = 1,
        Flat = 3,
        Custom = 4,
    }
}

namespace UnityEngine
{
    public enum FogMode
    {
        Linear = 1,
        Exponential = 2,
        ExponentialSquared = 3,
    }

    /// <summary>Fog, ambient light and skybox of a scene; the static members are the active scene's. Pictures do not show them.</summary>
    public sealed partial class RenderSettings : Object
    {
        [SerializeField] private bool m_Fog;
        [SerializeField] private Color m_FogColor = new(0.5f, 0.5f, 0.5f, 1f);
        [SerializeField] private int m_FogMode = (int)FogMode.ExponentialSquared;
        [SerializeField] private float m_FogDensity = 0.01f;
        [SerializeField] private float m_LinearFogStart;
        [SerializeField] private float m_LinearFogEnd = 300f;
        [SerializeField] private Color m_AmbientSkyColor = new(0.212f, 0.227f, 0.259f, 1f);
        [SerializeField] private Color m_AmbientEquatorColor = new(0.114f, 0.125f, 0.133f, 1f);
        [SerializeField] private Color m_AmbientGroundColor = new(0.047f, 0.043f, 0.035f, 1f);
        [SerializeField] private float m_AmbientIntensity = 1f;
        [SerializeField] private int m_AmbientMode;
        [SerializeField] private Material m_SkyboxMaterial;

        private RenderSettings()
        {
        }

        internal ulong SceneHandle { get; private set; }

        internal static RenderSettings Of(SceneData scene) => scene.RenderSettings ??= new RenderSettings { SceneHandle = scene.Handle };

        private static RenderSettings Active => Of(SceneTable.Target());

        public static bool fog { get => Active.m_Fog; set => Active.m_Fog = value; }
        public static Color fogColor { get => Active.m_FogColor; set => Active.m_FogColor = value; }
        public static FogMode fogMode { get => (FogMode)Active.m_FogMode; set => Active.m_FogMode = (int)value; }
        public static float fogDensity { get => Active.m_FogDensity; set => Active.m_FogDensity = value; }
        public static float fogStartDistance { get => Active.m_LinearFogStart; set => Active.m_LinearFogStart = value; }
        public static float fogEndDistance { get => Active.m_LinearFogEnd; set => Active.m_LinearFogEnd = value; }
        public static Color ambientSkyColor { get => Active.m_AmbientSkyColor; set => Active.m_AmbientSkyColor = value; }
        public static Color ambientLight { get => ambientSkyColor; set => ambientSkyColor = value; }
        public static Color ambientEquatorColor { get => Active.m_AmbientEquatorColor; set => Active.m_AmbientEquatorColor = value; }
        public static Color ambientGroundColor { get => Active.m_AmbientGroundColor; set => Active.m_AmbientGroundColor = value; }
        public static float ambientIntensity { get => Active.m_AmbientIntensity; set => Active.m_AmbientIntensity = value; }
        public static AmbientMode ambientMode { get => (AmbientMode)Active.m_AmbientMode; set => Active.m_AmbientMode = (int)value; }
        public static Material skybox { get => Active.m_SkyboxMaterial; set => Active.m_SkyboxMaterial = value; }
    }
}
