#nullable enable
namespace UnityEngine
{
    public sealed partial class AudioListener
    {
        /// <summary>Volume of all sound, 0–1.</summary>
        public static float volume { get; set; } = 1;

        public static bool pause { get; set; }
    }
}
