#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;

namespace UnityEngine
{
    /// <summary>Time of the whole engine. Tests give one that they move by hand.</summary>
    internal interface IEngineClock
    {
        /// <summary>Seconds since the process began; only grows.</summary>
        double NowSeconds { get; }
    }

    /// <summary>The machine's time.</summary>
    internal sealed class RealClock : IEngineClock
    {
        private readonly Stopwatch watch = Stopwatch.StartNew();

        public double NowSeconds => watch.Elapsed.TotalSeconds;
    }

    /// <summary>Time that stands still until somebody moves it.</summary>
    internal sealed class ManualClock : IEngineClock
    {
        private readonly object gate = new object();
        private double now;

        public double NowSeconds
        {
            get
            {
                lock (gate) return now;
            }
        }

        public void Advance(double seconds)
        {
            if (seconds < 0) throw new ArgumentOutOfRangeException(nameof(seconds), "Time only grows.");
            lock (gate) now += seconds;
        }
    }

    /// <summary>Constants of this editor process.</summary>
    internal static class EngineProcess
    {
#if UNITY_6000_7_OR_NEWER
        internal const string Version = "6000.7.0a1";
#elif UNITY_6000_6_OR_NEWER
        internal const string Version = "6000.6.0b1";
#elif UNITY_6000_5_OR_NEWER
        internal const string Version = "6000.5.2f1";
#elif UNITY_6000_4_OR_NEWER
        internal const string Version = "6000.4.2f1";
#elif UNITY_6000_3_OR_NEWER
        internal const string Version = "6000.3.2f1";
#elif UNITY_6000_2_OR_NEWER
        internal const string Version = "6000.2.2f1";
#elif UNITY_6000_1_OR_NEWER
        internal const string Version = "6000.1.2f1";
#else
        internal const string Version = "6000.0.2f1";
#endif

        private static string projectPath = Path.Combine(Path.GetTempPath(), "fairlead-no-project");

        /// <summary>The folder that holds Assets/; absolute, with forward slashes.</summary>
        internal static string ProjectPath
        {
            get => projectPath;
            set => projectPath = Path.GetFullPath(value).Replace('\\', '/').TrimEnd('/');
        }

        internal static IEngineClock Clock { get; set; } = new RealClock();

        internal static bool IsFocused { get; set; } = true;

        internal static bool IsBatchMode { get; set; }

        /// <summary>One of the processes that import assets for the editor.</summary>
        internal static bool IsImportWorker { get; set; }

        /// <summary>The thread that ticks; null: whichever calls.</summary>
        internal static System.Threading.Thread? MainThread { get; set; }

        /// <summary>Absolute path of a file or folder of the project.</summary>
        internal static string Absolute(string relative) => Path.Combine(ProjectPath, relative);
    }
}
