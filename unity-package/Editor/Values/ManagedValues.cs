#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>Values of [SerializeReference] fields: <c>{"$type": "Sword", "damage": 3}</c>, or null.</summary>
    internal static class ManagedValues
    {
        /// <exception cref="ValueMismatch">It names no type that the field takes.</exception>
        internal static void Write(SerializedProperty property, JToken value, GameObject? within)
        {
            if (value.Type == JTokenType.Null)
            {
                property.managedReferenceValue = null;
                return;
            }
            var candidates = Candidates(property);
            var names = candidates.ConvertAll(type => type.Name);
            if (!(value is JObject fields)) throw ValueMismatch.Expected("an object with \"$type\", or null", value);
            var wanted = fields["$type"]?.ToString();
            if (wanted == null && string.IsNullOrEmpty(property.managedReferenceFullTypename))
                throw ValueMismatch.Expected($"an object with \"$type\", one of {string.Join(", ", Nearest.Of("", names, 10))}", value);
            if (wanted != null)
            {
                var type = candidates.Find(candidate => candidate.FullName == wanted)
                    ?? candidates.Find(candidate => candidate.Name == wanted)
                    ?? throw new ValueMismatch($"There is no type \"{wanted}\" for this field; there are "
                        + $"{string.Join(", ", Nearest.Of(wanted, names, 10))}.");
                if (!IsOf(property, type)) property.managedReferenceValue = Activator.CreateInstance(type);
            }
            ValueWriter.WriteFields(property, fields, within);
        }

        private static bool IsOf(SerializedProperty property, Type type) =>
            property.managedReferenceFullTypename.Replace('/', '+').EndsWith(" " + type.FullName, StringComparison.Ordinal);

        private static List<Type> Candidates(SerializedProperty property)
        {
            var declared = property.managedReferenceFieldTypename;
            var name = declared.Substring(declared.IndexOf(' ') + 1).Replace('/', '+');
            var assembly = declared.Substring(0, Math.Max(0, declared.IndexOf(' ')));
            var found = new List<Type>();
            var near = property.serializedObject.targetObject.GetType().Assembly;
            var field = near.GetType(name) ?? Type.GetType(name + ", " + assembly) ?? (name == "System.Object" ? typeof(object) : null);
            if (field == null) return found;
            if (IsUsable(field)) found.Add(field);
            foreach (var type in TypeCache.GetTypesDerivedFrom(field))
                if (IsUsable(type)) found.Add(type);
            return found;
        }

        private static bool IsUsable(Type type) =>
            !type.IsAbstract && !type.IsValueType && !type.IsGenericTypeDefinition && type.IsDefined(typeof(SerializableAttribute), false)
            && !typeof(UnityEngine.Object).IsAssignableFrom(type) && type.GetConstructor(Type.EmptyTypes) != null;
    }
}
