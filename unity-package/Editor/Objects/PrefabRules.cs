#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Objects
{
    /// <summary>A prefab's inner structure belongs to its asset: Unity refuses to change it from an instance.</summary>
    internal static class PrefabRules
    {
        /// <exception cref="ToolFault"><c>unsupported</c>.</exception>
        internal static void RefuseInside(GameObject obj, string what)
        {
            if (!PrefabUtility.IsPartOfPrefabInstance(obj) || PrefabUtility.IsOutermostPrefabInstanceRoot(obj)
                || PrefabUtility.IsAddedGameObjectOverride(obj)) return;
            throw new ToolFault(
                CallErrorCode.Unsupported,
                $"\"{obj.name}\" is part of a prefab instance: it cannot be {what}.",
                "Unpack the instance first (unity_prefab unpack), or change the prefab asset.");
        }

        /// <summary>A prefab has one root, and in Prefab Mode it stays where it is.</summary>
        /// <exception cref="ToolFault"><c>unsupported</c>.</exception>
        internal static void RefuseStageRoot(GameObject obj, string what)
        {
            if (obj.transform.parent != null || !ScenePaths.IsStage(obj.scene)) return;
            throw new ToolFault(
                CallErrorCode.Unsupported,
                $"\"{obj.name}\" is the root of the prefab that Prefab Mode shows: it cannot be {what}.",
                "Change what is below it, or ask the user to leave Prefab Mode.");
        }

        /// <summary>Unity shows a prefab's contents in a stage of their own; objects do not go from one stage to another.</summary>
        /// <exception cref="ToolFault"><c>unsupported</c>.</exception>
        internal static void RefuseLeavingStage(GameObject obj, Scene target, string what)
        {
            RefuseStageRoot(obj, what);
            if (ScenePaths.IsSameStage(obj.scene, target)) return;
            throw new ToolFault(
                CallErrorCode.Unsupported,
                $"\"{obj.name}\" cannot be {what} between a scene and the prefab that Prefab Mode shows.",
                "Create it anew where it is wanted, or nest it with unity_prefab edit_asset.");
        }

        /// <summary>Asset path of the instance that the object belongs to; null: it is not an instance.</summary>
        internal static string? AssetPathOf(GameObject obj)
        {
            if (!PrefabUtility.IsPartOfPrefabInstance(obj)) return null;
            var path = PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(obj);
            return string.IsNullOrEmpty(path) ? null : path;
        }
    }
}
