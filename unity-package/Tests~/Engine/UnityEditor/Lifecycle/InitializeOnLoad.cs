#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using UnityEngine;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Class)]
    public class InitializeOnLoadAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnLoadMethodAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnEnterPlayModeAttribute : Attribute
    {
    }
}

namespace UnityEditor.Callbacks
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class DidReloadScripts : Attribute
    {
        public DidReloadScripts()
            : this(1)
        {
        }

        public DidReloadScripts(int callbackOrder)
        {
            Order = callbackOrder;
        }

        internal int Order { get; }
    }
}

namespace UnityEditor
{
    /// <summary>Begins what a new domain begins by itself.</summary>
    internal static class DomainStart
    {
        private const BindingFlags StaticMethods =
            BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        internal static void InitializeOnLoad()
        {
            foreach (var type in Types())
                if (type.IsDefined(typeof(InitializeOnLoadAttribute), false))
                    EditorLoop.Guarded(() => RuntimeHelpers.RunClassConstructor(type.TypeHandle));
            foreach (var (method, _) in Marked<InitializeOnLoadMethodAttribute>()) Invoke(method);
        }

        internal static void DidReloadScripts()
        {
            var marked = Marked<Callbacks.DidReloadScripts>();
            marked.Sort((a, b) => a.Attribute.Order.CompareTo(b.Attribute.Order));
            foreach (var (method, _) in marked) Invoke(method);
        }

        internal static void EnterPlayMode()
        {
            foreach (var (method, _) in Marked<InitializeOnEnterPlayModeAttribute>())
                if (method.GetParameters().Length == 0) Invoke(method);
        }

        private static List<(MethodInfo Method, T Attribute)> Marked<T>()
            where T : Attribute
        {
            var found = new List<(MethodInfo, T)>();
            foreach (var type in Types())
                foreach (var method in type.GetMethods(StaticMethods))
                    if (method.GetCustomAttribute<T>(false) is { } attribute) found.Add((method, attribute));
            return found;
        }

        private static void Invoke(MethodInfo method) => EditorLoop.Guarded(() => method.Invoke(null, null));

        private static IEnumerable<Type> Types()
        {
            foreach (var assembly in new List<Assembly>(ScriptDomain.Assemblies))
                foreach (var type in assembly.GetTypes())
                    if (!type.ContainsGenericParameters) yield return type;
        }
    }
}
