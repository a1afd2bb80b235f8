#nullable enable
using System;
using System.IO;
using System.Runtime.InteropServices;

namespace UnityEngine
{
    public partial class Application
    {
        public delegate void LogCallback(string condition, string stackTrace, LogType type);

        public static event LogCallback? logMessageReceived;

        public static event LogCallback? logMessageReceivedThreaded;

        public static event Action? quitting;

        public static event Func<bool>? wantsToQuit;

        public static event Action<bool>? focusChanged;

        public static bool isPlaying => PlayerState.IsPlaying;

        public static bool isEditor => true;

        public static bool isFocused => EngineProcess.IsFocused;

        public static bool isBatchMode => EngineProcess.IsBatchMode;

        public static bool runInBackground { get; set; } = true;

        public static int targetFrameRate { get; set; } = -1;

        public static string unityVersion => EngineProcess.Version;

        public static string dataPath => EngineProcess.ProjectPath + "/Assets";

        public static string streamingAssetsPath => dataPath + "/StreamingAssets";

        public static string persistentDataPath => EngineProcess.ProjectPath + "/Library/PersistentData";

        public static string temporaryCachePath => EngineProcess.ProjectPath + "/Temp";

        public static SystemLanguage systemLanguage => SystemLanguage.English;

        public static bool isMobilePlatform => false;

        public static bool isConsolePlatform => false;

        public static RuntimePlatform platform =>
            RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? RuntimePlatform.WindowsEditor
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? RuntimePlatform.OSXEditor
            : RuntimePlatform.LinuxEditor;

        public static bool IsPlaying(Object obj) => isPlaying && obj != null;

        /// <summary>The editor does not quit for a script.</summary>
        public static void Quit()
        {
        }

        public static void Quit(int exitCode)
        {
        }

        /// <summary>A headless editor has no browser; the address is kept for tests.</summary>
        public static void OpenURL(string url) => LastOpenedUrl = url;

        internal static string? LastOpenedUrl { get; set; }

        internal static void RaiseLog(string condition, string stackTrace, LogType type)
        {
            logMessageReceivedThreaded?.Invoke(condition, stackTrace, type);
            if (EngineProcess.MainThread == null || EngineProcess.MainThread == System.Threading.Thread.CurrentThread)
                logMessageReceived?.Invoke(condition, stackTrace, type);
        }

        internal static void RaiseQuitting() => quitting?.Invoke();

        internal static void RaiseFocusChanged(bool focused) => focusChanged?.Invoke(focused);

        internal static bool MayQuit()
        {
            if (wantsToQuit == null) return true;
            foreach (var ask in wantsToQuit.GetInvocationList())
                if (!((Func<bool>)ask)()) return false;
            return true;
        }
    }
}
