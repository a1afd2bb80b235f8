#nullable enable
using UnityEngine;

namespace UnityEditor
{
    /// <summary>
    /// Into play mode and out again, between two ticks as in Unity: the objects as they were are kept,
    /// the domain reloads unless the project says otherwise, and on the way out everything is put back.
    /// </summary>
    internal static class PlayMode
    {
        private enum Stage
        {
            Editing,
            Entering,
            Playing,
            Leaving,
        }

        private static Stage stage;
        private static bool? wanted;
        private static bool paused;
        private static int steps;
        private static double lastFrameAt;
        private static SceneSnapshot? before;
        private static int firstGroup;

        internal static bool IsPlaying => PlayerState.IsPlaying;

        internal static bool IsPlayingOrWillChange => stage != Stage.Editing ? wanted != false : wanted == true;

        internal static bool IsPaused => paused;

        internal static void Request(bool on)
        {
            EditorLoop.MainThreadOnly("EditorApplication.isPlaying");
            if (on == (stage is Stage.Playing or Stage.Entering)) wanted = null;
            else wanted = on;
        }

        internal static void SetPaused(bool on)
        {
            if (paused == on) return;
            paused = on;
            lastFrameAt = EngineProcess.Clock.NowSeconds;
            EditorApplication.RaisePause(on ? PauseState.Paused : PauseState.Unpaused);
        }

        internal static void Step()
        {
            SetPaused(true);
            if (stage == Stage.Playing) steps = 1;
        }

        /// <summary>One step; called with each tick.</summary>
        internal static void Advance()
        {
            switch (stage)
            {
                case Stage.Editing when wanted == true && !ScriptCompilation.IsBusy:
                    Enter();
                    break;
                case Stage.Playing when wanted == false:
                    Leave();
                    break;
                case Stage.Playing:
                    Frame();
                    break;
            }
        }

        private static void Enter()
        {
            if (ScriptCompilation.Failed)
            {
                wanted = null;
                EngineLog.Editor(LogType.Error, "All compiler errors have to be fixed before you can enter playmode!");
                return;
            }
            EditorLoop.Guarded(() => EditorApplication.RaisePlayMode(PlayModeStateChange.ExitingEditMode));
            // A listener may have changed its mind.
            if (wanted != true) return;
            wanted = null;
            UndoHistory.Increment();
            firstGroup = UndoHistory.CurrentGroup;
            before = SceneSnapshot.Take();
            stage = Stage.Entering;
            var options = EditorSettings.enterPlayModeOptionsEnabled ? EditorSettings.enterPlayModeOptions : EnterPlayModeOptions.None;
            if ((options & EnterPlayModeOptions.DisableDomainReload) == 0) DomainReload.Run(null);
            else before.Restore();
            PlayerState.Reset();
            Application.runInBackground = PlayerSettings.runInBackground;
            PlayerState.IsPlaying = true;
            stage = Stage.Playing;
            steps = 0;
            lastFrameAt = EngineProcess.Clock.NowSeconds;
            DomainStart.EnterPlayMode();
            PlayerLoop.Begin();
            EditorLoop.Guarded(() => EditorApplication.RaisePlayMode(PlayModeStateChange.EnteredPlayMode));
        }

        private static void Leave()
        {
            stage = Stage.Leaving;
            wanted = null;
            EditorLoop.Guarded(() => EditorApplication.RaisePlayMode(PlayModeStateChange.ExitingPlayMode));
            EditorLoop.Guarded(PlayerLoop.End);
            PlayerState.IsPlaying = false;
            PlayerState.Reset();
            EditorLoop.Guarded(() => before?.Restore());
            before = null;
            UndoHistory.Drop(firstGroup);
            stage = Stage.Editing;
            SetPaused(false);
            EditorEvents.HierarchyChanged();
            EditorLoop.Guarded(() => EditorApplication.RaisePlayMode(PlayModeStateChange.EnteredEditMode));
        }

        private static void Frame()
        {
            var now = EngineProcess.Clock.NowSeconds;
            if (paused)
            {
                lastFrameAt = now;
                if (steps == 0) return;
                steps = 0;
                PlayerLoop.Frame(Time.captureDeltaTime > 0 ? Time.captureDeltaTime : Time.fixedDeltaTime);
            }
            else if (!EngineProcess.IsFocused && !Application.runInBackground)
            {
                // Another window is in front: the game waits.
                lastFrameAt = now;
                if (PlayerState.Frame == 0) PlayerLoop.Frame(0);
            }
            else if (Time.captureDeltaTime > 0)
            {
                lastFrameAt = now;
                PlayerLoop.Frame(Time.captureDeltaTime);
            }
            else
            {
                var passed = now - lastFrameAt;
                // A clock that stands still: no frame either.
                if (passed <= 0 && PlayerState.Frame > 0) return;
                lastFrameAt = now;
                PlayerLoop.Frame(passed);
            }
            if (!PlayerState.BreakRequested) return;
            PlayerState.BreakRequested = false;
            SetPaused(true);
        }
    }
}
