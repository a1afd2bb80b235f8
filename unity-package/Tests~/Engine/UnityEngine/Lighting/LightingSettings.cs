#nullable enable
namespace UnityEngine
{
    public enum MixedLightingMode
    {
        IndirectOnly = 0,
        Subtractive = 1,
        Shadowmask = 2,
    }

    public sealed partial class LightingSettings : Object
    {
        public enum Lightmapper
        {
            ProgressiveGPU = 2,
        }

        public bool bakedGI { get; set; } = true;

        public bool realtimeGI { get; set; }

        public MixedLightingMode mixedBakeMode { get; set; } = MixedLightingMode.Shadowmask;

        public Lightmapper lightmapper { get; set; } = Lightmapper.ProgressiveGPU;

        public int lightmapMaxSize { get; set; } = 1024;

        public float lightmapResolution { get; set; } = 40;

        public int maxBounces { get; set; } = 2;
    }
}
