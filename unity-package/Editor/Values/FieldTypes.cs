#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>
    /// The C# type that a script declares for a property: a serialized property itself knows an enum's names, and an object's type by its
    /// short name only.
    /// </summary>
    internal static class FieldTypes
    {
        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>Returns null where no script declares it, or where it lies inside of a managed reference.</summary>
        internal static Type? Of(SerializedProperty property)
        {
            var target = property.serializedObject.targetObject;
            // Unity's own types keep their values in native code.
            if (!(target is MonoBehaviour) && !(target is ScriptableObject)) return null;
            Type? at = target.GetType();
            var parts = property.propertyPath.Split('.');
            for (var i = 0; at != null && i < parts.Length; i++)
            {
                if (parts[i] == "Array" && i + 1 < parts.Length)
                {
                    at = parts[++i].StartsWith("data[", StringComparison.Ordinal) ? ElementOf(at) : null;
                    continue;
                }
                var field = FieldOf(at, parts[i]);
                if (field == null || (field.IsDefined(typeof(SerializeReference), false) && i + 1 < parts.Length)) return null;
                at = field.FieldType;
            }
            return at;
        }

        /// <summary>Returns null if it is not an enum declared by a script.</summary>
        internal static Type? EnumOf(SerializedProperty property) =>
            property.propertyType == SerializedPropertyType.Enum && Of(property) is { IsEnum: true } type ? type : null;

        private static FieldInfo? FieldOf(Type type, string name)
        {
            for (Type? at = type; at != null; at = at.BaseType)
                if (at.GetField(name, Declared) is { } field) return field;
            return null;
        }

        private static Type? ElementOf(Type list)
        {
            if (list.IsArray) return list.GetElementType();
            return list.IsGenericType && list.GetGenericTypeDefinition() == typeof(List<>) ? list.GetGenericArguments()[0] : null;
        }
    }
}
