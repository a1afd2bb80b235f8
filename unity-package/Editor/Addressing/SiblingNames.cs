#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Addressing
{
    /// <summary>
    /// Names that tell siblings apart: of those that share one, each has its number behind it. A listing of many objects reads the names
    /// of each row of siblings once.
    /// </summary>
    internal sealed class SiblingNames : IDisposable
    {
        private static SiblingNames? listing;

        private readonly Dictionary<Transform, Dictionary<Transform, int>> below = new Dictionary<Transform, Dictionary<Transform, int>>();
        private readonly Dictionary<Scene, Dictionary<Transform, int>> roots = new Dictionary<Scene, Dictionary<Transform, int>>();

        private SiblingNames()
        {
        }

        /// <summary>Until it is disposed of no name or place of an object may change. Main thread.</summary>
        internal static SiblingNames Listing() => listing = new SiblingNames();

        public void Dispose() => listing = null;

        internal static string Number(int nth) => $"[{nth.ToString(CultureInfo.InvariantCulture)}]";

        internal static string NameAmong(Transform at)
        {
            var nth = listing == null ? Nth(at) : listing.Known(at);
            return nth == 0 ? at.name : at.name + Number(nth);
        }

        /// <summary>From 1 on; 0: no sibling has its name.</summary>
        private static int Nth(Transform at)
        {
            var name = at.name;
            var (count, nth) = (0, 0);
            foreach (var sibling in Siblings(at))
            {
                if (sibling != at && sibling.name != name) continue;
                count++;
                if (sibling == at) nth = count;
            }
            return count > 1 ? nth : 0;
        }

        private int Known(Transform at)
        {
            var scene = at.gameObject.scene;
            if (at.parent == null && !scene.IsValid()) return 0;
            if (!(at.parent != null ? below.TryGetValue(at.parent, out var row) : roots.TryGetValue(scene, out row)))
            {
                row = Row(at);
                if (at.parent != null) below.Add(at.parent, row);
                else roots.Add(scene, row);
            }
            return row!.TryGetValue(at, out var nth) ? nth : 0;
        }

        /// <summary>Only those whose name is shared.</summary>
        private static Dictionary<Transform, int> Row(Transform at)
        {
            var byName = new Dictionary<string, List<Transform>>();
            foreach (var sibling in Siblings(at))
            {
                var name = sibling.name;
                if (!byName.TryGetValue(name, out var same)) byName.Add(name, same = new List<Transform>());
                same.Add(sibling);
            }
            var row = new Dictionary<Transform, int>();
            foreach (var same in byName.Values)
                for (var i = 0; same.Count > 1 && i < same.Count; i++) row.Add(same[i], i + 1);
            return row;
        }

        private static IEnumerable<Transform> Siblings(Transform at)
        {
            if (at.parent != null)
            {
                for (var i = 0; i < at.parent.childCount; i++) yield return at.parent.GetChild(i);
                yield break;
            }
            // A prefab's file is in no scene, and has one root.
            var scene = at.gameObject.scene;
            if (!scene.IsValid() || !scene.isLoaded) yield break;
            foreach (var root in scene.GetRootGameObjects()) yield return root.transform;
        }
    }
}
