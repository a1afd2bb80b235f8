#nullable enable
using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;

namespace Fairlead.Engine.Tests
{
    /// <summary>
    /// A run of tests, one frame at a time. For tests of play mode it enters and leaves play mode by itself:
    /// the domain reloads under it, and callbacks that nobody registers again hear no more.
    /// </summary>
    internal static class TestRun
    {
        private static Stage stage = Stage.Idle;
        private static string guid = "";
        private static Filter filter = new Filter();
        private static Queue<TestCase> waiting = new Queue<TestCase>();
        private static List<ResultAdaptor> results = new List<ResultAdaptor>();
        private static TestCase? current;
        private static object? instance;
        private static IEnumerator? steps;
        private static Stopwatch watch = new Stopwatch();

        static TestRun()
        {
            ScriptDomain.Unloading += LoseDomain;
        }

        private enum Stage
        {
            Idle,
            Starting,
            EnteringPlayMode,
            Running,
            LeavingPlayMode,
        }

        /// <summary>Those of this domain.</summary>
        internal static List<(ICallbacks Callbacks, int Priority)> Callbacks { get; } = new List<(ICallbacks, int)>();

        internal static bool IsActive => stage != Stage.Idle;

        internal static string Begin(Filter[] filters, bool synchronously)
        {
            if (IsActive) throw new InvalidOperationException("A test run is already active.");
            filter = filters != null && filters.Length > 0 ? filters[0] : new Filter { testMode = TestMode.EditMode };
            guid = Guid.NewGuid().ToString();
            results = new List<ResultAdaptor>();
            stage = Stage.Starting;
            if (synchronously)
            {
                if (filter.testMode != TestMode.EditMode)
                    throw new InvalidOperationException("Only tests of edit mode can run synchronously.");
                while (IsActive) Advance();
            }
            else
            {
                EditorApplication.update += Advance;
            }
            return guid;
        }

        internal static bool Cancel(string run)
        {
            if (!IsActive || run != guid) return false;
            waiting.Clear();
            steps = null;
            if (stage != Stage.Running) End();
            return true;
        }

        private static void Advance()
        {
            switch (stage)
            {
                case Stage.Starting:
                    if (filter.testMode == TestMode.PlayMode)
                    {
                        stage = Stage.EnteringPlayMode;
                        EditorApplication.EnterPlaymode();
                        return;
                    }
                    Collect();
                    return;
                case Stage.EnteringPlayMode:
                    if (EditorApplication.isPlaying) Collect();
                    return;
                case Stage.Running:
                    if (filter.testMode == TestMode.PlayMode && !EditorApplication.isPlaying)
                    {
                        foreach (var (callbacks, _) in Ordered())
                            (callbacks as IErrorCallbacks)?.OnError("Playmode tests were aborted because the player was stopped.");
                        Stop();
                        return;
                    }
                    Step();
                    return;
                case Stage.LeavingPlayMode:
                    if (!EditorApplication.isPlayingOrWillChangePlaymode) End();
                    return;
            }
        }

        private static void Collect()
        {
            var tree = TestTree.Of(filter.testMode, filter);
            waiting = new Queue<TestCase>(tree.Cases);
            foreach (var (callbacks, _) in Ordered()) callbacks.RunStarted(tree.Adaptor());
            stage = Stage.Running;
        }

        private static void Step()
        {
            if (steps == null && !Next())
            {
                CloseFixture(null);
                if (filter.testMode != TestMode.PlayMode)
                {
                    End();
                    return;
                }
                stage = Stage.LeavingPlayMode;
                EditorApplication.ExitPlaymode();
                return;
            }
            try
            {
                if (steps != null && steps.MoveNext()) return;
                if (current != null && steps != null) Conclude(TestStatus.Passed, "", "");
            }
            catch (Exception e)
            {
                ConcludeWith(e is TargetInvocationException { InnerException: { } inner } ? inner : e);
            }
        }

        /// <summary>Begins the next test; false: there is none.</summary>
        private static bool Next()
        {
            if (waiting.Count == 0) return false;
            var before = current;
            current = waiting.Dequeue();
            foreach (var (callbacks, _) in Ordered()) callbacks.TestStarted(new CaseAdaptor(current));
            watch = Stopwatch.StartNew();
            if (current.IgnoreReason is { } reason)
            {
                Conclude(TestStatus.Skipped, reason, "");
                return true;
            }
            try
            {
                if (before?.Fixture != current.Fixture || instance == null)
                {
                    CloseFixture(before);
                    if (!current.Fixture.IsAbstract) instance = Activator.CreateInstance(current.Fixture);
                    current.Call<OneTimeSetUpAttribute>(instance);
                }
                steps = current.Steps(instance);
            }
            catch (Exception e)
            {
                ConcludeWith(e is TargetInvocationException { InnerException: { } inner } ? inner : e);
            }
            return true;
        }

        private static void CloseFixture(TestCase? last)
        {
            if (instance != null) (last ?? current)?.Call<OneTimeTearDownAttribute>(instance);
            instance = null;
        }

        private static void ConcludeWith(Exception e)
        {
            var status = e is IgnoreException ? TestStatus.Skipped
                : e is InconclusiveException ? TestStatus.Inconclusive
                : e is SuccessException ? TestStatus.Passed
                : TestStatus.Failed;
            var message = e is ResultStateException ? e.Message : $"{e.GetType().FullName} : {e.Message}";
            Conclude(status, message, e.StackTrace ?? "");
        }

        private static void Conclude(TestStatus status, string message, string stackTrace)
        {
            steps = null;
            if (current == null) return;
            var result = new ResultAdaptor(new CaseAdaptor(current), status, watch.Elapsed.TotalSeconds, message, stackTrace);
            results.Add(result);
            foreach (var (callbacks, _) in Ordered()) callbacks.TestFinished(result);
        }

        private static void End()
        {
            var failed = results.Any(r => r.TestStatus == TestStatus.Failed);
            var root = new ResultAdaptor(
                new SuiteAdaptor("Tests", filter.testMode, results.Select(r => r.Test).ToList()),
                failed ? TestStatus.Failed : TestStatus.Passed,
                results.Sum(r => r.Duration),
                children: results);
            var callbacks = Ordered();
            Stop();
            foreach (var (callback, _) in callbacks) callback.RunFinished(root);
        }

        private static void Stop()
        {
            stage = Stage.Idle;
            steps = null;
            current = null;
            instance = null;
            EditorApplication.update -= Advance;
        }

        /// <summary>A domain's objects go with it; results are plain data, and stay.</summary>
        private static void LoseDomain()
        {
            Callbacks.Clear();
            waiting.Clear();
            steps = null;
            current = null;
            instance = null;
            results = results.ConvertAll(r => r.Detached());
        }

        private static List<(ICallbacks Callbacks, int Priority)> Ordered() => Callbacks.OrderByDescending(c => c.Priority).ToList();
    }
}
