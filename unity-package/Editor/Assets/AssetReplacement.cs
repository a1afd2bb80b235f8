#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.History;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Prefabs;
using Fairlead.Editor.Scenes;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Assets
{
    /// <summary>
    /// <c>replace_references</c>: another asset wherever one is referred to. Without files it only looks, and opens nothing.
    /// </summary>
    internal sealed class AssetReplacement
    {
        private const int MaxFiles = 200;
        private const int MaxShown = 20;

        /// <summary>Unity does nothing else while it opens and saves them.</summary>
        private const int MaxScenes = 20;

        private readonly AssetSwap swap;

        /// <summary>Files and folders; null: it only looks.</summary>
        private readonly List<string>? within;
        private readonly JArray files = new JArray();
        private readonly JArray objects = new JArray();
        private readonly List<(string Path, string Reason)> left = new List<(string, string)>();
        private int found;
        private int named;
        private int instances;
        private int scenesOpened;
        private bool changedOpenScene;

        private AssetReplacement(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var with = arguments.AssetPath("with");
            var wanted = arguments.OptionalTexts("files", MaxFiles, 1, 400);
            arguments.End();
            swap = new AssetSwap(path, with);
            within = wanted?.Select(AssetFiles.Need).ToList();
        }

        /// <exception cref="ToolFault">The call cannot work.</exception>
        internal static void Check(ToolArguments arguments) => _ = new AssetReplacement(arguments);

        internal static JObject Run(ToolArguments arguments) => new AssetReplacement(arguments).Run();

        /// <summary>Whether a call with these arguments changes nothing.</summary>
        internal static bool OnlyLooks(JObject arguments) => arguments["files"] == null;

        private JObject Run()
        {
            // Opening and closing scenes comes before the changes that Undo records.
            foreach (var file in Referring()) InFile(file);
            InOpenScenes();
            if (within != null) UndoSteps.Doing = $"Replace {AssetFiles.NameOf(swap.OldFile)}";
            var result = new JObject { ["assetPath"] = swap.OldFile, ["with"] = swap.NewFile, ["found"] = found };
            if (within != null) result["changed"] = found;
            result["files"] = files;
            result["objects"] = objects;
            result["left"] = new JArray(left.Take(MaxShown)
                .Select(one => new JObject { ["path"] = one.Path, ["reason"] = one.Reason }));
            result["leftCount"] = left.Count;
            if (Note() is { Length: > 0 } note) ToolNote.Add(result, note);
            if (changedOpenScene) PlayNotice.On(result);
            return result;
        }

        private string Note()
        {
            var said = new List<string>();
            if (named > MaxFiles) said.Add($"The first {MaxFiles} of {named} files are listed: name folders in \"files\".");
            if (within == null && named > 0) said.Add("Nothing was changed: call it again with the paths in \"files\".");
            if (left.Count > 0) said.Add($"{left.Count} {(left.Count == 1 ? "place keeps" : "places keep")} the old asset: see \"left\".");
            if (instances > 0)
                said.Add(
                    "Instances of a prefab stay what they are. To exchange one: unity_prefab instantiate with "
                        + $"{swap.NewFile} in its place, then unity_hierarchy destroy; many in one unity_batch.");
            if (changedOpenScene && !EditorApplication.isPlaying) said.Add("Open scenes were changed, not saved.");
            return string.Join(" ", said);
        }

        /// <summary>Files that are not open scenes, by path.</summary>
        private IEnumerable<string> Referring() =>
            AssetDatabase.GetAllAssetPaths()
                .Where(path => AssetReferences.IsPath(path) && path != swap.OldFile && IsWithin(path) && !IsOpen(path))
                .Where(path => AssetDatabase.GetDependencies(path, false).Contains(swap.OldFile))
                .OrderBy(path => path, StringComparer.Ordinal)
                .ToList();

        private bool IsWithin(string path) =>
            within == null || within.Any(one => path == one || path.StartsWith(one + "/", StringComparison.Ordinal));

        private static bool IsOpen(string path) => SceneManager.GetSceneByPath(path) is { isLoaded: true };

        private void InFile(string file)
        {
            try
            {
                if (within != null && named >= MaxFiles) Leave(file, $"one call changes {MaxFiles} files: call again");
                else if (file == swap.NewFile) Leave(file, "refers to it itself");
                else if (!file.StartsWith("Assets/", StringComparison.Ordinal)) Leave(file, "is in a package");
                else if (AssetFiles.TypeOf(file) == nameof(SceneAsset)) InClosedScene(file);
                else if (AssetFiles.TypeOf(file) == "Prefab") InPrefab(file);
                else InAsset(file);
            }
            catch (ToolFault fault)
            {
                Leave(file, fault.Error.Message);
            }
            catch (ArgumentException e)
            {
                Leave(file, e.Message);
            }
        }

        private void InPrefab(string file)
        {
            var prefab = PrefabAssets.Need(file);
            var places = new SwappedPlaces(swap, SwapWriting.None);
            places.Tree(prefab, obj => PathIn(file, prefab, obj));
            if (within != null && places.Count > 0)
            {
                PrefabStages.RefuseChanges(file);
                var root = PrefabUtility.LoadPrefabContents(file);
                try
                {
                    places = new SwappedPlaces(swap, SwapWriting.Plain);
                    places.Tree(root, obj => PathIn(file, root, obj));
                    FilesBefore.Writes(file);
                    PrefabUtility.SaveAsPrefabAsset(root, file, out var saved);
                    if (!saved) throw PrefabAssets.NotSaved(file);
                }
                finally
                {
                    PrefabUtility.UnloadPrefabContents(root);
                }
            }
            Add(file, places, false);
        }

        private static string PathIn(string file, GameObject root, GameObject obj) =>
            obj == root ? file : $"{file}#{PrefabContents.PathIn(root, obj)}";

        private void InAsset(string file)
        {
            var main = AssetDatabase.LoadMainAssetAtPath(file);
            if (main == null || !AssetDatabase.IsNativeAsset(main))
            {
                Leave(file, main == null ? "cannot be read" : "is imported: its import settings refer to it, or its own file");
                return;
            }
            var places = InParts(file, SwapWriting.None);
            if (within != null && places.Count > 0)
            {
                FilesBefore.Writes(file);
                places = InParts(file, SwapWriting.Plain);
                AssetDatabase.SaveAssetIfDirty(AssetDatabase.GUIDFromAssetPath(file));
            }
            Add(file, places, false);
        }

        private SwappedPlaces InParts(string file, SwapWriting writing)
        {
            var places = new SwappedPlaces(swap, writing);
            foreach (var part in AssetDatabase.LoadAllAssetsAtPath(file))
                if (part != null) places.Asset(part, file);
            return places;
        }

        private void InClosedScene(string file)
        {
            var hindrance = SceneManager.GetSceneByPath(file).IsValid() ? "is in the Hierarchy, but not loaded"
                : EditorApplication.isPlayingOrWillChangePlaymode ? "is not open, and cannot be opened in play mode"
                : HasUntitled() ? "is not open, and is not opened beside a scene that was never saved"
                : within != null && scenesOpened >= MaxScenes ? $"is not open: one call opens {MaxScenes} scenes, call again"
                : null;
            if (hindrance != null) Leave(file, hindrance);
            else if (within == null) Add(new JObject { ["path"] = file });
            else InOpened(file);
        }

        private void InOpened(string file)
        {
            scenesOpened++;
            var scene = EditorSceneManager.OpenScene(file, OpenSceneMode.Additive);
            try
            {
                var places = In(scene, SwapWriting.Plain);
                if (places.Count > 0)
                {
                    FilesBefore.Writes(file);
                    if (!EditorSceneManager.SaveScene(scene, file, false))
                    {
                        Leave(file, "could not be saved: is the disk full, or the file write-protected?");
                        return;
                    }
                }
                Elsewhere(scene, places);
                Add(file, places, false);
            }
            finally
            {
                EditorSceneManager.CloseScene(scene, true);
            }
        }

        private void InOpenScenes()
        {
            using var names = SiblingNames.Listing();
            for (var i = 0; i < SceneManager.sceneCount; i++)
            {
                var scene = SceneManager.GetSceneAt(i);
                // A scene without a file can be named nowhere.
                if (!scene.isLoaded || !(scene.path.Length == 0 || IsWithin(scene.path))) continue;
                var wasSaved = !scene.isDirty;
                var places = In(scene, within == null ? SwapWriting.None : SwapWriting.WithUndo);
                if (wasSaved) Elsewhere(scene, places);
                changedOpenScene |= within != null && places.Count > 0;
                Add(scene.path, places, true);
            }
        }

        private SwappedPlaces In(Scene scene, SwapWriting writing)
        {
            var places = new SwappedPlaces(swap, writing);
            foreach (var root in scene.GetRootGameObjects()) places.Tree(root, ScenePaths.Of);
            // The skybox. Unity shows that of the active scene only.
            if (scene == SceneManager.GetActiveScene() && Unsupported.GetRenderSettings() is { } settings)
                places.Asset(settings, scene.path.Length > 0 ? scene.path : SceneFacts.Untitled);
            return places;
        }

        /// <summary>A saved scene may refer to it in settings of its own, though none of its objects does.</summary>
        private void Elsewhere(Scene scene, SwappedPlaces places)
        {
            if (places.Count + places.Left.Count > 0 || scene.path.Length == 0) return;
            if (AssetDatabase.GetDependencies(scene.path, false).Contains(swap.OldFile))
                Leave(scene.path, "refers to it in its lighting or other settings: make it the active scene and call this again");
        }

        private void Add(string file, SwappedPlaces places, bool isOpen)
        {
            left.AddRange(places.Left);
            instances += places.Instances;
            if (places.Count == 0) return;
            found += places.Count;
            var row = new JObject { ["path"] = file, ["places"] = places.Count };
            if (isOpen)
            {
                row["open"] = true;
                foreach (var (obj, property) in places.Objects.Take(MaxShown - objects.Count))
                    objects.Add(new JObject { ["instanceId"] = ObjectIds.Of(obj), ["path"] = ScenePaths.Of(obj), ["property"] = property });
            }
            Add(row);
        }

        private void Add(JObject row)
        {
            named++;
            if (files.Count < MaxFiles) files.Add(row);
        }

        private void Leave(string file, string reason) => left.Add((file, reason));

        private static bool HasUntitled() =>
            Enumerable.Range(0, SceneManager.sceneCount).Any(i => SceneManager.GetSceneAt(i).path.Length == 0);
    }
}
