#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Lighting
{
    /// <summary>
    /// Fog, ambient light and skybox of the active scene, as its Lighting window shows them under Environment. Unity keeps them in an
    /// object of the scene, so Undo records what is set, and the scene has unsaved changes afterwards.
    /// </summary>
    internal static class SceneEnvironment
    {
        private static readonly Dictionary<string, int> FogModes = new Dictionary<string, int>
        {
            ["Linear"] = 1,
            ["Exponential"] = 2,
            ["ExponentialSquared"] = 3,
        };

        private static readonly Dictionary<string, int> AmbientModes = new Dictionary<string, int>
        {
            ["Skybox"] = 0,
            ["Trilight"] = 1,
            ["Flat"] = 3,
        };

        /// <summary>Names of UnityEngine.RenderSettings, and what Unity saves them under.</summary>
        private static readonly (string Name, string Path, Dictionary<string, int>? Modes)[] Members =
        {
            ("fog", "m_Fog", null),
            ("fogMode", "m_FogMode", FogModes),
            ("fogColor", "m_FogColor", null),
            ("fogDensity", "m_FogDensity", null),
            ("fogStartDistance", "m_LinearFogStart", null),
            ("fogEndDistance", "m_LinearFogEnd", null),
            ("ambientMode", "m_AmbientMode", AmbientModes),
            ("ambientSkyColor", "m_AmbientSkyColor", null),
            ("ambientEquatorColor", "m_AmbientEquatorColor", null),
            ("ambientGroundColor", "m_AmbientGroundColor", null),
            ("ambientIntensity", "m_AmbientIntensity", null),
            ("skybox", "m_SkyboxMaterial", null),
        };

        /// <summary>C# has this name for the sky colour where the ambient mode is Flat.</summary>
        private const string FlatColor = "ambientLight";

        internal static JObject Read()
        {
            var shown = new JObject();
            using (var settings = Open())
                foreach (var (name, path, modes) in Members)
                    if (settings.FindProperty(path) is { } property) shown[name] = ValueOf(property, modes);
            return new JObject { ["scene"] = ScenePath(), ["properties"] = shown };
        }

        /// <exception cref="ToolFault"><c>unknown_property</c> or <c>invalid_arguments</c> when nothing could be set.</exception>
        internal static JObject Set(JObject properties)
        {
            var results = properties.Properties().Select(property => Set(property.Name, property.Value)).ToList();
            var result = new JObject { ["scene"] = ScenePath() };
            result.Merge(PropertyReport.Of(results, "the scene's environment"));
            return result;
        }

        private static JObject Set(string name, JToken value)
        {
            var (_, path, modes) = Members.FirstOrDefault(member => member.Name == (name == FlatColor ? "ambientSkyColor" : name));
            using (var settings = Open())
            {
                var property = path == null ? null : settings.FindProperty(path);
                if (property == null)
                    return PropertyReport.Failed(name, $"The environment of a scene has no property \"{name}\".",
                        Nearest.Of(name, Members.Select(member => member.Name).ToList()));
                var before = ValueOf(property, modes);
                try
                {
                    if (modes == null) ValueWriter.Write(property, value, null, null);
                    else property.intValue = ModeOf(value, modes);
                }
                catch (ValueMismatch mismatch)
                {
                    return PropertyReport.Failed(name, $"{name}: {mismatch.Message}");
                }
                settings.ApplyModifiedProperties();
                settings.Update();
                var type = modes == null ? ValueReader.TypeName(property) : string.Join(" | ", modes.Keys);
                return PropertyReport.Done(name, type, before, ValueOf(settings.FindProperty(path), modes));
            }
        }

        private static SerializedObject Open()
        {
            var settings = Unsupported.GetRenderSettings();
            return settings != null
                ? new SerializedObject(settings)
                : throw new ToolFault(CallErrorCode.Unsupported, "No scene is open.", "Open one with unity_scene open.");
        }

        private static string ScenePath()
        {
            var scene = SceneManager.GetActiveScene();
            return string.IsNullOrEmpty(scene.path) ? scene.name : scene.path;
        }

        private static JToken ValueOf(SerializedProperty property, Dictionary<string, int>? modes)
        {
            if (modes == null) return ValueReader.Read(property, null, null);
            var now = property.intValue;
            foreach (var mode in modes)
                if (mode.Value == now) return mode.Key;
            return now;
        }

        private static int ModeOf(JToken value, Dictionary<string, int> modes) =>
            value is JValue { Value: string name } && modes.TryGetValue(name, out var mode)
                ? mode
                : throw ValueMismatch.Expected($"one of {string.Join(", ", modes.Keys)}", value);
    }
}
