#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor.TestTools.TestRunner.Api;

namespace Fairlead.Engine.Tests
{
    internal sealed class CaseAdaptor : ITestAdaptor
    {
        private readonly TestCase test;

        internal CaseAdaptor(TestCase test)
        {
            this.test = test;
        }

        public string Id => test.FullName;

        public string Name => test.Name;

        public string FullName => test.FullName;

        public int TestCaseCount => 1;

        public bool HasChildren => false;

        public bool IsSuite => false;

        public IEnumerable<ITestAdaptor> Children => Enumerable.Empty<ITestAdaptor>();

        public ITestAdaptor Parent => null!;

        public string[] Categories => test.Categories.DefaultIfEmpty("Uncategorized").Distinct().ToArray();

        public bool IsTestAssembly => false;

        public RunState RunState =>
            test.IgnoreReason != null ? RunState.Ignored : test.IsExplicit ? RunState.Explicit : RunState.Runnable;

        public string Description => "";

        public string SkipReason => test.IgnoreReason ?? "";

        public string UniqueName => test.FullName;

        public TestMode TestMode => test.Mode;
    }

    /// <summary>A test's data after its domain is gone.</summary>
    internal sealed class PlainAdaptor : ITestAdaptor
    {
        internal PlainAdaptor(ITestAdaptor test)
        {
            Name = test.Name;
            FullName = test.FullName;
            RunState = test.RunState;
            SkipReason = test.SkipReason;
            TestMode = test.TestMode;
        }

        public string Id => FullName;

        public string Name { get; }

        public string FullName { get; }

        public int TestCaseCount => 1;

        public bool HasChildren => false;

        public bool IsSuite => false;

        public IEnumerable<ITestAdaptor> Children => Enumerable.Empty<ITestAdaptor>();

        public ITestAdaptor Parent => null!;

        public string[] Categories => Array.Empty<string>();

        public bool IsTestAssembly => false;

        public RunState RunState { get; }

        public string Description => "";

        public string SkipReason { get; }

        public string UniqueName => FullName;

        public TestMode TestMode { get; }
    }

    internal sealed class SuiteAdaptor : ITestAdaptor
    {
        private readonly IReadOnlyList<ITestAdaptor> children;

        internal SuiteAdaptor(string name, TestMode mode, IReadOnlyList<ITestAdaptor> children)
        {
            Name = name;
            TestMode = mode;
            this.children = children;
        }

        public string Id => Name;

        public string Name { get; }

        public string FullName => Name;

        public int TestCaseCount => children.Sum(c => c.TestCaseCount);

        public bool HasChildren => children.Count > 0;

        public bool IsSuite => true;

        public IEnumerable<ITestAdaptor> Children => children;

        public ITestAdaptor Parent => null!;

        public string[] Categories => Array.Empty<string>();

        public bool IsTestAssembly => Name.EndsWith(".dll", StringComparison.Ordinal);

        public RunState RunState => RunState.Runnable;

        public string Description => "";

        public string SkipReason => "";

        public string UniqueName => Name;

        public TestMode TestMode { get; }
    }

    internal sealed class ResultAdaptor : ITestResultAdaptor
    {
        private readonly IReadOnlyList<ResultAdaptor> children;

        internal ResultAdaptor(
            ITestAdaptor test,
            TestStatus status,
            double duration,
            string message = "",
            string stackTrace = "",
            IReadOnlyList<ResultAdaptor>? children = null)
        {
            Test = test;
            TestStatus = status;
            Duration = duration;
            Message = message;
            StackTrace = stackTrace;
            this.children = children ?? Array.Empty<ResultAdaptor>();
        }

        public ITestAdaptor Test { get; }

        public string Name => Test.Name;

        public string FullName => Test.FullName;

        public string ResultState => TestStatus.ToString();

        public TestStatus TestStatus { get; }

        public double Duration { get; }

        public DateTime StartTime => EndTime.AddSeconds(-Duration);

        public DateTime EndTime { get; } = DateTime.UtcNow;

        public string Message { get; }

        public string StackTrace { get; }

        public int AssertCount => 0;

        public int FailCount => Count(TestStatus.Failed);

        public int PassCount => Count(TestStatus.Passed);

        public int SkipCount => Count(TestStatus.Skipped);

        public int InconclusiveCount => Count(TestStatus.Inconclusive);

        public bool HasChildren => children.Count > 0;

        public IEnumerable<ITestResultAdaptor> Children => children;

        public string Output => "";

        /// <summary>The same without a type of the domain.</summary>
        internal ResultAdaptor Detached() =>
            new ResultAdaptor(new PlainAdaptor(Test), TestStatus, Duration, Message, StackTrace);

        private int Count(TestStatus status) =>
            Test.IsSuite ? children.Sum(c => c.Count(status)) : TestStatus == status ? 1 : 0;
    }
}
