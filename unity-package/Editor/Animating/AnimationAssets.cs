#nullable enable
#if FAIRLEAD_ANIMATION
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Animations;
using UnityEngine;

namespace Fairlead.Editor.Animating
{
    /// <summary>Clips and controllers by the path of their file.</summary>
    internal static class AnimationAssets
    {
        private const int MaxListed = 50;

        /// <summary>A model's file holds several clips; previews, which only the editor sees, are none.</summary>
        internal static (string Path, AnimationClip Clip) NeedClip(string path, string? name)
        {
            var target = AssetFiles.Need(path);
            var clips = AssetDatabase.LoadAllAssetsAtPath(target).OfType<AnimationClip>()
                .Where(clip => (clip.hideFlags & HideFlags.HideInHierarchy) == 0).ToList();
            if (clips.Count == 0)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, $"{target} holds no animation clip.",
                        "Find them with unity_query search_assets, asset_type \"AnimationClip\".");
            var meant = name == null ? clips : clips.Where(clip => clip.name == name).ToList();
            if (meant.Count == 1) return (target, meant[0]);
            throw new ToolFault(
                meant.Count == 0 ? CallErrorCode.NotFound : CallErrorCode.Ambiguous,
                meant.Count == 0 ? $"{target} holds no clip \"{name}\"." : $"{target} holds {meant.Count} clips.",
                "Name one with clip_name.",
                new JObject { ["clips"] = new JArray(clips.Take(MaxListed).Select(clip => clip.name)) });
        }

        internal static (string Path, AnimatorController Controller) NeedController(string path)
        {
            var target = AssetFiles.Need(path);
            switch (AssetDatabase.LoadMainAssetAtPath(target))
            {
                case AnimatorController controller:
                    return (target, controller);
                case AnimatorOverrideController over when ControllerOf(over) is { } below:
                    throw new ToolFault(
                        CallErrorCode.InvalidArguments,
                        $"{target} overrides clips of {AssetDatabase.GetAssetPath(below)}, where states and parameters stand.",
                        "Use that path.");
                default:
                    throw new ToolFault(
                        CallErrorCode.InvalidArguments,
                        $"{target} is not an animator controller.",
                        "Find them with unity_query search_assets, asset_type \"AnimatorController\".");
            }
        }

        /// <summary>The controller below any number of overrides.</summary>
        internal static AnimatorController? ControllerOf(RuntimeAnimatorController? runtime)
        {
            var seen = new HashSet<RuntimeAnimatorController>();
            while (runtime is AnimatorOverrideController over && seen.Add(runtime)) runtime = over.runtimeAnimatorController;
            return runtime as AnimatorController;
        }
    }
}
#endif
