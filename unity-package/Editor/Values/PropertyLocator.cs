#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using Fairlead.Editor.Addressing;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Values
{
    /// <summary>The property that a name leads to: a serialized one, a C# one, or none.</summary>
    internal readonly struct Located
    {
        internal Located(SerializedProperty property, Type? enumType)
        {
            Property = property;
            EnumType = enumType;
            Member = null;
            Error = null;
            Available = null;
        }

        internal Located(PropertyInfo member)
        {
            Property = null;
            EnumType = null;
            Member = member;
            Error = null;
            Available = null;
        }

        internal Located(string error, List<string>? available)
        {
            Property = null;
            EnumType = null;
            Member = null;
            Error = error;
            Available = available;
        }

        internal SerializedProperty? Property { get; }

        /// <summary>The C# enum that a saved number stands for.</summary>
        internal Type? EnumType { get; }

        internal PropertyInfo? Member { get; }

        /// <summary>A sentence about the failure; null: it was found.</summary>
        internal string? Error { get; }

        /// <summary>Names that exist, if the name is unknown.</summary>
        internal List<string>? Available { get; }
    }

    /// <summary>Follows paths: <c>mass</c>, <c>m_Mass</c>, <c>localPosition.x</c>, <c>list[0].name</c>, <c>list.Array.size</c>.</summary>
    internal static class PropertyLocator
    {
        private static readonly Regex Part = new Regex(@"\A([A-Za-z_][\w ]*)((?:\[\d+\])*)\z");
        private static readonly HashSet<string> Untouchable = new HashSet<string> { "m_Script", "m_GameObject", "m_ObjectHideFlags" };

        /// <param name="target">Whose property it is.</param>
        /// <param name="serialized">Of the target, up to date.</param>
        /// <param name="path">As the model gave it.</param>
        /// <param name="grow">An index one past the end makes a new element.</param>
        internal static Located Find(Object target, SerializedObject serialized, string path, bool grow)
        {
            var parts = Split(path);
            if (parts == null) return new Located($"\"{path}\" is not a property path.", null);
            var (start, used) = Start(target, serialized, parts);
            if (start == null)
            {
                var member = parts.Count == 1 ? MemberOf(target.GetType(), parts[0]) : null;
                return member != null
                    ? new Located(member)
                    : new Located($"{target.GetType().Name} has no property \"{path}\".",
                        PropertyNames.Available(path, Names(target, serialized)));
            }
            var at = start;
            for (var i = used; i < parts.Count; i++)
            {
                var next = Descend(at, parts[i], grow);
                if (next.Error != null) return next;
                at = next.Property!;
            }
            return new Located(at, EnumOf(target.GetType(), string.Join(".", parts), at));
        }

        /// <summary>Returns null where it is malformed. Indices are parts of their own: "[0]".</summary>
        private static List<string>? Split(string path)
        {
            var parts = new List<string>();
            foreach (var text in path.Replace(".Array.data[", "[").Replace(".Array.size", ".size()").Split('.'))
            {
                if (text == "size()" && parts.Count > 0)
                {
                    parts.Add(text);
                    continue;
                }
                var match = Part.Match(text);
                if (!match.Success) return null;
                parts.Add(match.Groups[1].Value);
                foreach (Match index in Regex.Matches(match.Groups[2].Value, @"\[\d+\]")) parts.Add(index.Value);
            }
            return parts;
        }

        /// <summary>The property that the first parts name, and how many they are.</summary>
        private static (SerializedProperty?, int) Start(Object target, SerializedObject serialized, List<string> parts)
        {
            if (Untouchable.Contains(parts[0])) return (null, 0);
            if (serialized.FindProperty(parts[0]) is { } exact) return (exact, 1);
            var type = target.GetType();
            for (var count = Math.Min(2, parts.Count); count > 0; count--)
            {
                var name = string.Join(".", parts.GetRange(0, count));
                foreach (var alias in PropertyNames.AliasesOf(type))
                    if ((alias.Key == name || PropertyNames.Same(alias.Key, name)) && serialized.FindProperty(alias.Value) is { } found)
                        return (found, count);
            }
            foreach (var property in TopLevel(serialized))
                if (PropertyNames.Same(property.name, parts[0])) return (property.Copy(), 1);
            return (null, 0);
        }

        /// <summary>The visible properties of the first level.</summary>
        internal static IEnumerable<SerializedProperty> TopLevel(SerializedObject serialized)
        {
            var iterator = serialized.GetIterator();
            for (var enter = true; iterator.NextVisible(enter); enter = false)
                if (!Untouchable.Contains(iterator.propertyPath)) yield return iterator;
        }

        private static Located Descend(SerializedProperty at, string part, bool grow)
        {
            var isList = at.isArray && at.propertyType != SerializedPropertyType.String;
            if (part == "size()")
                return isList && at.FindPropertyRelative("Array.size") is { } size
                    ? new Located(size, null) : new Located("Only arrays have a size.", null);
            if (part[0] == '[')
            {
                if (!isList) return new Located("This property is not an array.", null);
                var index = int.Parse(part.Trim('[', ']'), CultureInfo.InvariantCulture);
                if (index > at.arraySize || (index == at.arraySize && !grow))
                    return new Located($"The array has {at.arraySize} elements; index {index} is too high.", null);
                if (index == at.arraySize) ValueWriter.Resize(at, index + 1);
                return new Located(at.GetArrayElementAtIndex(index), null);
            }
            var names = new List<string>();
            foreach (var child in Children(at))
            {
                if (PropertyNames.Same(child.name, part)) return new Located(child.Copy(), null);
                names.Add(PropertyNames.Plain(child.name));
            }
            return new Located($"There is no \"{part}\" in it.", names.Count > 0 ? PropertyNames.Available(part, names) : null);
        }

        internal static IEnumerable<SerializedProperty> Children(SerializedProperty parent)
        {
            var child = parent.Copy();
            var depth = parent.depth + 1;
            if (!child.NextVisible(true)) yield break;
            do
            {
                if (child.depth < depth) yield break;
                if (child.depth == depth && child.propertyPath.StartsWith(parent.propertyPath + ".", StringComparison.Ordinal))
                    yield return child;
            }
            while (child.NextVisible(false));
        }

        /// <summary>A public property that can be set, for what Unity does not save under a name of its own.</summary>
        internal static PropertyInfo? MemberOf(Type type, string name)
        {
            var member = PropertyOf(type, name);
            return member != null && member.CanWrite && member.GetIndexParameters().Length == 0 && member.DeclaringType != typeof(Object)
                && !member.IsDefined(typeof(ObsoleteAttribute), true) && ClrValues.Holds(member.PropertyType)
                ? member
                : null;
        }

        /// <summary>Searched level by level: of two with one name, as scripts make with "new", reflection would find neither.</summary>
        private static PropertyInfo? PropertyOf(Type type, string name)
        {
            for (Type? at = type; at != null; at = at.BaseType)
                foreach (var member in at.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly))
                    if (member.Name == name && member.GetIndexParameters().Length == 0) return member;
            return null;
        }

        /// <summary>Some engine types save an enum as a plain number; the C# property of the same name knows which.</summary>
        internal static Type? EnumOf(Type type, string friendly, SerializedProperty property)
        {
            if (property.propertyType != SerializedPropertyType.Integer && property.propertyType != SerializedPropertyType.Enum)
                return null;
            var member = PropertyOf(type, friendly) ?? PropertyOf(type, PropertyNames.Friendly(type, property.propertyPath));
            return member != null && member.PropertyType.IsEnum ? member.PropertyType : null;
        }

        /// <summary>All names under which something can be set.</summary>
        internal static List<string> Names(Object target, SerializedObject serialized)
        {
            var type = target.GetType();
            var names = new List<string>();
            foreach (var property in TopLevel(serialized)) names.Add(PropertyNames.Friendly(type, property.propertyPath));
            foreach (var alias in PropertyNames.AliasesOf(type))
                if (!names.Contains(alias.Key) && serialized.FindProperty(alias.Value) != null) names.Add(alias.Key);
            foreach (var name in PropertyNames.ComputedOf(type))
                if (!names.Contains(name)) names.Add(name);
            if (UnityTypes.IsA(type, "UnityEngine.Rigidbody", "UnityEngine.Rigidbody2D")) names.Add("linearVelocity");
            if (target is Renderer) names.Add("material.color");
            return names;
        }
    }
}
