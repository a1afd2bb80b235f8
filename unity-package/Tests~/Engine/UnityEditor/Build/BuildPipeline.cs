#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using UnityEditor.Build.Reporting;
using UnityEditor.Compilation;
using UnityEngine;

namespace UnityEditor
{
    [Flags]
    public enum BuildOptions
    {
        None = 0,
        Development = 1,
    }

    public struct BuildPlayerOptions
    {
        public string[] scenes { get; set; }

        public string locationPathName { get; set; }

        public BuildTargetGroup targetGroup { get; set; }

        public BuildTarget target { get; set; }

        public BuildOptions options { get; set; }
    }

    /// <summary>A build as the engine can make one: the scripts are really compiled, the scenes written beside the player.</summary>
    public class BuildPipeline
    {
        private static readonly BuildTarget[] Installed =
        {
            BuildTarget.StandaloneLinux64, BuildTarget.StandaloneOSX, BuildTarget.StandaloneWindows64,
        };

        internal BuildPipeline()
        {
        }

        public static bool isBuildingPlayer { get; internal set; }

        public static BuildTargetGroup GetBuildTargetGroup(BuildTarget platform) =>
            platform switch
            {
                BuildTarget.iOS => BuildTargetGroup.iOS,
                BuildTarget.Android => BuildTargetGroup.Android,
                BuildTarget.WebGL => BuildTargetGroup.WebGL,
                BuildTarget.NoTarget => BuildTargetGroup.Unknown,
                _ => BuildTargetGroup.Standalone,
            };

        public static bool IsBuildTargetSupported(BuildTargetGroup buildTargetGroup, BuildTarget target) => Installed.Contains(target);

        public static BuildReport BuildPlayer(BuildPlayerOptions buildPlayerOptions)
        {
            EditorLoop.MainThreadOnly("BuildPipeline.BuildPlayer");
            if (isBuildingPlayer)
                throw new InvalidOperationException("Cannot start a new build because there is already a build in progress.");
            isBuildingPlayer = true;
            try
            {
                return Build(buildPlayerOptions);
            }
            finally
            {
                isBuildingPlayer = false;
            }
        }

        private static BuildReport Build(BuildPlayerOptions options)
        {
            var watch = Stopwatch.StartNew();
            var startedAt = DateTime.UtcNow;
            CompilationPipeline.RaiseStarted(options);
            var compiled = EditorLoop.Process?.Compile(ScriptSources.Read(), forPlayer: true)
                ?? new CompiledScripts(Array.Empty<CompiledAssembly>());
            var player = compiled.Assemblies.Where(assembly => !assembly.Source.IsEditor).ToList();
            foreach (var assembly in player) CompilationPipeline.RaiseAssembly(assembly.Source.Name, assembly.Messages.ToArray());
            CompilationPipeline.RaiseFinished(options);
            var messages = player.SelectMany(assembly => assembly.Messages).Select(Message).ToList();
            var files = new List<BuildFile>();
            var packed = new List<PackedAssets>();
            if (messages.All(message => message.type != LogType.Error))
            {
                var data = Path.ChangeExtension(options.locationPathName, null) + "_Data";
                Directory.CreateDirectory(data);
                files.Add(Write(options.locationPathName, new byte[1_024], "Executable"));
                foreach (var assembly in player.Where(assembly => assembly.Image != null))
                    files.Add(Write(Path.Combine(data, assembly.Source.Name + ".dll"), assembly.Image!, "ManagedLibrary"));
                for (var i = 0; i < options.scenes.Length; i++)
                {
                    var bytes = File.ReadAllBytes(EngineProcess.Absolute(options.scenes[i]));
                    files.Add(Write(Path.Combine(data, $"level{i}"), bytes, "Scene"));
                    var asset = new PackedAssetInfo { type = typeof(SceneAsset), packedSize = (ulong)bytes.Length,
                        sourceAssetPath = options.scenes[i] };
                    packed.Add(new PackedAssets($"level{i}", new[] { asset }));
                }
            }
            var errors = messages.Count(message => message.type == LogType.Error);
            var summary = new BuildSummary
            {
                buildStartedAt = startedAt,
                platform = options.target,
                options = options.options,
                outputPath = options.locationPathName,
                totalSize = files.Aggregate(0UL, (sum, file) => sum + file.size),
                totalTime = watch.Elapsed,
                totalErrors = errors,
                totalWarnings = messages.Count - errors,
                result = errors > 0 ? BuildResult.Failed : BuildResult.Succeeded,
            };
            var step = new BuildStep { name = "Build player", duration = watch.Elapsed, messages = messages.ToArray() };
            return new BuildReport(summary, new[] { step }, files.ToArray(), packed.ToArray());
        }

        private static BuildStepMessage Message(CompilerMessage message) => new BuildStepMessage
        {
            type = message.type == CompilerMessageType.Error ? LogType.Error : LogType.Warning,
            content = message.message,
        };

        private static BuildFile Write(string path, byte[] bytes, string role)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, bytes);
            return new BuildFile { path = path, size = (ulong)bytes.Length, role = role };
        }
    }
}
