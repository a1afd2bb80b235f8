#nullable enable
using System;

namespace Fairlead.Editor.Addressing
{
    /// <summary>Asks what a type is by names: the module or package that declares them need not be in the project.</summary>
    internal static class UnityTypes
    {
        /// <summary>Whether the type is one of these or derives from one.</summary>
        /// <param name="names">With namespace, e.g. <c>UnityEngine.Rigidbody</c>.</param>
        internal static bool IsA(Type type, params string[] names) => FindBase(type, names) != null;

        /// <summary>The nearest of its base types, or itself, that has one of these names.</summary>
        internal static Type? FindBase(Type type, params string[] names)
        {
            for (Type? at = type; at != null; at = at.BaseType)
                if (Array.IndexOf(names, at.FullName) >= 0) return at;
            return null;
        }
    }
}
