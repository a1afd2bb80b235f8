#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Compilation;
using Newtonsoft.Json.Linq;
using UnityEditor.Build.Reporting;
using UnityEngine;

namespace Fairlead.Editor.Builds
{
    /// <summary>Unity's report of a build, as far as somebody decides by it.</summary>
    internal static class BuildFacts
    {
        private const int MaxErrors = 30;
        private const int MaxWarnings = 10;
        private const int MaxSizes = 15;
        private const int MaxMessage = 500;

        internal static JObject ToJson(BuildReport report, BuildRequest request)
        {
            var summary = report.summary;
            var messages = report.steps.SelectMany(step => step.messages).ToList();
            var errors = messages.Where(message => message.type != LogType.Warning && message.type != LogType.Log).ToList();
            var warnings = messages.Where(message => message.type == LogType.Warning).ToList();
            return new JObject
            {
                ["result"] = summary.result == BuildResult.Succeeded ? "succeeded" : summary.result == BuildResult.Cancelled ? "cancelled"
                    : "failed",
                ["target"] = summary.platform.ToString(),
                ["path"] = request.Path,
                ["scenes"] = new JArray(request.Scenes),
                ["development"] = request.Development,
                ["seconds"] = Math.Round(summary.totalTime.TotalSeconds, 1),
                ["totalBytes"] = summary.totalSize,
                ["errorCount"] = Math.Max(summary.totalErrors, errors.Count),
                ["warningCount"] = Math.Max(summary.totalWarnings, warnings.Count),
                ["errors"] = new JArray(errors.Take(MaxErrors).Select(ToJson)),
                ["warnings"] = new JArray(warnings.Take(MaxWarnings).Select(ToJson)),
                ["files"] = Largest(report.GetFiles().Select(file => (Short(file.path, summary.outputPath), file.size))),
                ["assets"] = Largest(report.packedAssets.SelectMany(pack => pack.contents)
                    .Where(asset => !string.IsNullOrEmpty(asset.sourceAssetPath))
                    .GroupBy(asset => asset.sourceAssetPath)
                    .Select(parts => (parts.Key, parts.Aggregate(0UL, (sum, part) => sum + part.packedSize)))),
            };
        }

        private static JObject ToJson(BuildStepMessage message)
        {
            if (CompileLine.TryRead(message.content) is { } line)
                return new JObject { ["file"] = line["file"], ["line"] = line["line"],
                    ["message"] = $"{line["code"]}: {Json.Cut((string?)line["message"] ?? "", MaxMessage)}" };
            return new JObject { ["message"] = Json.Cut(message.content, MaxMessage) };
        }

        private static JArray Largest(IEnumerable<(string Path, ulong Bytes)> sizes) =>
            new JArray(sizes.OrderByDescending(one => one.Bytes).Take(MaxSizes)
                .Select(one => new JObject { ["path"] = one.Path, ["bytes"] = one.Bytes }));

        /// <summary>From the folder that holds the player.</summary>
        private static string Short(string file, string output)
        {
            var path = file.Replace('\\', '/');
            var folder = (System.IO.Path.GetDirectoryName(output) ?? "").Replace('\\', '/') + "/";
            return path.StartsWith(folder, StringComparison.Ordinal) ? path.Substring(folder.Length) : path;
        }
    }
}
