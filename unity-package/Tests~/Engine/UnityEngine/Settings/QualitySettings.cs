#nullable enable
using System;

namespace UnityEngine
{
    public enum ColorSpace
    {
        Uninitialized = -1,
        Gamma = 0,
        Linear = 1,
    }

    public sealed partial class QualitySettings : Object
    {
        private static int level = 5;

        internal QualitySettings()
        {
        }

        public static string[] names { get; } = { "Very Low", "Low", "Medium", "High", "Very High", "Ultra" };

        public static int vSyncCount { get; set; } = 1;

        public static int antiAliasing { get; set; } = 2;

        public static float shadowDistance { get; set; } = 150;

        public static int pixelLightCount { get; set; } = 4;

        public static float lodBias { get; set; } = 2;

        public static ColorSpace activeColorSpace => ColorSpace.Linear;

        public static int GetQualityLevel() => level;

        public static void SetQualityLevel(int index) => level = Math.Max(0, Math.Min(names.Length - 1, index));

        public static void SetQualityLevel(int index, bool applyExpensiveChanges) => SetQualityLevel(index);
    }
}
