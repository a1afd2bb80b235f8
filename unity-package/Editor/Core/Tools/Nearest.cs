#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>Names that were probably meant.</summary>
    public static class Nearest
    {
        /// <summary>Near matches first: those that contain or are contained, then by common letters.</summary>
        public static IReadOnlyList<string> Of(string wanted, IEnumerable<string> names, int count = 5)
        {
            var scored = new List<(string Name, double Score, int Index)>();
            foreach (var name in names) scored.Add((name, Likeness(wanted, name), scored.Count));
            scored.Sort((a, b) => a.Score != b.Score ? b.Score.CompareTo(a.Score) : a.Index.CompareTo(b.Index));
            var nearest = new List<string>();
            for (var i = 0; i < scored.Count && i < count; i++) nearest.Add(scored[i].Name);
            return nearest;
        }

        /// <summary>Names less alike than this have nothing to do with each other.</summary>
        public const double Near = 30;

        /// <summary>How much a name is like the wanted one: containing or contained, above 100; else by common letters.</summary>
        public static double Likeness(string wanted, string name) => Score(wanted.ToLowerInvariant(), name.ToLowerInvariant());

        private static double Score(string wanted, string name)
        {
            if (name == wanted) return 1_000;
            if (name.Contains(wanted) || wanted.Contains(name)) return 500 - Math.Abs(name.Length - wanted.Length);
            var pairs = new HashSet<string>();
            for (var i = 0; i + 1 < name.Length; i++) pairs.Add(name.Substring(i, 2));
            var common = 0;
            for (var i = 0; i + 1 < wanted.Length; i++)
                if (pairs.Contains(wanted.Substring(i, 2))) common++;
            return 200.0 * common / Math.Max(1, name.Length + wanted.Length - 2);
        }
    }
}
