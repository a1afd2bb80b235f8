#nullable enable
using System;
using Fairlead.Core;
using Fairlead.Editor.Assets;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>Prefab files, as arguments name them.</summary>
    internal static class PrefabAssets
    {
        /// <summary>The root of a prefab's or a model's file.</summary>
        /// <exception cref="ToolFault"><c>invalid_arguments</c>: it is something else; <c>unsupported</c>: it cannot be read.</exception>
        internal static GameObject Need(string path)
        {
            var type = AssetFiles.TypeOf(path);
            if (type != "Prefab" && type != "Model")
                throw new ToolFault(CallErrorCode.InvalidArguments, $"{path} is a {type}, not a prefab.");
            var prefab = AssetDatabase.LoadAssetAtPath<GameObject>(path);
            if (prefab != null) return prefab;
            throw new ToolFault(
                CallErrorCode.Unsupported, $"{path} cannot be read as a prefab.",
                    "The file is damaged or was not written by this editor; use another one.");
        }

        /// <summary>The result of InstantiatePrefab.</summary>
        internal static GameObject Placed(Object? made, string path) =>
            made as GameObject
            ?? throw new ToolFault(CallErrorCode.Internal, $"Unity could not instantiate {path}.", "Look at the console.");

        /// <summary>With the root's name in front, whether or not it was given.</summary>
        internal static string InnerPath(GameObject root, string? wanted)
        {
            var inner = (wanted ?? "").TrimStart('/');
            if (inner.Length == 0) return "/" + root.name;
            return inner == root.name || inner.StartsWith(root.name + "/", StringComparison.Ordinal)
                ? "/" + inner : $"/{root.name}/{inner}";
        }

        internal static ToolFault NotSaved(string path) =>
            new ToolFault(
                CallErrorCode.Internal,
                $"The prefab could not be saved at {path}.",
                "Is the disk full or the file write-protected? The previous file is still there; look at the console.");
    }
}
