#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Bootstrap;
using Fairlead.Editor.History;
using Fairlead.Editor.Scenes;
using Fairlead.Editor.Settings;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Queries
{
    /// <summary>The actions of unity_query that look at types, the selection and the editor itself.</summary>
    internal static class EditorQueries
    {
        internal static JObject Types(ToolArguments arguments)
        {
            var query = arguments.OptionalText("search_query", 0, 200) ?? "";
            var limit = arguments.Integer("limit", 1, 200, 50);
            arguments.End();
            var found = new List<Type>();
            var exact = 0;
            foreach (var type in ComponentTypes.Addable())
            {
                if (type.FullName!.IndexOf(query, StringComparison.OrdinalIgnoreCase) < 0) continue;
                // Exact names come first.
                if (string.Equals(type.Name, query, StringComparison.OrdinalIgnoreCase)) found.Insert(exact++, type);
                else found.Add(type);
            }
            return new JObject
            {
                ["types"] = new JArray(found.GetRange(0, Math.Min(limit, found.Count)).ConvertAll(ComponentTypes.Summary)),
                ["total"] = found.Count,
            };
        }

        internal static JObject Selected(ToolArguments arguments)
        {
            arguments.End();
            var objects = new JArray();
            foreach (var obj in Selection.gameObjects)
                if (obj != null && obj.scene.IsValid()) objects.Add(ObjectFacts.Summary(obj));
            return new JObject { ["objects"] = objects };
        }

        internal static JObject State(ToolArguments arguments, EditorCore core)
        {
            arguments.End();
            var scenes = new JArray();
            foreach (var scene in ScenePaths.LoadedScenes()) scenes.Add(SceneFacts.Summary(scene));
            var state = new JObject
            {
                ["phase"] = core.Phases.Reported.WireName(),
                ["unityVersion"] = Application.unityVersion,
                ["projectName"] = new DirectoryInfo(Path.GetDirectoryName(Application.dataPath) ?? Application.dataPath).Name,
                ["productGuid"] = PlayerSettings.productGUID.ToString("N"),
                ["isPlaying"] = EditorApplication.isPlaying,
                ["isPaused"] = EditorApplication.isPaused,
                ["isCompiling"] = EditorApplication.isCompiling,
                ["activeScene"] = SceneManager.GetActiveScene().path,
                ["openScenes"] = scenes,
                ["renderPipeline"] = ProjectSettings.RenderPipeline(),
                ["undo"] = UndoMoves.Info(),
                ["simulated"] = EditorWiring.Kind != "unity",
            };
            if (PrefabStageUtility.GetCurrentPrefabStage() is { } stage) state["prefabStage"] = stage.assetPath;
            return state;
        }
    }
}
