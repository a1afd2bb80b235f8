#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Objects;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>
    /// The actions of unity_prefab that look into a prefab asset and change what is inside, whether or not Prefab Mode shows it.
    /// </summary>
    internal static class PrefabContents
    {
        private const int MaxEdits = 50;

        internal static JObject Inspect(ToolArguments arguments)
        {
            var wanted = arguments.AssetPath("asset_path");
            var limit = arguments.Integer("limit", 1, 200, 50);
            arguments.End();
            var path = AssetFiles.NeedAny(wanted);
            var root = PrefabAssets.Need(path);
            var all = ScenePaths.Tree(root).ToList();
            var basis = PrefabUtility.GetPrefabAssetType(root) == PrefabAssetType.Variant
                ? PrefabUtility.GetCorrespondingObjectFromSource(root) : null;
            return new JObject
            {
                ["assetPath"] = path,
                ["kind"] = basis != null ? "variant" : AssetFiles.TypeOf(path) == "Model" ? "model" : "regular",
                ["basePath"] = basis == null ? null : AssetDatabase.GetAssetPath(basis),
                ["objects"] = new JArray(all.Take(limit).Select(obj => Part(root, obj))),
                ["total"] = all.Count,
            };
        }

        private static JObject Part(GameObject root, GameObject obj)
        {
            // Every part of a variant belongs to the prefab below it, which is named once, as its base.
            var source = PrefabUtility.GetNearestPrefabInstanceRoot(obj);
            return new JObject
            {
                ["path"] = PathIn(root, obj),
                ["name"] = obj.name,
                ["active"] = obj.activeSelf,
                ["components"] = new JArray(ObjectFacts.ComponentNames(obj)),
                ["prefabAssetPath"] = source == null || source == root ? null : PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(obj),
            };
        }

        internal static JObject Edit(ToolArguments arguments)
        {
            var wanted = arguments.AssetPath("asset_path");
            var edits = arguments.Records("edits", 1, MaxEdits);
            arguments.End();
            var path = AssetFiles.Need(wanted);
            PrefabAssets.Need(path);
            PrefabStages.RefuseChanges(path);
            // Removes the edits' Undo records: the objects of a prefab's file are gone when the call ends.
            Undo.IncrementCurrentGroup();
            var group = Undo.GetCurrentGroup();
            var root = PrefabUtility.LoadPrefabContents(path);
            try
            {
                var contents = new PrefabEdits(root, path);
                var done = new JArray();
                for (var i = 0; i < edits.Count; i++) done.Add(Numbered(contents, edits[i], i, path));
                MaterialFiles.Keep(root, path);
                FilesBefore.Writes(path);
                PrefabUtility.SaveAsPrefabAsset(root, path, out var saved);
                if (!saved) throw PrefabAssets.NotSaved(path);
                return new JObject
                {
                    ["assetPath"] = path,
                    ["edits"] = done,
                    ["instancesUpdated"] = PrefabUtility.FindAllInstancesOfPrefab(PrefabAssets.Need(path)).Length,
                };
            }
            finally
            {
                Undo.RevertAllDownToGroup(group);
                PrefabUtility.UnloadPrefabContents(root);
            }
        }

        private static JObject Numbered(PrefabEdits contents, JObject edit, int index, string path)
        {
            try
            {
                return contents.Apply(edit);
            }
            catch (ToolFault fault)
            {
                var data = new JObject { ["edit"] = index + 1 };
                if (fault.Error.Data is JObject facts) data.Merge(facts);
                if (data["nearest"] is JArray near) data["nearest"] = WithoutUndone(near, path);
                throw new ToolFault(
                    fault.Error.Code,
                    $"Edit {index + 1} ({(edit["op"] as JValue)?.Value}) failed: {fault.Error.Message}",
                    $"{fault.Error.Hint} Nothing was changed.".TrimStart(),
                    data);
            }
        }

        /// <summary>Without names that only the edits before had made: nothing of them was saved.</summary>
        private static JArray WithoutUndone(JArray nearest, string path)
        {
            var names = new HashSet<string>(ScenePaths.Tree(PrefabAssets.Need(path)).Select(obj => obj.name));
            return new JArray(nearest.Where(near => names.Contains(((string)near!).Split('/').Last())));
        }

        internal static JObject CreateVariant(ToolArguments arguments)
        {
            var wanted = arguments.AssetPath("asset_path");
            var newPath = arguments.AssetPath("new_path");
            arguments.End();
            var path = AssetFiles.NeedAny(wanted);
            var prefab = PrefabAssets.Need(path);
            var target = AssetFiles.Vacant(newPath, ".prefab");
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            // A scene of its own: the user's scene must not become unsaved by it.
            var scene = EditorSceneManager.NewPreviewScene();
            try
            {
                var instance = PrefabAssets.Placed(PrefabUtility.InstantiatePrefab(prefab, scene), path);
                FilesBefore.Writes(target);
                PrefabUtility.SaveAsPrefabAsset(instance, target, out var saved);
                if (!saved) throw PrefabAssets.NotSaved(target);
            }
            finally
            {
                EditorSceneManager.ClosePreviewScene(scene);
            }
            return new JObject { ["assetPath"] = target, ["basePath"] = path };
        }

        /// <summary>Path of an object inside the prefab, without the root's name; empty for the root.</summary>
        internal static string PathIn(GameObject root, GameObject obj)
        {
            var names = new List<string>();
            for (var at = obj.transform; at != null && at != root.transform; at = at.parent) names.Insert(0, SiblingNames.NameAmong(at));
            return string.Join("/", names);
        }
    }
}
