#nullable enable
using Fairlead.Core;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary>A prefab's inner structure belongs to its asset: Unity refuses to change it from an instance.</summary>
    internal static class PrefabRules
    {
        /// <exception cref="ToolFault"><c>unsupported</c>.</exception>
        internal static void RefuseInside(GameObject obj, string what)
        {
            if (!PrefabUtility.IsPartOfPrefabInstance(obj) || PrefabUtility.IsOutermostPrefabInstanceRoot(obj) || PrefabUtility.IsAddedGameObjectOverride(obj)) return;
            throw new ToolFault(
                CallErrorCode.Unsupported,
                $"\"{obj.name}\" is part of a prefab instance: it cannot be {what}.",
                "Unpack the instance first (unity_prefab unpack), or change the prefab asset.");
        }

        /// <summary>Of the instance that the object belongs to; null: it is no instance.</summary>
        internal static string? AssetPathOf(GameObject obj)
        {
            if (!PrefabUtility.IsPartOfPrefabInstance(obj)) return null;
            var path = PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(obj);
            return string.IsNullOrEmpty(path) ? null : path;
        }
    }
}
