#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace UnityEngine
{
    /// <summary>One stretch of a frame that somebody gave a name; same names below the same one are added up.</summary>
    internal sealed class ProfiledSample
    {
        internal ProfiledSample(string name)
        {
            Name = name;
        }

        internal string Name { get; }

        internal List<ProfiledSample> Children { get; } = new List<ProfiledSample>();

        internal double TotalMs { get; set; }

        internal double SelfMs
        {
            get
            {
                var rest = TotalMs;
                foreach (var child in Children) rest -= child.TotalMs;
                return Math.Max(0, rest);
            }
        }

        internal int Calls { get; set; }

        internal long GcBytes { get; set; }
    }

    /// <summary>The engine's measurements of its own ticks, while somebody records them.</summary>
    internal static class EngineProfiler
    {
        /// <summary>The number of frames that Unity keeps by default.</summary>
        private const int MaxFrames = 300;

        private static readonly Stack<(ProfiledSample Sample, long At, long Bytes)> open = new Stack<(ProfiledSample, long, long)>();

        internal static bool Enabled { get; set; }

        internal static SortedList<int, ProfiledSample> Frames { get; } = new SortedList<int, ProfiledSample>();

        internal static int LastFrame { get; private set; } = -1;

        internal static void BeginFrame()
        {
            open.Clear();
            if (Enabled) Push(new ProfiledSample("Frame"));
        }

        /// <param name="counts">Whether the frame is one of those that are recorded.</param>
        internal static void EndFrame(bool counts)
        {
            if (open.Count != 1) return;
            var frame = Pop();
            if (!counts) return;
            Frames.Add(++LastFrame, frame);
            if (Frames.Count > MaxFrames) Frames.RemoveAt(0);
        }

        internal static void Begin(string name)
        {
            if (open.Count == 0) return;
            var siblings = open.Peek().Sample.Children;
            var sample = siblings.Find(one => one.Name == name);
            if (sample == null) siblings.Add(sample = new ProfiledSample(name));
            Push(sample);
        }

        internal static void End()
        {
            if (open.Count > 1) Pop();
        }

        private static void Push(ProfiledSample sample) =>
            open.Push((sample, Stopwatch.GetTimestamp(), GC.GetAllocatedBytesForCurrentThread()));

        private static ProfiledSample Pop()
        {
            var (sample, at, bytes) = open.Pop();
            sample.TotalMs += (Stopwatch.GetTimestamp() - at) * 1_000.0 / Stopwatch.Frequency;
            sample.GcBytes += GC.GetAllocatedBytesForCurrentThread() - bytes;
            sample.Calls++;
            return sample;
        }
    }
}
