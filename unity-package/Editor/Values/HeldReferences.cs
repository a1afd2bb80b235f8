#nullable enable
using System.Collections.Generic;
using Fairlead.Editor.History;
using UnityEditor;

namespace Fairlead.Editor.Values
{
    /// <summary>The places in an object that refer to others, hidden ones too: an object that refers unseen breaks all the same.</summary>
    internal static class HeldReferences
    {
        /// <summary>Managed references may lead back to where they started.</summary>
        private const int MaxDepth = 12;

        /// <summary>One property that moves on: read it, or write its value, before the next. Empty places are left out.</summary>
        internal static IEnumerable<SerializedProperty> Of(SerializedObject serialized)
        {
            var property = serialized.GetIterator();
            for (var enter = true; property.Next(enter); enter = MayHold(property))
            {
                if (property.propertyType != SerializedPropertyType.ObjectReference) continue;
                if (property.objectReferenceValue == null || ObjectDigest.Apart.Contains(property.propertyPath)) continue;
                yield return property;
            }
        }

        /// <summary>Whether a reference may be inside: a mesh's worth of numbers is not walked through.</summary>
        private static bool MayHold(SerializedProperty property)
        {
            if (property.depth >= MaxDepth || ObjectDigest.Apart.Contains(property.propertyPath)) return false;
            if (property.propertyType != SerializedPropertyType.Generic || !property.isArray) return IsContainer(property.propertyType);
            if (property.arraySize == 0) return false;
            var item = property.GetArrayElementAtIndex(0).propertyType;
            return item == SerializedPropertyType.ObjectReference || IsContainer(item);
        }

        private static bool IsContainer(SerializedPropertyType type) =>
            type == SerializedPropertyType.Generic || type == SerializedPropertyType.ManagedReference
            || type == SerializedPropertyType.ExposedReference;
    }
}
