#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>
    /// A prefab that is open in Prefab Mode with unsaved changes: Unity asks about them in a dialog when it must leave that mode, or when
    /// the file changes, and everything would stand still.
    /// </summary>
    internal static class PrefabStages
    {
        /// <summary>The open prefab with unsaved changes; null if there is none.</summary>
        private static PrefabStage? Changed
        {
            get
            {
                var stage = PrefabStageUtility.GetCurrentPrefabStage();
                return stage != null && stage.prefabContentsRoot != null && stage.prefabContentsRoot.scene.isDirty ? stage : null;
            }
        }

        /// <param name="assetPath">Only this prefab; null: any.</param>
        /// <exception cref="ToolFault"><c>dirty_scene</c></exception>
        internal static void RefuseChanges(string? assetPath = null)
        {
            if (!(Changed is { } stage) || (assetPath != null && stage.assetPath != assetPath)) return;
            throw new ToolFault(
                CallErrorCode.DirtyScene,
                $"{stage.assetPath} is open in Prefab Mode with unsaved changes, and Unity would ask about them.",
                "Ask the user to save the prefab, or to leave Prefab Mode.",
                new JObject { ["dirty"] = new JArray(stage.assetPath) });
        }

        /// <summary>Applies <c>if_dirty</c> before Prefab Mode is left.</summary>
        /// <exception cref="ToolFault"><c>dirty_scene</c>; <c>internal</c>: it could not be saved.</exception>
        internal static void BeforeLeaving(string ifDirty)
        {
            if (ifDirty == "refuse") RefuseChanges();
            if (!(Changed is { } stage)) return;
            if (ifDirty == "save")
            {
                AssetFiles.RefuseLink(stage.assetPath);
                PrefabUtility.SaveAsPrefabAsset(stage.prefabContentsRoot, stage.assetPath, out var saved);
                if (!saved)
                    throw new ToolFault(
                        CallErrorCode.Internal, $"The prefab could not be saved at {stage.assetPath}.",
                            "Is the file write-protected? Look at the console.");
            }
            stage.ClearDirtiness();
        }
    }
}
