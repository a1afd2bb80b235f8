#nullable enable
using System;
using System.Linq;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>Types in files: <c>UnityEngine.Rigidbody</c>, or with the assembly before it, <c>Assembly-CSharp::Spin</c>.</summary>
    internal static class TypeNames
    {
        internal static string Of(Type type) =>
            IsEngine(type) ? type.FullName ?? type.Name : $"{type.Assembly.GetName().Name}::{type.FullName}";

        /// <summary>Returns null if no assembly that is loaded has it. The assembly's name need not fit: types move.</summary>
        internal static Type? Find(string name)
        {
            var at = name.IndexOf("::", StringComparison.Ordinal);
            var (assembly, type) = at < 0 ? ("", name) : (name.Substring(0, at), name.Substring(at + 2));
            return ScriptDomain.Searched()
                .OrderByDescending(a => a.GetName().Name == assembly)
                .Select(a => a.GetType(type))
                .FirstOrDefault(t => t != null);
        }

        internal static bool IsEngine(Type type) =>
            type.Assembly == typeof(UnityEngine.Object).Assembly || type.Assembly == typeof(TypeNames).Assembly;
    }
}
