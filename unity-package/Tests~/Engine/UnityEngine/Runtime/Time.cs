#nullable enable
namespace UnityEngine
{
    public partial class Time
    {
        /// <summary>Seconds since play mode began.</summary>
        public static float time => PlayerState.InFixedUpdate ? (float)PlayerState.FixedTime : (float)PlayerState.Time;

        public static double timeAsDouble => PlayerState.InFixedUpdate ? PlayerState.FixedTime : PlayerState.Time;

        public static float timeSinceLevelLoad => (float)PlayerState.Time;

        public static float deltaTime => PlayerState.InFixedUpdate ? fixedDeltaTime : (float)PlayerState.DeltaTime;

        public static float fixedTime => (float)PlayerState.FixedTime;

        public static float unscaledTime => (float)PlayerState.UnscaledTime;

        public static float unscaledDeltaTime => (float)PlayerState.UnscaledDeltaTime;

        public static float fixedUnscaledDeltaTime => fixedDeltaTime;

        public static float smoothDeltaTime => (float)PlayerState.DeltaTime;

        public static float realtimeSinceStartup => (float)EngineProcess.Clock.NowSeconds;

        public static double realtimeSinceStartupAsDouble => EngineProcess.Clock.NowSeconds;

        public static int frameCount => PlayerState.Frame;

        public static bool inFixedTimeStep => PlayerState.InFixedUpdate;

        public static float timeScale { get; set; } = 1f;

        public static float fixedDeltaTime { get; set; } = 0.02f;

        public static float maximumDeltaTime { get; set; } = 1f / 3f;

        public static float maximumParticleDeltaTime { get; set; } = 0.03f;

        /// <summary>Above 0, every frame is that long, however long it took.</summary>
        public static float captureDeltaTime { get; set; }

        public static int captureFramerate
        {
            get => captureDeltaTime == 0f ? 0 : (int)Mathf.Round(1f / captureDeltaTime);
            set => captureDeltaTime = value == 0 ? 0f : 1f / value;
        }
    }

    /// <summary>The state of play mode; advanced by the player loop.</summary>
    internal static class PlayerState
    {
        internal static bool IsPlaying { get; set; }

        internal static double Time { get; set; }

        internal static double DeltaTime { get; set; }

        internal static double UnscaledTime { get; set; }

        internal static double UnscaledDeltaTime { get; set; }

        internal static double FixedTime { get; set; }

        internal static bool InFixedUpdate { get; set; }

        internal static int Frame { get; set; }

        internal static bool BreakRequested { get; set; }

        internal static void Reset()
        {
            Time = DeltaTime = UnscaledTime = UnscaledDeltaTime = FixedTime = 0;
            InFixedUpdate = BreakRequested = false;
            Frame = 0;
        }
    }
}
