using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using UnityEngine.Serialization;

namespace UnityEngine.Serialization
{
    /// <summary>A field that Unity saves.</summary>
    internal sealed class SerializedField
    {
        internal SerializedField(FieldInfo field)
        {
            Field = field;
            IsHidden = field.IsDefined(typeof(HideInInspector), false);
            IsManagedReference = field.IsDefined(typeof(SerializeReference), false);
            Name = field.GetCustomAttribute<NativeNameAttribute>()?.Name ?? field.Name;
            FormerNames = field.GetCustomAttributes<FormerlySerializedAsAttribute>().Select(attribute => attribute.oldName).ToArray();
        }

        internal FieldInfo Field { get; }
        /// <summary>The name in files and property paths.</summary>
        internal string Name { get; }
        internal Type Type => Field.FieldType;
        internal bool IsHidden { get; }
        internal bool IsManagedReference { get; }
        internal IReadOnlyList<string> FormerNames { get; }
    }

    /// <summary>A serialized name that is no C# identifier, e.g. "field of view".</summary>
    [AttributeUsage(AttributeTargets.Field)]
    internal sealed class NativeNameAttribute : Attribute
    {
        internal NativeNameAttribute(string name) => Name = name;
        internal string Name { get; }
    }

    /// <summary>Which fields of a type Unity saves, base class first: public or [SerializeField], of a type it knows.</summary>
    internal static class SerializedLayout
    {
        private static readonly ConditionalWeakTable<Type, IReadOnlyList<SerializedField>> known = new();

        internal static IReadOnlyList<SerializedField> Of(Type type) => known.GetValue(type, Read);

        private static IReadOnlyList<SerializedField> Read(Type type)
        {
            var chain = new List<Type>();
            for (var at = type; at != null && at != typeof(object) && at != typeof(ValueType); at = at.BaseType) chain.Insert(0, at);
            return chain
                .SelectMany(at => at.GetFields(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                    .OrderBy(field => field.MetadataToken))
                .Where(IsSerialized)
                .Select(field => new SerializedField(field))
                .ToArray();
        }

        private static bool IsSerialized(FieldInfo field)
        {
            if (field.IsStatic || field.IsInitOnly || field.IsLiteral || field.IsNotSerialized) return false;
            if (field.IsDefined(typeof(SerializeReference), false)) return !field.FieldType.IsValueType;
            return (field.IsPublic || field.IsDefined(typeof(SerializeField), false)) && IsSerializable(field.FieldType, true);
        }

        internal static bool IsSerializable(Type type, bool allowList)
        {
            if (IsPrimitive(type) || type.IsEnum || typeof(Object).IsAssignableFrom(type)) return true;
            if (ElementOf(type) is { } element) return allowList && IsSerializable(element, false);
            if (type.IsAbstract || type.IsInterface || type.IsGenericTypeDefinition || typeof(Delegate).IsAssignableFrom(type))
                return false;
            if (type.Namespace != null && type.Namespace.StartsWith("System", StringComparison.Ordinal)) return false;
            return type.IsDefined(typeof(SerializableAttribute), false);
        }

        internal static bool IsPrimitive(Type type) =>
            type == typeof(string) || (type.IsPrimitive && type != typeof(IntPtr) && type != typeof(UIntPtr));

        /// <summary>Element type of a one-dimensional array or a List; else null.</summary>
        internal static Type ElementOf(Type type)
        {
            if (type.IsArray) return type.GetArrayRank() == 1 ? type.GetElementType() : null;
            return type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>) ? type.GetGenericArguments()[0] : null;
        }
    }
}
