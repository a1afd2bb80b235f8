#nullable enable
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>How much an instance has of its own.</summary>
    internal static class PrefabOverrides
    {
        /// <summary>
        /// Properties that differ (a vector is one), and objects and components that were added or removed; not what
        /// every instance has of its own, its name and place.
        /// </summary>
        internal static int Count(GameObject root)
        {
            var properties = new HashSet<(Object, string)>();
            foreach (var modification in PrefabUtility.GetPropertyModifications(root) ?? new PropertyModification[0])
            {
                if (modification.target == null || PrefabUtility.IsDefaultOverride(modification)) continue;
                var name = modification.propertyPath.Split('.')[0];
                // Only how the Inspector shows a rotation.
                if (name != "m_LocalEulerAnglesHint") properties.Add((modification.target, name));
            }
            return properties.Count
                + PrefabUtility.GetAddedComponents(root).Count
                + PrefabUtility.GetRemovedComponents(root).Count
                + PrefabUtility.GetAddedGameObjects(root).Count
                + PrefabUtility.GetRemovedGameObjects(root).Count;
        }
    }
}
