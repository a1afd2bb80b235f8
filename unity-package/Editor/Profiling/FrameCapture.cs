#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using Unity.Profiling;
using UnityEditor;
using UnityEditor.Profiling;
using UnityEditorInternal;

namespace Fairlead.Editor.Profiling
{
    /// <summary>Lets Unity's Profiler see some frames, and adds up what it saw. Leaves the Profiler as it was.</summary>
    internal sealed class FrameCapture : IDisposable
    {
        private const int MainThread = 0;

        private readonly bool wasEnabled = ProfilerDriver.enabled;
        private readonly bool profiledEditor = ProfilerDriver.profileEditor;
        private readonly bool isPlaying = EditorApplication.isPlaying;
        private readonly int wanted;
        private readonly int last;
        private readonly Dictionary<string, ProfilerRecorder> counters = new Dictionary<string, ProfilerRecorder>();
        private bool disposed;

        internal FrameCapture(int frames)
        {
            wanted = frames;
            // In edit mode there is no other loop than the editor's own.
            ProfilerDriver.profileEditor = !isPlaying;
            ProfilerDriver.enabled = true;
            last = ProfilerDriver.lastFrameIndex;
            // The domain may go before the last frame has come.
            AssemblyReloadEvents.beforeAssemblyReload += Dispose;
            Count("gcBytes", ProfilerCategory.Memory, "GC Allocated In Frame");
            Count("drawCalls", ProfilerCategory.Render, "Draw Calls Count");
            Count("setPassCalls", ProfilerCategory.Render, "SetPass Calls Count");
            Count("triangles", ProfilerCategory.Render, "Triangles Count");
            Count("usedMemoryBytes", ProfilerCategory.Memory, "Total Used Memory");
            Count("reservedMemoryBytes", ProfilerCategory.Memory, "Total Reserved Memory");
            Count("gcMemoryBytes", ProfilerCategory.Memory, "GC Used Memory");
        }

        /// <summary>The frame that is being recorded is not counted.</summary>
        internal int Frames => Math.Max(0, ProfilerDriver.lastFrameIndex - last);

        internal bool IsComplete => Frames >= wanted;

        /// <summary>Returns null if the Profiler kept none of the frames.</summary>
        internal JObject? ToJson(int maxMarkers)
        {
            var markers = new Dictionary<string, Marker>();
            var times = new List<double>();
            var first = Math.Max(last + 1, ProfilerDriver.firstFrameIndex);
            for (var frame = first; frame <= ProfilerDriver.lastFrameIndex && times.Count < wanted; frame++)
                using (var view = ProfilerDriver.GetHierarchyFrameDataView(
                    frame, MainThread, HierarchyFrameDataView.ViewModes.MergeSamplesWithTheSameName, HierarchyFrameDataView.columnDontSort,
                    false))
                {
                    if (view == null || !view.valid) continue;
                    times.Add(view.frameTimeMs);
                    AddChildren(view, view.GetRootItemID(), markers);
                }
            if (times.Count == 0) return null;
            var totals = new JObject { ["frameMs"] = Math.Round(times.Average(), 3) };
            foreach (var counter in counters)
                totals[counter.Key] = Value(counter.Value, counter.Key.EndsWith("MemoryBytes", StringComparison.Ordinal));
            return new JObject
            {
                ["mode"] = isPlaying ? "play" : "edit",
                ["frames"] = times.Count,
                ["totals"] = totals,
                ["maxFrameMs"] = Math.Round(times.Max(), 3),
                ["markers"] = new JArray(markers.OrderByDescending(one => one.Value.SelfMs).Take(maxMarkers)
                    .Select(one => one.Value.ToJson(one.Key, times.Count))),
            };
        }

        public void Dispose()
        {
            if (disposed) return;
            disposed = true;
            AssemblyReloadEvents.beforeAssemblyReload -= Dispose;
            foreach (var counter in counters.Values) counter.Dispose();
            ProfilerDriver.enabled = wasEnabled;
            ProfilerDriver.profileEditor = profiledEditor;
        }

        private void Count(string name, ProfilerCategory category, string counter) =>
            counters[name] = ProfilerRecorder.StartNew(category, counter, wanted);

        /// <summary>Returns null where this Unity has no such counter.</summary>
        private static JToken Value(ProfilerRecorder counter, bool atEnd)
        {
            if (!counter.Valid || counter.Count == 0) return JValue.CreateNull();
            if (atEnd) return Math.Max(0, counter.LastValue);
            var sum = 0.0;
            for (var i = 0; i < counter.Count; i++) sum += counter.GetSample(i).Value;
            return Math.Round(Math.Max(0, sum / counter.Count), 1);
        }

        private static void AddChildren(HierarchyFrameDataView view, int item, Dictionary<string, Marker> markers)
        {
            var children = new List<int>();
            view.GetItemChildren(item, children);
            foreach (var child in children)
            {
                var name = view.GetItemName(child);
                if (!markers.TryGetValue(name, out var marker)) markers[name] = marker = new Marker();
                marker.SelfMs += view.GetItemColumnDataAsDouble(child, HierarchyFrameDataView.columnSelfTime);
                marker.TotalMs += view.GetItemColumnDataAsDouble(child, HierarchyFrameDataView.columnTotalTime);
                marker.Calls += view.GetItemColumnDataAsDouble(child, HierarchyFrameDataView.columnCalls);
                marker.GcBytes += view.GetItemColumnDataAsDouble(child, HierarchyFrameDataView.columnGcMemory);
                if (view.HasItemChildren(child)) AddChildren(view, child, markers);
            }
        }

        /// <summary>Sums over all frames.</summary>
        private sealed class Marker
        {
            internal double SelfMs { get; set; }

            internal double TotalMs { get; set; }

            internal double Calls { get; set; }

            internal double GcBytes { get; set; }

            internal JObject ToJson(string name, int frames) => new JObject
            {
                ["name"] = Json.Cut(name, 120),
                ["selfMs"] = Mean(SelfMs, frames),
                ["totalMs"] = Mean(TotalMs, frames),
                ["calls"] = Mean(Calls, frames),
                ["gcBytes"] = Mean(GcBytes, frames),
            };

            private static double Mean(double sum, int frames) => Math.Round(Math.Max(0, sum / frames), 3);
        }
    }
}
