#nullable enable
using System;
using UnityEngine;
using UnityEngine.Serialization;

namespace UnityEditor
{
    internal sealed class TimeManager : SettingsObject
    {
        [SerializeField, NativeName("Fixed Timestep")] private Ticks fixedTimestep = new Ticks();
        [SerializeField, NativeName("Maximum Allowed Timestep")] private float maximumAllowed = 1f / 3f;
        [SerializeField] private float m_TimeScale = 1;

        internal TimeManager()
            : base("TimeManager.asset", "TimeManager")
        {
        }

        internal override void Apply()
        {
            Time.fixedDeltaTime = (float)fixedTimestep.Seconds;
            Time.maximumDeltaTime = maximumAllowed;
            Time.timeScale = m_TimeScale;
        }

        private protected override void Read(SettingsFile from)
        {
            fixedTimestep.Seconds = from.Number("Fixed Timestep", 0.02f);
            maximumAllowed = from.Number("Maximum Allowed Timestep", 1f / 3f);
            m_TimeScale = from.Number(nameof(m_TimeScale), 1);
        }

        private protected override void Write(SettingsFile to)
        {
            to.Set("Fixed Timestep", Text((float)fixedTimestep.Seconds));
            to.Set("Maximum Allowed Timestep", Text(maximumAllowed));
            to.Set(nameof(m_TimeScale), Text(m_TimeScale));
        }

        /// <summary>A time as Unity keeps it: a count of ticks and how many a second has.</summary>
        [Serializable]
        private sealed class Ticks
        {
            public long m_Count;
            public Rate m_Rate = new Rate();

            internal double Seconds
            {
                get => m_Count * (double)m_Rate.m_Denominator / m_Rate.m_Numerator;
                set => m_Count = (long)Math.Round(value * m_Rate.m_Numerator / m_Rate.m_Denominator);
            }
        }

        [Serializable]
        private sealed class Rate
        {
            public uint m_Denominator = 1;
            public uint m_Numerator = 141_120_000;
        }
    }

    internal sealed class PhysicsManager : SettingsObject
    {
        [SerializeField] private Vector3 m_Gravity;
        [SerializeField] private float m_BounceThreshold;
        [SerializeField] private int m_DefaultSolverIterations;

        internal PhysicsManager()
            : base("DynamicsManager.asset", "PhysicsManager")
        {
        }

        internal override void Apply() =>
            (Physics.gravity, Physics.bounceThreshold, Physics.defaultSolverIterations) =
                (m_Gravity, m_BounceThreshold, m_DefaultSolverIterations);

        private protected override void Read(SettingsFile from)
        {
            m_Gravity = from.Vector(nameof(m_Gravity), new Vector3(0, -9.81f, 0));
            m_BounceThreshold = from.Number(nameof(m_BounceThreshold), 2);
            m_DefaultSolverIterations = from.Integer(nameof(m_DefaultSolverIterations), 6);
        }

        private protected override void Write(SettingsFile to)
        {
            to.Set(nameof(m_Gravity), $"{{x: {Text(m_Gravity.x)}, y: {Text(m_Gravity.y)}, z: {Text(m_Gravity.z)}}}");
            to.Set(nameof(m_BounceThreshold), Text(m_BounceThreshold));
            to.Set(nameof(m_DefaultSolverIterations), m_DefaultSolverIterations.ToString());
        }
    }

    internal sealed class AudioManager : SettingsObject
    {
        [SerializeField] private float m_Volume = 1;

        internal AudioManager()
            : base("AudioManager.asset", "AudioManager")
        {
        }

        internal override void Apply() => AudioListener.volume = m_Volume;

        private protected override void Read(SettingsFile from) => m_Volume = from.Number(nameof(m_Volume), 1);

        private protected override void Write(SettingsFile to) => to.Set(nameof(m_Volume), Text(m_Volume));
    }

    internal sealed class PlayerManager : SettingsObject
    {
        [SerializeField] private string companyName = "";
        [SerializeField] private string productName = "";
        [SerializeField] private string bundleVersion = "";
        [SerializeField] private bool runInBackground;

        internal PlayerManager()
            : base("ProjectSettings.asset", "PlayerSettings")
        {
        }

        private protected override void Read(SettingsFile from) =>
            (companyName, productName, bundleVersion, runInBackground) =
                (PlayerSettings.companyName, PlayerSettings.productName, PlayerSettings.bundleVersion, PlayerSettings.runInBackground);

        private protected override void Write(SettingsFile to) =>
            (PlayerSettings.companyName, PlayerSettings.productName, PlayerSettings.bundleVersion, PlayerSettings.runInBackground) =
                (companyName, productName, bundleVersion, runInBackground);
    }
}
