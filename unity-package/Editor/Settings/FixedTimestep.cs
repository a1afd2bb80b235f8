#nullable enable
using System;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Settings
{
    /// <summary>Unity saves the fixed timestep as ticks of a rate; people and models know it in seconds.</summary>
    internal static class FixedTimestep
    {
        internal const string Name = "fixedTimestep";

        private const string Path = "Fixed Timestep";

        /// <summary>Unity's own window rounds to this many digits.</summary>
        private const int Digits = 4;

        /// <summary>Below this Unity would step forever; its own window accepts no less.</summary>
        private const float MinSeconds = 0.0001f;

        internal static bool Is(string category, string property) =>
            category == "time" && (PropertyNames.Same(property, Path) || PropertyNames.Same(property, "fixedDeltaTime"));

        /// <summary>Returns null if this version saves it otherwise.</summary>
        internal static JToken? Read(SerializedObject settings) =>
            Ticks(settings, out var count, out var perSecond)
                ? new JValue(Math.Round(count.longValue / perSecond, Digits, MidpointRounding.AwayFromZero)) : null;

        internal static JObject Set(Object target, string name, JToken value)
        {
            using (var settings = new SerializedObject(target))
            {
                if (!Ticks(settings, out var count, out var perSecond)) return ComponentValues.Set(target, Path, value);
                try
                {
                    var seconds = ClrValues.Single(value, "seconds, e.g. 0.02");
                    if (seconds < MinSeconds) throw ValueMismatch.Expected($"at least {MinSeconds} seconds", value);
                    var before = Read(settings)!;
                    count.longValue = (long)Math.Round(seconds * perSecond);
                    settings.ApplyModifiedProperties();
                    settings.Update();
                    return PropertyReport.Done(name, "float", before, Read(settings)!);
                }
                catch (ValueMismatch mismatch)
                {
                    return PropertyReport.Failed(name, $"{name}: {mismatch.Message}");
                }
            }
        }

        private static bool Ticks(SerializedObject settings, out SerializedProperty count, out double perSecond)
        {
            count = settings.FindProperty($"{Path}.m_Count");
            var over = settings.FindProperty($"{Path}.m_Rate.m_Numerator");
            var under = settings.FindProperty($"{Path}.m_Rate.m_Denominator");
            var found = count != null && over != null && under != null && over.longValue > 0 && under.longValue > 0;
            perSecond = found ? (double)over!.longValue / under!.longValue : 0;
            return found;
        }
    }
}
