#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using UnityEditor.Compilation;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;

namespace Fairlead.Engine.Tests
{
    /// <summary>The tests of this domain that a filter selects, by fixture.</summary>
    internal sealed class TestTree
    {
        private TestTree(TestMode mode, IReadOnlyList<TestCase> cases)
        {
            Mode = mode;
            Cases = cases;
        }

        internal TestMode Mode { get; }

        internal IReadOnlyList<TestCase> Cases { get; }

        /// <summary>A null filter means all tests.</summary>
        internal static TestTree Of(TestMode mode, Filter? filter)
        {
            var cases = new List<TestCase>();
            // Tests of an assembly for the editor alone run in edit mode.
            var editorOnly = CompilationPipeline.GetAssemblies()
                .Where(a => (a.flags & AssemblyFlags.EditorAssembly) != 0).Select(a => a.name).ToHashSet();
            foreach (var assembly in ScriptDomain.Assemblies)
            {
                if (assembly.GetReferencedAssemblies().All(a => a.Name != "nunit.framework")) continue;
                var itsMode = editorOnly.Contains(assembly.GetName().Name) ? TestMode.EditMode : TestMode.PlayMode;
                if ((mode & itsMode) == 0) continue;
                foreach (var type in assembly.GetTypes()
                    .Where(t => t.IsClass && !t.ContainsGenericParameters)
                    .OrderBy(t => t.FullName, StringComparer.Ordinal))
                    cases.AddRange(TestCase.Of(type, itsMode).Where(c => IsSelected(c, filter)));
            }
            return new TestTree(mode, cases);
        }

        /// <summary>Assemblies, and the tests in them.</summary>
        internal SuiteAdaptor Adaptor() =>
            new SuiteAdaptor("Tests", Mode, Cases.GroupBy(c => c.Fixture.Assembly.GetName().Name)
                .Select(a => new SuiteAdaptor($"{a.Key}.dll", Mode, a.Select(c => new CaseAdaptor(c)).ToList<ITestAdaptor>()))
                .ToList<ITestAdaptor>());

        private static bool IsSelected(TestCase test, Filter? filter)
        {
            if (filter == null) return true;
            var named = Any(filter.testNames) || Any(filter.groupNames) || Any(filter.categoryNames);
            if (test.IsExplicit && !named) return false;
            return Fits(filter.testNames, name => test.FullName == name || test.Fixture.FullName == name)
                && Fits(filter.groupNames, pattern => Regex.IsMatch(test.FullName, pattern))
                && Fits(
                    filter.categoryNames,
                    pattern => test.Categories.DefaultIfEmpty("Uncategorized").Any(name => Regex.IsMatch(name, pattern)))
                && Fits(filter.assemblyNames, name => test.Fixture.Assembly.GetName().Name == name);
        }

        private static bool Any(string[]? names) => names != null && names.Length > 0;

        private static bool Fits(string[]? wanted, Func<string, bool> fits) => !Any(wanted) || wanted!.Any(fits);
    }
}
