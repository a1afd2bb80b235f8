#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>The project's asset hooks: AssetPostprocessor and AssetModificationProcessor.</summary>
    internal static class AssetHooks
    {
        private const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        internal static void Changed(AssetChanges changes)
        {
            var arguments = new object[]
            {
                changes.Imported.ToArray(),
                changes.Deleted.ToArray(),
                changes.Moved.Select(m => m.To).ToArray(),
                changes.Moved.Select(m => m.From).ToArray(),
            };
            foreach (var type in Types(typeof(AssetPostprocessor)).OrderBy(Order))
                if (type.GetMethod("OnPostprocessAllAssets", Statics) is { } method)
                    Call(method, method.GetParameters().Length == 5 ? arguments.Append(false).ToArray() : arguments);
        }

        internal static bool MaySave(string path)
        {
            foreach (var method in Methods("OnWillSaveAssets"))
                if (Call(method, new object[] { new[] { path } }) is string[] kept && !kept.Contains(path)) return false;
            return true;
        }

        internal static void Creating(string path)
        {
            foreach (var method in Methods("OnWillCreateAsset")) Call(method, path);
        }

        /// <summary>DidNotMove: nobody minds, and nobody did it.</summary>
        internal static AssetMoveResult Moving(string from, string to) =>
            Methods("OnWillMoveAsset").Select(m => Call(m, from, to)).OfType<AssetMoveResult>().DefaultIfEmpty(AssetMoveResult.DidNotMove)
                .Max();

        /// <summary>DidNotDelete: nobody minds, and nobody did it.</summary>
        internal static AssetDeleteResult Deleting(string path, RemoveAssetOptions options) =>
            Methods("OnWillDeleteAsset").Select(m => Call(m, path, options)).OfType<AssetDeleteResult>()
                .DefaultIfEmpty(AssetDeleteResult.DidNotDelete).Max();

        private static IEnumerable<MethodInfo> Methods(string name) =>
            Types(typeof(AssetModificationProcessor)).Select(t => t.GetMethod(name, Statics)).Where(m => m != null)!;

        private static IEnumerable<Type> Types(Type below) =>
            ScriptDomain.Assemblies.SelectMany(a => a.GetTypes()).Where(t => t.IsSubclassOf(below) && !t.IsAbstract).ToList();

        private static int Order(Type type) => ((AssetPostprocessor)Activator.CreateInstance(type, true)!).GetPostprocessOrder();

        /// <summary>An exception of a hook goes to the console, and the others still run.</summary>
        private static object? Call(MethodInfo method, params object[] arguments)
        {
            try
            {
                return method.Invoke(null, arguments);
            }
            catch (Exception e) when (e is TargetInvocationException || e is ArgumentException || e is TargetParameterCountException)
            {
                EngineEvents.LogError($"{method.DeclaringType?.Name}.{method.Name}: {(e.InnerException ?? e).Message}");
                return null;
            }
        }
    }
}
