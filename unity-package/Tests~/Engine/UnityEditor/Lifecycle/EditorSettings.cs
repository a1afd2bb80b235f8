#nullable enable
using System;

namespace UnityEditor
{
    [Flags]
    public enum EnterPlayModeOptions
    {
        None = 0,
        DisableDomainReload = 1,
        DisableSceneReload = 2,
    }

    public sealed partial class EditorSettings
    {
        public static bool enterPlayModeOptionsEnabled { get; set; }

        public static EnterPlayModeOptions enterPlayModeOptions { get; set; }
    }
}
