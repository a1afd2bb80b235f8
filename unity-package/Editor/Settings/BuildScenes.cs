#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Settings
{
    /// <summary>The scenes that a build contains, in the order of their indices.</summary>
    internal static class BuildScenes
    {
        internal const int MaxScenes = 200;

        /// <param name="paths">
        /// All of them, in order. A scene that is listed but switched off stays so, behind them, unless it is named.
        /// </param>
        /// <exception cref="ToolFault">There is no such scene, or one is named twice.</exception>
        internal static JObject Set(IReadOnlyList<string> paths)
        {
            Need(paths);
            var before = EditorBuildSettings.scenes;
            var off = before.Where(scene => !scene.enabled && !paths.Contains(scene.path));
            EditorBuildSettings.scenes = paths.Select(path => new EditorBuildSettingsScene(path, true)).Concat(off).ToArray();
            AssetDatabase.SaveAssets();
            return new JObject { ["before"] = Enabled(before), ["scenes"] = Enabled(EditorBuildSettings.scenes) };
        }

        /// <exception cref="ToolFault">There is no such scene, or one is named twice.</exception>
        internal static void Need(IReadOnlyList<string> paths)
        {
            foreach (var path in paths)
                if (AssetDatabase.GetMainAssetTypeAtPath(path) != typeof(SceneAsset))
                    throw new ToolFault(CallErrorCode.NotFound, $"There is no scene {path}. The build list is unchanged.",
                        "unity_query search_assets, asset_type \"Scene\" lists them.");
            var twice = paths.GroupBy(path => path).FirstOrDefault(group => group.Count() > 1);
            if (twice != null)
                throw new ToolFault(CallErrorCode.AlreadyExists, $"{twice.Key} is named twice. The build list is unchanged.",
                    "A scene has one place in the list.");
        }

        private static JArray Enabled(IEnumerable<EditorBuildSettingsScene> scenes) =>
            new JArray(scenes.Where(scene => scene.enabled).Select(scene => (object)scene.path).ToArray());
    }
}
