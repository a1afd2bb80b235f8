#nullable enable
using UnityEditor.Profiling;
using UnityEngine;

namespace UnityEditorInternal
{
    public static class ProfilerDriver
    {
        public static bool enabled
        {
            get => EngineProfiler.Enabled;
            set => EngineProfiler.Enabled = value;
        }

        /// <summary>False: only frames of the game are recorded.</summary>
        public static bool profileEditor { get; set; }

        public static int firstFrameIndex => EngineProfiler.Frames.Count == 0 ? -1 : EngineProfiler.Frames.Keys[0];

        public static int lastFrameIndex => EngineProfiler.LastFrame;

        public static HierarchyFrameDataView GetHierarchyFrameDataView(
            int frameIndex, int threadIndex, HierarchyFrameDataView.ViewModes viewMode, int sortColumn, bool sortAscending) =>
            new HierarchyFrameDataView(threadIndex == 0 && EngineProfiler.Frames.TryGetValue(frameIndex, out var frame) ? frame : null);
    }
}
