#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace Fairlead.Editor.Compilation
{
    /// <summary>The fields of a script that Unity saves and the Inspector shows.</summary>
    internal static class SavedFields
    {
        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>Those of base classes first, as the Inspector shows them.</summary>
        internal static List<FieldInfo> Of(Type type)
        {
            var chain = new Stack<Type>();
            for (var at = type; at != null && at != typeof(MonoBehaviour); at = at.BaseType) chain.Push(at);
            var fields = new List<FieldInfo>();
            foreach (var level in chain)
                foreach (var field in level.GetFields(Declared))
                    if (IsSaved(field)) fields.Add(field);
            return fields;
        }

        private static bool IsSaved(FieldInfo field)
        {
            if (field.IsInitOnly || field.IsNotSerialized || typeof(Delegate).IsAssignableFrom(field.FieldType)) return false;
            return field.IsPublic || field.IsDefined(typeof(SerializeField), false) || field.IsDefined(typeof(SerializeReference), false);
        }
    }
}
