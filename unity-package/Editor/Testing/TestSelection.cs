#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
#if FAIRLEAD_TEST_FRAMEWORK
using System;
using System.Linq;
using System.Text.RegularExpressions;
using UnityEditor.TestTools.TestRunner.Api;
#endif

namespace Fairlead.Editor.Testing
{
    /// <summary>The chosen tests. All given conditions must fit; in a list, one is enough.</summary>
    internal sealed class TestSelection
    {
        private const int MaxFilterLength = 200;
        private const int MaxListed = 100;

        private readonly string? filter;
        private readonly IReadOnlyList<string>? categories;
        private readonly IReadOnlyList<string>? assemblies;

        /// <summary>Reads the three arguments.</summary>
        internal TestSelection(ToolArguments arguments)
        {
            filter = arguments.OptionalText("filter", 0, MaxFilterLength);
            categories = arguments.OptionalTexts("categories", MaxListed, 1, MaxFilterLength);
            assemblies = arguments.OptionalTexts("assemblies", MaxListed, 1, MaxFilterLength);
        }

#if FAIRLEAD_TEST_FRAMEWORK
        internal bool Takes(ITestAdaptor test, string assembly) =>
            (string.IsNullOrEmpty(filter) || test.FullName.IndexOf(filter!, StringComparison.Ordinal) >= 0)
            && (!Any(categories) || TestList.CategoriesOf(test).Intersect(categories!).Any())
            && (!Any(assemblies) || assemblies!.Contains(assembly));

        /// <summary>The same for the test framework; <paramref name="names"/>: full names of tests, or of their fixtures.</summary>
        internal Filter ToFilter(TestMode mode, IReadOnlyList<string>? names) =>
            new Filter
            {
                testMode = mode,
                // Groups and categories are patterns that are looked for; one that begins with "!" would exclude.
                groupNames = string.IsNullOrEmpty(filter) ? null : new[] { "(?:" + Regex.Escape(filter) + ")" },
                testNames = Any(names) ? names!.ToArray() : null,
                categoryNames = Any(categories) ? categories!.Select(category => "^" + Regex.Escape(category) + "$").ToArray() : null,
                assemblyNames = Any(assemblies) ? assemblies!.ToArray() : null,
            };

        private static bool Any(IReadOnlyList<string>? given) => given != null && given.Count > 0;
#endif
    }
}
