using System;
using UnityEngine.Serialization;

namespace UnityEngine
{
    public enum ParticleSystemSimulationSpace
    {
        Local = 0,
        World = 1,
        Custom = 2,
    }

    public enum ParticleSystemShapeType
    {
        Sphere = 0,
        Hemisphere = 2,
        Cone = 4,
        Box = 5,
        Mesh = 6,
        Circle = 10,
        SingleSidedEdge = 12,
    }

    /// <summary>A value of a particle module that can follow a curve; here it is one number.</summary>
    [Serializable]
    internal struct ParticleCurve
    {
        public ushort minMaxState;
        public float scalar;
        public float minScalar;

        internal ParticleCurve(float value)
        {
            minMaxState = 0;
            scalar = value;
            minScalar = value;
        }
    }

    [Serializable]
    internal struct ParticleRadius
    {
        public float value;
    }

    [Serializable]
    internal struct ParticleColor
    {
        public ushort minMaxState;
        public Color minColor;
        public Color maxColor;

        internal ParticleColor(Color value)
        {
            minMaxState = 0;
            minColor = value;
            maxColor = value;
        }
    }

    [Serializable]
    internal class ParticleInitialModule
    {
        public bool enabled = true;
        public ParticleCurve startLifetime = new(5);
        public ParticleCurve startSpeed = new(5);
        public ParticleColor startColor = new(Color.white);
        public ParticleCurve startSize = new(1);
        public ParticleCurve startRotation = new(0);
        public ParticleCurve gravityModifier = new(0);
        public int maxNumParticles = 1000;
    }

    [Serializable]
    internal class ParticleShapeModule
    {
        public bool enabled = true;
        public ParticleSystemShapeType type = ParticleSystemShapeType.Cone;
        public float angle = 25;
        public ParticleRadius radius = new() { value = 1 };
    }

    [Serializable]
    internal class ParticleEmissionModule
    {
        public bool enabled = true;
        public ParticleCurve rateOverTime = new(10);
        public ParticleCurve rateOverDistance = new(0);
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    [RequireComponent(typeof(ParticleSystemRenderer))]
    public sealed partial class ParticleSystem : Component
    {
        [SerializeField, NativeName("lengthInSec")] private float m_LengthInSec = 5;
        [SerializeField, NativeName("simulationSpeed")] private float m_SimulationSpeed = 1;
        [SerializeField, NativeName("looping")] private bool m_Looping = true;
        [SerializeField, NativeName("prewarm")] private bool m_Prewarm = false;
        [SerializeField, NativeName("playOnAwake")] private bool m_PlayOnAwake = true;
        [SerializeField, NativeName("startDelay")] private ParticleCurve m_StartDelay = new(0);
        [SerializeField, NativeName("moveWithTransform")] private ParticleSystemSimulationSpace m_SimulationSpace =
            ParticleSystemSimulationSpace.Local;
        [SerializeField, NativeName("InitialModule")] private ParticleInitialModule m_Initial = new();
        [SerializeField, NativeName("ShapeModule")] private ParticleShapeModule m_Shape = new();
        [SerializeField, NativeName("EmissionModule")] private ParticleEmissionModule m_Emission = new();

        public float time => 0;
        internal (bool Loops, bool Prewarms, bool PlaysOnAwake, float Delay, ParticleSystemSimulationSpace Space) Playback =>
            (m_Looping, m_Prewarm, m_PlayOnAwake, m_StartDelay.scalar, m_SimulationSpace);

        internal override void Constrain()
        {
            m_LengthInSec = Mathf.Max(m_LengthInSec, 0.05f);
            m_SimulationSpeed = Mathf.Max(m_SimulationSpeed, 0f);
            m_Initial.maxNumParticles = Mathf.Max(m_Initial.maxNumParticles, 0);
        }
    }

    public sealed partial class ParticleSystemRenderer : Renderer
    {
        internal override void SetDefaults() => sharedMaterial = BuiltinResources.FindMaterial("Default-Particle");
    }
}
