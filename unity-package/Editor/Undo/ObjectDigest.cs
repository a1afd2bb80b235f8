#nullable enable
using System.Globalization;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor
{
    /// <summary>A short text that differs when an object's own values, components or parent differ.</summary>
    internal static class ObjectDigest
    {
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
