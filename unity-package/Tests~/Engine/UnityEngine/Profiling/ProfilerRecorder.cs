#nullable enable
using System;
using UnityEngine;

namespace Unity.Profiling
{
    [Flags]
    public enum ProfilerRecorderOptions
    {
        None = 0,
        Default = 24,
    }

    public readonly struct ProfilerCategory
    {
        private readonly string name;

        public ProfilerCategory(string categoryName)
        {
            name = categoryName;
        }

        public static ProfilerCategory Render => new ProfilerCategory("Render");

        public static ProfilerCategory Memory => new ProfilerCategory("Memory");

        public string Name => name;
    }

    public struct ProfilerRecorderSample
    {
        public long Value { get; internal set; }

        public long Count { get; internal set; }
    }

    /// <summary>Counters of this process; those of a renderer that draws on demand only are not there.</summary>
    public struct ProfilerRecorder : IDisposable
    {
        private string counter;
        private int from;
        private int capacity;

        public bool Valid => counter == "GC Allocated In Frame" || counter == "GC Used Memory" || counter == "Total Used Memory"
            || counter == "Total Reserved Memory";

        public int Count => !Valid ? 0 : IsPerFrame ? Math.Min(capacity, Math.Max(0, EngineProfiler.LastFrame - from)) : 1;

        public long LastValue => IsPerFrame ? GetSample(Count - 1).Value : Now();

        private bool IsPerFrame => counter == "GC Allocated In Frame";

        public static ProfilerRecorder StartNew(
            ProfilerCategory category, string statName, int capacity = 1,
            ProfilerRecorderOptions options = ProfilerRecorderOptions.Default) =>
            new ProfilerRecorder { counter = statName, capacity = capacity, from = EngineProfiler.LastFrame };

        public ProfilerRecorderSample GetSample(int index)
        {
            if (!IsPerFrame) return new ProfilerRecorderSample { Value = Now(), Count = 1 };
            return EngineProfiler.Frames.TryGetValue(from + 1 + index, out var frame)
                ? new ProfilerRecorderSample { Value = frame.GcBytes, Count = 1 }
                : default;
        }

        public void Dispose() => counter = "";

        private long Now() =>
            counter == "GC Used Memory" ? GC.GetTotalMemory(false)
            : counter == "Total Used Memory" ? Environment.WorkingSet
            : System.Diagnostics.Process.GetCurrentProcess().PrivateMemorySize64;
    }
}
