#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    /// <summary>
    /// The assemblies that a domain reload throws away and loads anew: the packages and the user's
    /// scripts. Whatever the engine keeps of their types, objects or delegates must go when they go.
    /// </summary>
    internal static class ScriptDomain
    {
        private const BindingFlags Statics =
            BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly List<Assembly> assemblies = new List<Assembly>();

        /// <summary>Packages first, then the user's; without the engine's own.</summary>
        internal static IReadOnlyList<Assembly> Assemblies => assemblies;

        /// <summary>Grows with each reload.</summary>
        internal static int Generation { get; private set; }

        /// <summary>
        /// The domain is going: caches of its types and objects must be dropped. For the engine's own
        /// code only; stays over reloads.
        /// </summary>
        internal static event Action Unloading = () => { };

        /// <summary>A new domain is there: its types can be looked up.</summary>
        internal static event Action Loaded = () => { };

        /// <summary>
        /// Engine, packages and scripts: where types are looked for. Never the process's whole list, which
        /// still has the types of domains that are gone; but for tests that have no domain.
        /// </summary>
        internal static IEnumerable<Assembly> Searched() =>
            Generation == 0
                ? AppDomain.CurrentDomain.GetAssemblies().Where(KnowsEngine)
                : EngineAssemblies().Concat(assemblies);

        private static bool KnowsEngine(Assembly assembly) =>
            !assembly.IsDynamic
            && (assembly == typeof(ScriptDomain).Assembly
                || assembly.GetReferencedAssemblies().Any(name => name.Name == typeof(ScriptDomain).Assembly.GetName().Name));

        internal static void Enter(IEnumerable<Assembly> loaded)
        {
            Generation++;
            assemblies.Clear();
            assemblies.AddRange(loaded);
            Loaded();
        }

        /// <summary>Drops everything that the engine holds of the domain.</summary>
        internal static void Leave()
        {
            Unloading();
            foreach (var engine in EngineAssemblies())
                foreach (var type in engine.GetTypes())
                    if (!type.ContainsGenericParameters) DropForeignDelegates(type);
            assemblies.Clear();
        }

        /// <summary>Every event of the engine is empty after a reload, as in Unity: subscribers were statics of the domain.</summary>
        private static void DropForeignDelegates(Type type)
        {
            foreach (var field in type.GetFields(Statics))
            {
                if (field.IsLiteral || field.IsInitOnly || !typeof(Delegate).IsAssignableFrom(field.FieldType)) continue;
                if (!(field.GetValue(null) is Delegate all)) continue;
                Delegate? left = null;
                foreach (var one in all.GetInvocationList())
                    if (!IsForeign(one)) left = Delegate.Combine(left, one);
                if (!ReferenceEquals(left, all)) field.SetValue(null, left);
            }
        }

        private static bool IsForeign(Delegate one) =>
            assemblies.Contains(one.Method.Module.Assembly)
            || (one.Target != null && assemblies.Contains(one.Target.GetType().Assembly));

        private static IEnumerable<Assembly> EngineAssemblies()
        {
            yield return typeof(ScriptDomain).Assembly;
            var editor = EditorAssembly;
            if (editor != null) yield return editor;
        }

        /// <summary>UnityEditor.dll says so itself: this assembly cannot name it.</summary>
        internal static Assembly? EditorAssembly { get; set; }
    }
}
