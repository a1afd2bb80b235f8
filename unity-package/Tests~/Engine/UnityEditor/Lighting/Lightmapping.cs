#nullable enable
using System;
using System.Linq;
using UnityEngine;

namespace UnityEditor
{
    public sealed partial class LightingDataAsset : UnityEngine.Object
    {
        private LightingDataAsset()
        {
        }
    }

    /// <summary>A bake that takes some updates, as Unity's takes minutes: one lightmap if anything in the scenes is static.</summary>
    public static partial class Lightmapping
    {
        private const int UpdatesOfABake = 8;

        private static int updates;

        public static event Action? bakeCompleted;

        public static event Action? bakeCancelled;

        public static bool isRunning { get; private set; }

        public static float buildProgress => isRunning ? (float)updates / UpdatesOfABake : 0;

        public static LightingDataAsset? lightingDataAsset { get; set; }

        /// <summary>Whether bakes begin; a test sets it.</summary>
        internal static bool BeginsBakes { get; set; } = true;

        private static LightingSettings? Settings { get; set; }

        public static bool TryGetLightingSettings(out LightingSettings settings)
        {
            settings = Settings!;
            return Settings != null;
        }

        public static bool BakeAsync()
        {
            EditorLoop.MainThreadOnly("Lightmapping.BakeAsync");
            if (isRunning || !BeginsBakes) return false;
            isRunning = true;
            updates = 0;
            EditorApplication.update += Advance;
            return true;
        }

        public static void Cancel()
        {
            if (!isRunning) return;
            End();
            bakeCancelled?.Invoke();
        }

        private static void Advance()
        {
            if (++updates < UpdatesOfABake) return;
            End();
            var baked = Resources.FindObjectsOfTypeAll<MeshRenderer>().Any(one => one.gameObject.isStatic);
            LightmapSettings.lightmaps = baked
                ? new[] { new LightmapData { lightmapColor = new Texture2D(512, 512) } }
                : Array.Empty<LightmapData>();
            bakeCompleted?.Invoke();
        }

        private static void End()
        {
            isRunning = false;
            EditorApplication.update -= Advance;
        }
    }
}
