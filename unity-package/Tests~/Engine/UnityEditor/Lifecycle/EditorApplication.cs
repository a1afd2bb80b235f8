#nullable enable
using System;
using System.IO;
using UnityEngine;

namespace UnityEditor
{
    public enum PlayModeStateChange
    {
        EnteredEditMode,
        ExitingEditMode,
        EnteredPlayMode,
        ExitingPlayMode,
    }

    public enum PauseState
    {
        Paused,
        Unpaused,
    }

    public sealed partial class EditorApplication
    {
        public delegate void CallbackFunction();

        public static CallbackFunction? update;

        public static CallbackFunction? delayCall;

        public static CallbackFunction? searchChanged;

        public static CallbackFunction? modifierKeysChanged;

        public static event Func<bool>? wantsToQuit;

        public static event Action? quitting;

        public static event Action? hierarchyChanged;

        public static event Action? projectChanged;

        public static event Action<PauseState>? pauseStateChanged;

        public static event Action<PlayModeStateChange>? playModeStateChanged;

        public static event Action<bool>? focusChanged;

        private EditorApplication()
        {
        }

        public static bool isPlaying
        {
            get => PlayMode.IsPlaying;
            set => PlayMode.Request(value);
        }

        public static bool isPlayingOrWillChangePlaymode => PlayMode.IsPlayingOrWillChange;

        public static bool isPaused
        {
            get => PlayMode.IsPaused;
            set => PlayMode.SetPaused(value);
        }

        public static bool isCompiling => ScriptCompilation.IsCompiling;

        public static bool isUpdating => EditorLoop.IsImporting;

        public static bool isRemoteConnected => false;

        public static bool isTemporaryProject => false;

        public static bool isFocused => EngineProcess.IsFocused;

        public static double timeSinceStartup => EngineProcess.Clock.NowSeconds;

        public static string applicationPath => System.Reflection.Assembly.GetEntryAssembly()?.Location ?? "";

        public static string applicationContentsPath => Path.GetDirectoryName(applicationPath) ?? "";

        public static void EnterPlaymode() => PlayMode.Request(true);

        public static void ExitPlaymode() => PlayMode.Request(false);

        public static void Step() => PlayMode.Step();

        public static void LockReloadAssemblies() => ScriptCompilation.ReloadLocks++;

        public static void UnlockReloadAssemblies()
        {
            if (ScriptCompilation.ReloadLocks > 0) ScriptCompilation.ReloadLocks--;
        }

        public static void QueuePlayerLoopUpdate() => EditorLoop.MainThreadOnly(nameof(QueuePlayerLoopUpdate));

        public static void Beep()
        {
        }

        public static void RepaintHierarchyWindow()
        {
        }

        public static void RepaintProjectWindow()
        {
        }

        public static void DirtyHierarchyWindowSorting()
        {
        }

        public static void UpdateMainWindowTitle()
        {
        }

        public static void Exit(int returnValue) => EditorLoop.RequestExit(returnValue);

        public static bool ExecuteMenuItem(string menuItemPath) => MenuRegistry.Execute(menuItemPath);

        /// <summary>Makes the main loop tick soon; of no effect on the main thread, whose loop forgets it before it waits.</summary>
        internal static void SignalTick()
        {
            if (EngineProcess.MainThread != System.Threading.Thread.CurrentThread) EditorLoop.Signal();
        }

        internal static void RaiseUpdate() => update?.Invoke();

        internal static void RaiseDelayCalls()
        {
            var calls = delayCall;
            if (calls == null) return;
            delayCall = null;
            calls();
        }

        internal static void RaiseQuitting() => quitting?.Invoke();

        internal static void RaiseHierarchyChanged() => hierarchyChanged?.Invoke();

        internal static void RaiseProjectChanged() => projectChanged?.Invoke();

        internal static void RaisePause(PauseState state) => pauseStateChanged?.Invoke(state);

        internal static void RaisePlayMode(PlayModeStateChange change) => playModeStateChanged?.Invoke(change);

        internal static void RaiseFocus(bool focused) => focusChanged?.Invoke(focused);

        internal static bool MayQuit()
        {
            if (wantsToQuit == null) return true;
            foreach (var ask in wantsToQuit.GetInvocationList())
                if (!((Func<bool>)ask)()) return false;
            return true;
        }
    }
}
