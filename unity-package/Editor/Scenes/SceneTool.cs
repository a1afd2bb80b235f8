#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Prefabs;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Scenes
{
    /// <summary><c>unity_scene</c>: opening, saving and closing, never losing unsaved changes unasked.</summary>
    internal sealed class SceneTool : AgentTool
    {
        private const string Extension = ".unity";
        private const string SaveAs = "path names an open scene; to save the active scene under a new name, use save_as.";

        internal SceneTool()
            : base("unity_scene")
        {
        }

        public override bool MayRunAgain(JObject arguments) => arguments["action"]?.ToString() == "list";

        public override ToolReply Run(ToolCall call) => ToolReply.Ok(Execute(new ToolArguments(call)));

        /// <inheritdoc/>
        public override void Check(ToolArguments arguments)
        {
            if (arguments.Action("list", "open", "save", "create", "set_active", "close") != "open") return;
            NeedOpenable(arguments.AssetPath("path"));
            if (arguments.Flag("additive", false) || IfDirty(arguments) != "refuse") return;
            PrefabStages.RefuseChanges();
            Guard(OpenScenes(), "refuse");
        }

        internal static JObject Execute(ToolArguments arguments)
        {
            return arguments.Action("list", "open", "save", "create", "set_active", "close") switch
            {
                "list" => List(arguments),
                "open" => Open(arguments),
                "save" => Save(arguments),
                "create" => Create(arguments),
                "set_active" => SetActive(arguments),
                _ => Close(arguments),
            };
        }

        private static JObject List(ToolArguments arguments)
        {
            arguments.End();
            var assets = AssetDatabase.FindAssets("t:Scene", new[] { "Assets" })
                .Select(AssetDatabase.GUIDToAssetPath)
                .OrderBy(path => path, StringComparer.Ordinal);
            return new JObject
            {
                ["open"] = new JArray(OpenScenes().Select(SceneFacts.Summary)),
                ["assets"] = new JArray(assets),
            };
        }

        private static JObject Open(ToolArguments arguments)
        {
            var wanted = arguments.AssetPath("path");
            var additive = arguments.Flag("additive", false);
            var ifDirty = IfDirty(arguments);
            arguments.End();
            var path = NeedOpenable(wanted);
            var already = SceneManager.GetSceneByPath(path);
            if (additive && already.isLoaded) return SceneFacts.Result(already);
            if (!additive)
            {
                PrefabStages.BeforeLeaving(ifDirty);
                Guard(OpenScenes(), ifDirty);
            }
            try
            {
                var opened = EditorSceneManager.OpenScene(path, additive ? OpenSceneMode.Additive : OpenSceneMode.Single);
                SceneFiles.Remember(opened);
                return SceneFacts.Result(opened);
            }
            catch (ArgumentException e)
            {
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    $"{path} could not be opened: {e.Message}",
                    "The file is damaged or was not written by this editor; what was open stays open.");
            }
        }

        private static JObject Save(ToolArguments arguments)
        {
            var path = arguments.OptionalAssetPath("path");
            var saveAs = arguments.OptionalAssetPath("save_as");
            var copy = arguments.Flag("copy", false);
            arguments.End();
            RefuseInPlay("saved");
            var active = SceneManager.GetActiveScene();
            // A scene that has no file yet takes the path it is to be saved at, unless that names an open one.
            var takesPath = path != null && saveAs == null && active.path.Length == 0
                && OpenScenes().All(s => s.path != path && s.name != path);
            var scene = path == null || takesPath ? active : ObjectFinder.NeedScene(path, SaveAs);
            var target = saveAs ?? (takesPath ? path : null);
            if (target != null && target != scene.path) return SaveTo(scene, AssetFiles.Vacant(target, Extension), copy);
            if (scene.path.Length == 0)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    "The scene has never been saved, so it has no path.",
                    "Give save_as, e.g. Assets/Scenes/Main.unity.");
            Write(scene, scene.path, false);
            return SceneFacts.Result(scene);
        }

        /// <summary>The open scene becomes the new file, as with File, Save As; a copy of it leaves it what it is.</summary>
        private static JObject SaveTo(Scene scene, string target, bool copy)
        {
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            var asCopy = copy && scene.path.Length > 0;
            Write(scene, target, asCopy);
            if (!asCopy) return SceneFacts.Result(scene);
            return new JObject
            {
                ["sceneName"] = AssetFiles.NameOf(target).Substring(0, AssetFiles.NameOf(target).Length - Extension.Length),
                ["scenePath"] = target,
                ["isLoaded"] = false,
                ["isDirty"] = false,
                ["isActive"] = false,
            };
        }

        private static JObject Create(ToolArguments arguments)
        {
            var wanted = arguments.AssetPath("path");
            var additive = arguments.Flag("additive", false);
            var empty = arguments.Flag("empty", false);
            var ifDirty = IfDirty(arguments);
            arguments.End();
            RefuseInPlay("created");
            var target = AssetFiles.Vacant(wanted, Extension);
            if (additive && OpenScenes().Any(s => s.path.Length == 0))
                throw new ToolFault(
                    CallErrorCode.DirtyScene,
                    "Unity cannot create a second scene while another has never been saved.",
                    "Save that one first: unity_scene save with save_as.");
            if (!additive)
            {
                PrefabStages.BeforeLeaving(ifDirty);
                Guard(OpenScenes(), ifDirty);
            }
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            var scene = EditorSceneManager.NewScene(
                empty ? NewSceneSetup.EmptyScene : NewSceneSetup.DefaultGameObjects,
                additive ? NewSceneMode.Additive : NewSceneMode.Single);
            Write(scene, target, false);
            return SceneFacts.Result(scene);
        }

        private static JObject SetActive(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            arguments.End();
            var scene = ObjectFinder.NeedScene(path);
            SceneManager.SetActiveScene(scene);
            return SceneFacts.Result(scene);
        }

        private static JObject Close(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var ifDirty = IfDirty(arguments);
            arguments.End();
            RefuseInPlay("closed");
            var scene = ObjectFinder.NeedScene(path);
            if (OpenScenes().Count(s => s.isLoaded) < 2)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{SceneFacts.NameOf(scene)}\" is the only open scene; it cannot be closed.",
                    "Open another scene instead.");
            Guard(new List<Scene> { scene }, ifDirty);
            var result = SceneFacts.Result(scene);
            if (!EditorSceneManager.CloseScene(scene, true))
                throw new ToolFault(CallErrorCode.Internal, $"Unity did not close {path}.", "Look at the console.");
            result["isLoaded"] = false;
            result["isDirty"] = false;
            result["isActive"] = false;
            return result;
        }

        /// <summary>The path of a scene asset that can be opened now.</summary>
        private static string NeedOpenable(string wanted)
        {
            RefuseInPlay("opened");
            var path = AssetFiles.NeedAny(wanted);
            if (AssetFiles.TypeOf(path) == nameof(SceneAsset)) return path;
            throw new ToolFault(CallErrorCode.InvalidArguments, $"{path} is a {AssetFiles.TypeOf(path)}, not a scene.");
        }

        private static string IfDirty(ToolArguments arguments) =>
            arguments.OptionalChoice("if_dirty", "refuse", "refuse", "save", "discard")!;

        /// <summary>Applies <c>if_dirty</c> to scenes that are about to be closed.</summary>
        /// <exception cref="ToolFault"><c>dirty_scene</c></exception>
        private static void Guard(IReadOnlyList<Scene> closing, string ifDirty)
        {
            var dirty = closing.Where(scene => scene.isDirty).ToList();
            if (dirty.Count == 0 || ifDirty == "discard") return;
            if (ifDirty == "save" && dirty.All(scene => scene.path.Length > 0))
            {
                // One that is refused must not leave half of them saved.
                foreach (var scene in dirty) CheckWrite(scene, scene.path);
                foreach (var scene in dirty) Write(scene, scene.path, false);
                return;
            }
            var names = dirty.Select(scene => scene.path.Length > 0 ? scene.path : SceneFacts.NameOf(scene)).ToList();
            throw new ToolFault(
                CallErrorCode.DirtyScene,
                $"Unsaved changes would be lost: {string.Join(", ", names)}.",
                ifDirty == "save"
                    ? "A scene that was never saved needs unity_scene save with save_as first; or say if_dirty: \"discard\"."
                    : "Ask the user what to do with them, unless they said so; then repeat this with if_dirty: \"save\" or \"discard\".",
                new JObject { ["dirty"] = new JArray(names) });
        }

        private static void Write(Scene scene, string path, bool asCopy)
        {
            CheckWrite(scene, path);
            if (EditorSceneManager.SaveScene(scene, path, asCopy))
            {
                if (!asCopy) SceneFiles.Remember(scene);
                return;
            }
            throw new ToolFault(
                CallErrorCode.Internal,
                $"The scene could not be saved at {path}.",
                "Is the disk full, the file write-protected, or checked in? The previous file is still there; look at the console.");
        }

        /// <summary>Whether the scene may be written to this path.</summary>
        private static void CheckWrite(Scene scene, string path)
        {
            AssetFiles.RefuseLink(path);
            RefuseWithoutFolder(path);
            if (path == scene.path) SceneFiles.RefuseChanged(scene);
        }

        /// <summary>It was removed or renamed behind the editor's back; a new path has made its folder before.</summary>
        /// <exception cref="ToolFault"><c>not_found</c></exception>
        private static void RefuseWithoutFolder(string path)
        {
            var folder = AssetFiles.FolderOf(path);
            if (Directory.Exists(AssetFiles.Absolute(folder))) return;
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"The folder {folder} does not exist. Nothing was saved.",
                "Create it with unity_asset create_folder, or give save_as another path.");
        }

        /// <exception cref="ToolFault"><c>in_play_mode</c></exception>
        private static void RefuseInPlay(string what)
        {
            if (!EditorApplication.isPlayingOrWillChangePlaymode) return;
            throw new ToolFault(CallErrorCode.InPlayMode, $"Scenes cannot be {what} in play mode.", "Leave it first with unity_play exit.");
        }

        private static List<Scene> OpenScenes() => Enumerable.Range(0, SceneManager.sceneCount).Select(SceneManager.GetSceneAt).ToList();
    }
}
