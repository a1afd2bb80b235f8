#nullable enable
using System;
using UnityEngine;

namespace UnityEditor.Build.Reporting
{
    public enum BuildResult
    {
        Unknown = 0,
        Succeeded = 1,
        Failed = 2,
        Cancelled = 3,
    }

    public sealed class BuildReport : UnityEngine.Object
    {
        private BuildFile[] files = Array.Empty<BuildFile>();

        internal BuildReport(BuildSummary summary, BuildStep[] steps, BuildFile[] files, PackedAssets[] packed)
        {
            this.summary = summary;
            this.steps = steps;
            this.files = files;
            packedAssets = packed;
        }

        public BuildStep[] steps { get; }

        public BuildSummary summary { get; }

        public PackedAssets[] packedAssets { get; }

        public BuildFile[] GetFiles() => files;
    }

    public struct BuildSummary
    {
        public DateTime buildStartedAt { get; internal set; }

        public BuildTarget platform { get; internal set; }

        public BuildOptions options { get; internal set; }

        public string outputPath { get; internal set; }

        public ulong totalSize { get; internal set; }

        public TimeSpan totalTime { get; internal set; }

        public int totalErrors { get; internal set; }

        public int totalWarnings { get; internal set; }

        public BuildResult result { get; internal set; }
    }

    public struct BuildStep
    {
        public string name { get; internal set; }

        public TimeSpan duration { get; internal set; }

        public BuildStepMessage[] messages { get; internal set; }

        public int depth { get; internal set; }
    }

    public struct BuildStepMessage
    {
        public LogType type { get; internal set; }

        public string content { get; internal set; }
    }

    public struct BuildFile
    {
        public string path { get; internal set; }

        public string role { get; internal set; }

        public ulong size { get; internal set; }
    }

    public sealed class PackedAssets : UnityEngine.Object
    {
        internal PackedAssets(string path, PackedAssetInfo[] contents)
        {
            shortPath = path;
            this.contents = contents;
        }

        public string shortPath { get; }

        public PackedAssetInfo[] contents { get; }
    }

    public struct PackedAssetInfo
    {
        public Type type { get; internal set; }

        public ulong packedSize { get; internal set; }

        public string sourceAssetPath { get; internal set; }
    }
}
