#nullable enable
#if FAIRLEAD_TEST_FRAMEWORK
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Fairlead.Editor.Queries;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;

namespace Fairlead.Editor.Testing
{
    /// <summary>The tests of this project, as the test framework finds them: it looks through assemblies for some updates.</summary>
    internal static class TestList
    {
        /// <summary>Maximum number of categories and assemblies; the tests themselves are paged.</summary>
        private const int MaxGroups = 50;

        internal static ToolReply Begin(ToolCall call, bool playMode, TestSelection selection, int limit, string? cursor)
        {
            ITestAdaptor? root = null;
            var api = ScriptableObject.CreateInstance<TestRunnerApi>();
            api.RetrieveTestList(playMode ? TestMode.PlayMode : TestMode.EditMode, found => root = found);
            return DeferredCall.Until(
                call,
                () =>
                {
                    if (root == null) return null;
                    UnityEngine.Object.DestroyImmediate(api);
                    return CallOutcome.Ok(ToJson(root, selection, limit, cursor));
                },
                true);
        }

        private static JObject ToJson(ITestAdaptor root, TestSelection selection, int limit, string? cursor)
        {
            var tests = new List<(ITestAdaptor Test, string Assembly)>();
            Collect(root, "", tests);
            tests.RemoveAll(one => !selection.Takes(one.Test, one.Assembly));
            tests.Sort((a, b) => string.CompareOrdinal(a.Test.FullName, b.Test.FullName));
            var page = Pages<(ITestAdaptor Test, string Assembly)>.Of(tests, limit, cursor);
            return new JObject
            {
                ["total"] = tests.Count,
                ["categories"] = Groups(tests.SelectMany(one => CategoriesOf(one.Test))),
                ["assemblies"] = Groups(tests.Select(one => one.Assembly)),
                ["tests"] = new JArray(page.Shown.Select(one => ToJson(one.Test, one.Assembly))),
                ["nextCursor"] = page.NextCursor,
            };
        }

        private static void Collect(ITestAdaptor at, string assembly, List<(ITestAdaptor, string)> into)
        {
            if (!at.IsSuite)
            {
                into.Add((at, assembly));
                return;
            }
            var within = at.IsTestAssembly ? WithoutDll(at.Name) : assembly;
            foreach (var child in at.Children) Collect(child, within, into);
        }

        private static JArray Groups(IEnumerable<string> names) =>
            new JArray(names.GroupBy(name => name)
                .OrderByDescending(group => group.Count()).ThenBy(group => group.Key, StringComparer.Ordinal)
                .Take(MaxGroups)
                .Select(group => new JObject { ["name"] = group.Key, ["tests"] = group.Count() }));

        private static JObject ToJson(ITestAdaptor test, string assembly)
        {
            var json = new JObject { ["name"] = test.FullName, ["assembly"] = assembly };
            if (CategoriesOf(test) is { Length: > 0 } categories) json["categories"] = new JArray(categories);
            if (test.RunState == RunState.Runnable) return json;
            json["runs"] = test.RunState switch
            {
                RunState.Explicit => "when_named",
                RunState.NotRunnable => "broken",
                _ => "never",
            };
            if (!string.IsNullOrEmpty(test.SkipReason)) json["reason"] = Json.Cut(test.SkipReason, 300);
            return json;
        }

        /// <summary>The framework calls tests without a category "Uncategorized", which is none.</summary>
        internal static string[] CategoriesOf(ITestAdaptor test) =>
            (test.Categories ?? Array.Empty<string>()).Where(category => category != "Uncategorized").ToArray();

        private static string WithoutDll(string name) =>
            name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name.Substring(0, name.Length - 4) : name;
    }
}
#endif
