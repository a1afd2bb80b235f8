#nullable enable
using System;
using System.Collections.Generic;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>The regions in which two pictures of the same size differ.</summary>
    internal sealed class ChangedRegions
    {
        /// <summary>Smaller differences of a colour, 0–255, are noise of shading and compression.</summary>
        private const int Threshold = 24;

        /// <summary>Changes nearer to each other than this are one region, in pixels.</summary>
        private const int CellSize = 8;

        private readonly int columns;
        private readonly Dictionary<int, Region> cells = new Dictionary<int, Region>();

        private ChangedRegions(Pixels before, Pixels after)
        {
            columns = (after.Width + CellSize - 1) / CellSize;
            for (var y = 0; y < after.Height; y++)
                for (var x = 0; x < after.Width; x++)
                    if (Differs(before.Rgb, after.Rgb, ((y * after.Width) + x) * 3)) Add(x, y);
            All = Joined();
        }

        /// <summary>The regions, largest first.</summary>
        internal IReadOnlyList<Region> All { get; }

        internal int PixelCount { get; private set; }

        internal static ChangedRegions Between(Pixels before, Pixels after) => new ChangedRegions(before, after);

        private void Add(int x, int y)
        {
            PixelCount++;
            var at = (y / CellSize * columns) + (x / CellSize);
            var pixel = new Region(1, new RectInt(x, y, 1, 1));
            cells[at] = cells.TryGetValue(at, out var cell) ? cell.With(pixel) : pixel;
        }

        private static bool Differs(byte[] a, byte[] b, int at) =>
            Math.Abs(a[at] - b[at]) > Threshold
            || Math.Abs(a[at + 1] - b[at + 1]) > Threshold
            || Math.Abs(a[at + 2] - b[at + 2]) > Threshold;

        /// <summary>.NET Framework's dictionary removes without giving the value.</summary>
        private bool Take(int key, out Region cell) => cells.TryGetValue(key, out cell) && cells.Remove(key);

        /// <summary>Cells that touch, corners included, are one region.</summary>
        private IReadOnlyList<Region> Joined()
        {
            var regions = new List<Region>();
            var open = new Stack<int>();
            foreach (var start in new List<int>(cells.Keys))
            {
                if (!Take(start, out var region)) continue;
                open.Push(start);
                while (open.Count > 0)
                {
                    foreach (var next in Around(open.Pop()))
                    {
                        if (!Take(next, out var cell)) continue;
                        region = region.With(cell);
                        open.Push(next);
                    }
                }
                regions.Add(region);
            }
            regions.Sort(Region.Compare);
            return regions;
        }

        private IEnumerable<int> Around(int at)
        {
            var x = at % columns;
            for (var dy = -1; dy <= 1; dy++)
                for (var dx = -1; dx <= 1; dx++)
                    if (x + dx >= 0 && x + dx < columns) yield return at + (dy * columns) + dx;
        }

        /// <summary>Changed pixels and the box around them, from the top left.</summary>
        internal readonly struct Region
        {
            internal Region(int pixelCount, RectInt box)
            {
                PixelCount = pixelCount;
                Box = box;
            }

            internal int PixelCount { get; }

            internal RectInt Box { get; }

            internal static int Compare(Region a, Region b)
            {
                if (a.PixelCount != b.PixelCount) return b.PixelCount.CompareTo(a.PixelCount);
                return a.Box.y != b.Box.y ? a.Box.y.CompareTo(b.Box.y) : a.Box.x.CompareTo(b.Box.x);
            }

            internal Region With(Region other)
            {
                var left = Math.Min(Box.x, other.Box.x);
                var top = Math.Min(Box.y, other.Box.y);
                var right = Math.Max(Box.x + Box.width, other.Box.x + other.Box.width);
                var bottom = Math.Max(Box.y + Box.height, other.Box.y + other.Box.height);
                return new Region(PixelCount + other.PixelCount, new RectInt(left, top, right - left, bottom - top));
            }
        }
    }
}
