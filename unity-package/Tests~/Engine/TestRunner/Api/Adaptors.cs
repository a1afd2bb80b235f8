using System;
using System.Collections.Generic;

namespace UnityEditor.TestTools.TestRunner.Api
{
    [Flags]
    public enum TestMode
    {
        EditMode = 1 << 0,
        PlayMode = 1 << 1,
    }

    public enum RunState
    {
        NotRunnable,
        Runnable,
        Explicit,
        Skipped,
        Ignored,
    }

    public enum TestStatus
    {
        Inconclusive,
        Skipped,
        Passed,
        Failed,
    }

    public interface ITestAdaptor
    {
        string Id { get; }

        string Name { get; }

        string FullName { get; }

        int TestCaseCount { get; }

        bool HasChildren { get; }

        bool IsSuite { get; }

        IEnumerable<ITestAdaptor> Children { get; }

        ITestAdaptor Parent { get; }

        string[] Categories { get; }

        bool IsTestAssembly { get; }

        RunState RunState { get; }

        string Description { get; }

        string SkipReason { get; }

        string UniqueName { get; }

        TestMode TestMode { get; }
    }

    public interface ITestResultAdaptor
    {
        ITestAdaptor Test { get; }

        string Name { get; }

        string FullName { get; }

        string ResultState { get; }

        TestStatus TestStatus { get; }

        double Duration { get; }

        DateTime StartTime { get; }

        DateTime EndTime { get; }

        string Message { get; }

        string StackTrace { get; }

        int AssertCount { get; }

        int FailCount { get; }

        int PassCount { get; }

        int SkipCount { get; }

        int InconclusiveCount { get; }

        bool HasChildren { get; }

        IEnumerable<ITestResultAdaptor> Children { get; }

        string Output { get; }
    }
}
