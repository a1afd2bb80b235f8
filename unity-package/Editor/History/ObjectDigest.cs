#nullable enable
using System.Collections.Generic;
using System.Globalization;
using Fairlead.Editor.Addressing;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.History
{
    /// <summary>A short text that differs when an object's own values, components or parent differ.</summary>
    internal static class ObjectDigest
    {
        /// <summary>
        /// Not the object's own: who hangs below it, where it came from, how the Inspector shows its angles. Parent and components are
        /// looked at apart.
        /// </summary>
        internal static readonly HashSet<string> Apart = new HashSet<string>
        {
            "m_Children", "m_Father", "m_RootOrder", "m_Component", "m_GameObject", "m_LocalEulerAnglesHint",
            "m_CorrespondingSourceObject", "m_PrefabInstance", "m_PrefabAsset", "m_PrefabParentObject", "m_PrefabInternal",
        };

        internal static string Of(GameObject obj)
        {
            // FNV-1a, 64 bits.
            var hash = Add(14695981039346656037, obj);
            var parent = obj.transform.parent;
            hash = Add(hash, parent == null ? "" : ObjectIds.Of(parent.gameObject));
            foreach (var component in obj.GetComponents<Component>())
                if (component != null) hash = Add(Add(hash, ObjectIds.Of(component)), component);
            return hash.ToString("x16", CultureInfo.InvariantCulture);
        }

        private static ulong Add(ulong hash, Object target)
        {
            using (var serialized = new SerializedObject(target))
            {
                var iterator = serialized.GetIterator();
                for (var enter = true; iterator.Next(enter); enter = false)
                {
                    if (Apart.Contains(iterator.propertyPath)) continue;
                    hash = Add(hash, iterator.propertyPath);
                    hash = Add(hash, iterator.contentHash.ToString(CultureInfo.InvariantCulture));
                }
            }
            return hash;
        }

        private static ulong Add(ulong hash, string text)
        {
            foreach (var c in text) hash = unchecked((hash ^ c) * 1099511628211);
            return hash;
        }
    }
}
