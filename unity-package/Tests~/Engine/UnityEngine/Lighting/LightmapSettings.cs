#nullable enable
using System;

namespace UnityEngine
{
    public sealed partial class LightmapData
    {
        public Texture2D lightmapColor { get; set; } = null!;
    }

    /// <summary>The lightmaps of the loaded scenes.</summary>
    public sealed partial class LightmapSettings : Object
    {
        private LightmapSettings()
        {
        }

        public static LightmapData[] lightmaps { get; set; } = Array.Empty<LightmapData>();
    }
}
