#nullable enable
namespace UnityEngine
{
    public sealed partial class AudioListener
    {
        /// <summary>Of everything that is heard, 0–1.</summary>
        public static float volume { get; set; } = 1;

        public static bool pause { get; set; }
    }
}
