#nullable enable
using UnityEngine;
using UnityEngine.Rendering;

namespace UnityEditor
{
    /// <summary>Brings what the engine keeps of a project's settings in line with its ProjectSettings/ folder.</summary>
    internal static class ProjectSettingsLoader
    {
        internal static void Load()
        {
            SettingsObjects.Forget();
            SettingsObjects.At("ProjectSettings/TagManager.asset");
            var physics = new SettingsFile("DynamicsManager.asset", "PhysicsManager");
            Physics.gravity = physics.Vector("m_Gravity", new Vector3(0, -9.81f, 0));
            Physics.defaultContactOffset = physics.Number("m_DefaultContactOffset", 0.01f);
            Physics.bounceThreshold = physics.Number("m_BounceThreshold", 2);
            Physics.sleepThreshold = physics.Number("m_SleepThreshold", 0.005f);
            Physics.defaultSolverIterations = physics.Integer("m_DefaultSolverIterations", 6);
            var quality = new SettingsFile("QualitySettings.asset", "QualitySettings");
            QualitySettings.vSyncCount = quality.Integer("vSyncCount", 1);
            QualitySettings.antiAliasing = quality.Integer("antiAliasing", 2);
            QualitySettings.shadowDistance = quality.Number("shadowDistance", 150);
            GraphicsSettings.Load();
        }
    }
}
