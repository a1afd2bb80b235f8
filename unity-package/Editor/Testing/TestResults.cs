#nullable enable
#if FAIRLEAD_TEST_FRAMEWORK
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEditor.TestTools.TestRunner.Api;

namespace Fairlead.Editor.Testing
{
    /// <summary>The result of a test run, failures first.</summary>
    internal static class TestResults
    {
        /// <summary>More would not be read; the counts are next to them.</summary>
        private const int MaxTests = 200;
        private const int MaxMessageLength = 1_000;
        private const int MaxStackLength = 1_500;

        internal static JObject ToJson(ITestResultAdaptor root, bool includePassed)
        {
            var leaves = new List<ITestResultAdaptor>();
            Collect(root, leaves);
            var told = leaves
                .Where(leaf => includePassed || leaf.TestStatus != TestStatus.Passed)
                .OrderBy(leaf => Rank(leaf.TestStatus))
                .Take(MaxTests);
            return new JObject
            {
                ["total"] = leaves.Count,
                ["passed"] = leaves.Count(l => l.TestStatus == TestStatus.Passed),
                ["failed"] = leaves.Count(l => l.TestStatus == TestStatus.Failed),
                ["skipped"] = leaves.Count(l => l.TestStatus == TestStatus.Skipped || l.TestStatus == TestStatus.Inconclusive),
                ["durationSeconds"] = Seconds(root.Duration),
                ["tests"] = new JArray(told.Select(ToJson)),
            };
        }

        private static void Collect(ITestResultAdaptor result, List<ITestResultAdaptor> leaves)
        {
            if (!result.Test.IsSuite)
            {
                leaves.Add(result);
                return;
            }
            foreach (var child in result.Children) Collect(child, leaves);
        }

        private static JObject ToJson(ITestResultAdaptor result)
        {
            var json = new JObject
            {
                ["name"] = result.FullName,
                ["status"] = result.TestStatus.ToString().ToLowerInvariant(),
                ["durationSeconds"] = Seconds(result.Duration),
            };
            Add(json, "message", result.Message, MaxMessageLength);
            Add(json, "stackTrace", result.StackTrace, MaxStackLength);
            return json;
        }

        private static void Add(JObject json, string name, string? text, int maxLength)
        {
            var trimmed = text?.Trim();
            if (string.IsNullOrEmpty(trimmed)) return;
            json[name] = trimmed!.Length <= maxLength ? trimmed : trimmed.Substring(0, maxLength) + "…";
        }

        private static int Rank(TestStatus status) =>
            status == TestStatus.Failed ? 0 : status == TestStatus.Inconclusive ? 1 : status == TestStatus.Skipped ? 2 : 3;

        private static double Seconds(double duration) => Math.Round(Math.Max(0, duration), 3);
    }
}
#endif
