#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Compilation;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Addressing
{
    /// <summary>Component types by short or full name, exactly.</summary>
    internal static class ComponentTypes
    {
        /// <summary>Includes base types such as Collider, which cannot be added. Null if there is none.</summary>
        internal static Type? FindAny(string name)
        {
            if (name == nameof(Component) || name == "UnityEngine.Component") return typeof(Component);
            Type? byShortName = null;
            foreach (var type in TypeCache.GetTypesDerivedFrom<Component>())
            {
                if (type.FullName == name) return type;
                // A user's own type wins over one of the engine's or a package's with the same short name.
                if (type.Name == name && (byShortName == null || (IsUserScript(type) && !IsUserScript(byShortName)))) byShortName = type;
            }
            return byShortName;
        }

        /// <summary>One that can be added.</summary>
        /// <exception cref="ToolFault"><c>unknown_type</c> with the nearest names.</exception>
        internal static Type Need(string name)
        {
            var found = FindAny(name);
            if (found != null && IsAddable(found)) return found;
            var names = new List<string>();
            foreach (var type in Addable()) names.Add(type.Name);
            var data = new JObject { ["nearest"] = new JArray(Nearest.Of(name, names)) };
            var message = found == null
                ? $"There is no component type \"{name}\"."
                : $"{found.Name} is a base type: it cannot be added.";
            var error = found == null ? CompileReport.Last().FirstErrorFor(name) : null;
            if (error != null && CompileReport.IsIn(error, name))
                throw new ToolFault(
                    CallErrorCode.UnknownType,
                    $"The script of {name} does not compile: {CompileLine.ToText(error)}",
                    "Fix the error, call unity_refresh, then try again.");
            if (error != null)
                throw new ToolFault(
                    CallErrorCode.UnknownType,
                    $"The scripts do not compile: {CompileLine.ToText(error)} {message}",
                    "If a new script declares it: fix the errors, call unity_refresh, then try again. Otherwise use one of "
                    + "the nearest names.",
                    data);
            throw new ToolFault(
                CallErrorCode.UnknownType,
                message,
                "Use one of the nearest names, or search with unity_query types. A new script needs unity_refresh first.",
                data);
        }

        /// <summary>That can be added: without Transform, user scripts first, then by name.</summary>
        internal static List<Type> Addable()
        {
            var types = new List<Type>();
            foreach (var type in TypeCache.GetTypesDerivedFrom<Component>())
                if (IsAddable(type) && type != typeof(Transform)) types.Add(type);
            types.Sort((a, b) => IsUserScript(a) != IsUserScript(b)
                ? (IsUserScript(a) ? -1 : 1)
                : string.CompareOrdinal(a.FullName, b.FullName));
            return types;
        }

        internal static bool IsAddable(Type type) =>
            !type.IsAbstract && !type.IsGenericTypeDefinition && type != typeof(Behaviour) && type != typeof(MonoBehaviour)
            && type != typeof(Renderer) && type.FullName != "UnityEngine.Collider" && type.FullName != "UnityEngine.Collider2D"
            && !type.IsDefined(typeof(ObsoleteAttribute), false);

        /// <summary>Whether the project's own code declares it.</summary>
        internal static bool IsUserScript(Type type)
        {
            var assembly = type.Assembly.GetName().Name ?? "";
            return typeof(MonoBehaviour).IsAssignableFrom(type) && !assembly.StartsWith("Unity", StringComparison.Ordinal)
                && !assembly.StartsWith("com.unity", StringComparison.OrdinalIgnoreCase);
        }

        /// <summary>A user's script with the fields that Unity saves.</summary>
        internal static JObject Summary(Type type)
        {
            var summary = new JObject
            {
                ["name"] = type.Name,
                ["fullName"] = type.FullName,
                ["isUserScript"] = IsUserScript(type),
            };
            if (!IsUserScript(type)) return summary;
            var fields = new JArray();
            foreach (var field in SavedFields.Of(type))
                fields.Add(new JObject { ["name"] = field.Name, ["type"] = TypeNames.Of(field.FieldType) });
            summary["fields"] = fields;
            return summary;
        }
    }
}
