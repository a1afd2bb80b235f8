#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Editor.Compilation
{
    /// <summary>Type names as one writes them in C#.</summary>
    internal static class TypeNames
    {
        private static readonly Dictionary<Type, string> Keywords = new Dictionary<Type, string>
        {
            [typeof(bool)] = "bool",
            [typeof(byte)] = "byte",
            [typeof(sbyte)] = "sbyte",
            [typeof(short)] = "short",
            [typeof(ushort)] = "ushort",
            [typeof(int)] = "int",
            [typeof(uint)] = "uint",
            [typeof(long)] = "long",
            [typeof(ulong)] = "ulong",
            [typeof(float)] = "float",
            [typeof(double)] = "double",
            [typeof(char)] = "char",
            [typeof(string)] = "string",
            [typeof(object)] = "object",
        };

        /// <summary>E.g. <c>float</c>, <c>List&lt;int&gt;</c>, <c>Transform[]</c>.</summary>
        internal static string Of(Type type)
        {
            if (Keywords.TryGetValue(type, out var keyword)) return keyword;
            if (type.IsArray) return Of(type.GetElementType()!) + "[]";
            if (!type.IsGenericType) return type.Name;
            var arguments = new List<string>();
            foreach (var argument in type.GetGenericArguments()) arguments.Add(Of(argument));
            var tick = type.Name.IndexOf('`');
            var name = tick < 0 ? type.Name : type.Name.Substring(0, tick);
            return $"{name}<{string.Join(", ", arguments)}>";
        }
    }
}
