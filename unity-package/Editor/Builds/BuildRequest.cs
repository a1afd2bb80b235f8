#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Builds
{
    /// <summary>The requested build, checked before it blocks the editor.</summary>
    internal sealed class BuildRequest
    {
        /// <summary>The registry's rule for a path: below Builds/, and no part is "..".</summary>
        private static readonly Regex Place = new Regex("\\ABuilds(/[^/\\\\:*?\"<>|]*[^/\\\\:*?\"<>|. ])+\\z");

        private static readonly string[] Targets =
        {
            "active", "StandaloneWindows64", "StandaloneOSX", "StandaloneLinux64", "WebGL", "Android", "iOS",
        };

        private BuildRequest(string path, BuildTarget target, string[] scenes, bool development)
        {
            Path = path;
            Target = target;
            Scenes = scenes;
            Development = development;
        }

        /// <summary>The path from the project's folder.</summary>
        internal string Path { get; }

        internal BuildTarget Target { get; }

        internal string[] Scenes { get; }

        internal bool Development { get; }

        /// <exception cref="ToolFault">It cannot be built: why, and what to do.</exception>
        internal static BuildRequest Read(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var path = arguments.Text("path", 8, 300);
            var target = arguments.OptionalChoice("target", "active", Targets)!;
            var scenes = arguments.OptionalTexts("scenes", 100, 1, 400);
            var development = arguments.Flag("development", false);
            arguments.End();
            if (!Place.IsMatch(path))
                throw new ToolFault(CallErrorCode.InvalidArguments,
                    "unity_build: path: The path must be inside Builds/, e.g. Builds/Windows/Game.exe.");
            RefuseLinks(path);
            var chosen = target == "active" ? EditorUserBuildSettings.activeBuildTarget
                : (BuildTarget)Enum.Parse(typeof(BuildTarget), target);
            if (!BuildPipeline.IsBuildTargetSupported(BuildPipeline.GetBuildTargetGroup(chosen), chosen))
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    $"This Unity cannot build for {chosen}: its module is not installed.",
                    "Install the platform in Unity Hub, or leave out target.");
            return new BuildRequest(path, chosen, ScenesOf(scenes), development);
        }

        internal BuildPlayerOptions ToOptions() => new BuildPlayerOptions
        {
            scenes = Scenes,
            locationPathName = System.IO.Path.Combine(ProjectFolder, Path),
            target = Target,
            targetGroup = BuildPipeline.GetBuildTargetGroup(Target),
            options = Development ? BuildOptions.Development : BuildOptions.None,
        };

        internal static string ProjectFolder => System.IO.Path.GetDirectoryName(Application.dataPath) ?? Application.dataPath;

        private static string[] ScenesOf(IReadOnlyList<string>? given)
        {
            var scenes = given?.ToArray() ?? EditorBuildSettings.scenes.Where(scene => scene.enabled).Select(scene => scene.path).ToArray();
            if (scenes.Length == 0)
                throw new ToolFault(CallErrorCode.InvalidArguments, "The build settings have no enabled scene.",
                    "Name some: scenes [\"Assets/Scenes/Main.unity\"].");
            foreach (var scene in scenes)
                if (AssetDatabase.GetMainAssetTypeAtPath(scene) != typeof(SceneAsset))
                    throw new ToolFault(CallErrorCode.NotFound, $"There is no scene {scene}.",
                        "unity_query search_assets, type \"Scene\" lists them.");
            return scenes;
        }

        /// <summary>A link below Builds/ would lead out of the project.</summary>
        private static void RefuseLinks(string path)
        {
            var at = ProjectFolder;
            foreach (var part in path.Split('/'))
            {
                at = System.IO.Path.Combine(at, part);
                if ((File.Exists(at) || Directory.Exists(at)) && (File.GetAttributes(at) & FileAttributes.ReparsePoint) != 0)
                    throw new ToolFault(CallErrorCode.OutsideProject, $"{path} leads through a link, perhaps out of the project.",
                        "Build into a plain folder below Builds/.");
            }
        }
    }
}
