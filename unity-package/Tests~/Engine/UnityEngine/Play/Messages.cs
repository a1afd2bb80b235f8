#nullable enable
using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace UnityEngine
{
    /// <summary>Unity's messages: methods of a script that are called by name.</summary>
    internal static class Messages
    {
        private const BindingFlags Own =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>Weak, so that types can go with their domain.</summary>
        private static readonly ConditionalWeakTable<Type, Dictionary<string, MethodInfo?>> known =
            new ConditionalWeakTable<Type, Dictionary<string, MethodInfo?>>();

        internal static bool Has(Object target, string name) => Find(target.GetType(), name) != null;

        /// <summary>Calls it where it exists; what it throws is a line in the console.</summary>
        internal static void Send(Object target, string name, object? argument = null)
        {
            var method = Find(target.GetType(), name);
            if (method == null) return;
            try
            {
                var result = method.Invoke(target, method.GetParameters().Length == 0 ? null : new[] { argument });
                if (result is IEnumerator routine && target is MonoBehaviour behaviour) Coroutines.Start(behaviour, routine, name);
            }
            catch (TargetInvocationException e)
            {
                Debug.LogException(e.InnerException ?? e, target);
            }
            catch (ArgumentException e)
            {
                Debug.LogException(e, target);
            }
        }

        /// <summary>A method without arguments as a delegate: no reflection with each frame. Returns null if there is none.</summary>
        internal static Action? Bind(MonoBehaviour target, string name)
        {
            var method = Find(target.GetType(), name);
            if (method == null || method.GetParameters().Length > 0 || method.ReturnType != typeof(void)) return null;
            return (Action)method.CreateDelegate(typeof(Action), target);
        }

        internal static IEnumerator? Enumerator(MonoBehaviour target, string name, object? argument)
        {
            var method = Find(target.GetType(), name);
            if (method == null || !typeof(IEnumerator).IsAssignableFrom(method.ReturnType)) return null;
            return (IEnumerator?)method.Invoke(target, method.GetParameters().Length == 0 ? null : new[] { argument });
        }

        private static MethodInfo? Find(Type type, string name)
        {
            var methods = known.GetOrCreateValue(type);
            if (methods.TryGetValue(name, out var found)) return found;
            for (var at = type; at != null && at.Assembly != typeof(Messages).Assembly && found == null; at = at.BaseType)
                foreach (var method in at.GetMethods(Own))
                    if (method.Name == name && method.GetParameters().Length <= 1 && !method.ContainsGenericParameters)
                    {
                        found = method;
                        break;
                    }
            methods[name] = found;
            return found;
        }
    }
}
