#nullable enable
using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor.Profiling
{
    public abstract class FrameDataView : IDisposable
    {
        private protected FrameDataView(ProfiledSample? root)
        {
            Root = root;
        }

        public bool valid => Root != null;

        public float frameTimeMs => (float)(Root?.TotalMs ?? 0);

        private protected ProfiledSample? Root { get; }

        public void Dispose()
        {
        }
    }

    public class HierarchyFrameDataView : FrameDataView
    {
        public const int columnDontSort = -1;
        public const int columnCalls = 3;
        public const int columnGcMemory = 4;
        public const int columnTotalTime = 5;
        public const int columnSelfTime = 6;

        private readonly List<ProfiledSample> items = new List<ProfiledSample>();

        internal HierarchyFrameDataView(ProfiledSample? root)
            : base(root)
        {
            if (root != null) items.Add(root);
        }

        [Flags]
        public enum ViewModes
        {
            Default = 0,
            MergeSamplesWithTheSameName = 1,
        }

        public int GetRootItemID() => 0;

        public bool HasItemChildren(int id) => items[id].Children.Count > 0;

        public void GetItemChildren(int id, List<int> outChildren)
        {
            outChildren.Clear();
            foreach (var child in items[id].Children)
            {
                items.Add(child);
                outChildren.Add(items.Count - 1);
            }
        }

        public string GetItemName(int id) => items[id].Name;

        public double GetItemColumnDataAsDouble(int id, int column)
        {
            var item = items[id];
            switch (column)
            {
                case columnCalls:
                    return item.Calls;
                case columnGcMemory:
                    return item.GcBytes;
                case columnTotalTime:
                    return item.TotalMs;
                case columnSelfTime:
                    return item.SelfMs;
                default:
                    return 0;
            }
        }
    }
}
