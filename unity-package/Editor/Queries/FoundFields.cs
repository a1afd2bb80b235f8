#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Queries
{
    /// <summary>
    /// The fields of objects that <c>find</c> shows on request: members of the object, or properties of its components.
    /// </summary>
    internal static class FoundFields
    {
        /// <summary>The number of objects in which a field is looked for that none of the page has.</summary>
        private const int MaxSearched = 500;

        private static readonly string[] Members = { "name", "tag", "layer", "activeSelf", "components", "childCount" };

        /// <param name="found">All objects.</param>
        /// <param name="shown">Those of the page.</param>
        /// <param name="fields">As the model gave them.</param>
        /// <param name="type">The component that was asked for: its properties come before those of others.</param>
        /// <exception cref="ToolFault"><c>unknown_property</c>: no object has such a field.</exception>
        internal static JArray Of(List<GameObject> found, List<GameObject> shown, IReadOnlyList<string> fields, Type? type)
        {
            var missing = new HashSet<string>(fields);
            var objects = new JArray();
            foreach (var obj in shown)
            {
                var values = new JObject();
                foreach (var field in fields)
                {
                    if (!(Field(obj, field, type) is { } read)) continue;
                    values[read.Name] = read.Value;
                    missing.Remove(field);
                }
                objects.Add(new JObject { ["instanceId"] = ObjectIds.Of(obj), ["path"] = ScenePaths.Of(obj), ["values"] = values });
            }
            foreach (var field in missing)
                if (found.Count > 0 && !IsAnywhere(found, field, type)) throw Unknown(found[0], field);
            return objects;
        }

        private static bool IsAnywhere(List<GameObject> found, string field, Type? type)
        {
            for (var i = 0; i < found.Count && i < MaxSearched; i++)
                if (Field(found[i], field, type) != null) return true;
            return false;
        }

        private static ToolFault Unknown(GameObject obj, string field)
        {
            var names = new List<string>(Members);
            foreach (var component in obj.GetComponents<Component>())
                if (component != null)
                    foreach (var property in ComponentValues.Show(component).Properties())
                        if (!names.Contains(property.Name)) names.Add(property.Name);
            return new ToolFault(
                CallErrorCode.UnknownProperty,
                $"None of the objects found has \"{field}\".",
                "Name a property as unity_query inspect_object shows it: mass, or Light.intensity.",
                new JObject { ["available"] = new JArray(Nearest.Of(field, names, 10)) });
        }

        /// <summary>
        /// Returns null if it has no such field. The component stands before the name where another one than the type that was
        /// asked for has it: the material of a collider must not pass for that of its renderer.
        /// </summary>
        private static (string Name, JToken Value)? Field(GameObject obj, string field, Type? type)
        {
            if (Array.IndexOf(Members, field) >= 0) return (field, ObjectFacts.Summary(obj)[field]!);
            var components = obj.GetComponents<Component>();
            var dot = field.IndexOf('.');
            var owner = dot > 0 ? ComponentTypes.FindAny(field.Substring(0, dot)) : null;
            var named = (owner == null ? null : First(components, field.Substring(dot + 1), owner))
                ?? (type == null ? null : First(components, field, type));
            if (named is { } asked) return (field, asked.Value);
            if (!(First(components, field, typeof(Component)) is { } other)) return null;
            return (type == null ? field : $"{other.Component.GetType().Name}.{field}", other.Value);
        }

        private static (Component Component, JToken Value)? First(Component[] components, string path, Type type)
        {
            foreach (var component in components)
                if (component != null && type.IsInstanceOfType(component) && ComponentValues.Read(component, path) is { } value)
                    return (component, value);
            return null;
        }
    }
}
