#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using NUnit.Framework;
using UnityEngine;

namespace Fairlead.Engine.Tests
{
    /// <summary>The messages logged while a test runs, and those that the test expects, in order.</summary>
    internal sealed class LogScope : IDisposable
    {
        private static LogScope? current;

        private readonly List<Logged> logs = new List<Logged>();
        private readonly Queue<Expected> expected = new Queue<Expected>();

        internal LogScope()
        {
            current?.Dispose();
            current = this;
            Application.logMessageReceivedThreaded += Add;
        }

        internal static LogScope Current => current ?? throw new InvalidOperationException("No log scope is available");

        internal bool IgnoresFailingMessages { get; set; }

        internal void Expect(LogType? type, string shown, Func<string, bool> matches)
        {
            lock (logs) expected.Enqueue(new Expected(type, shown, matches));
        }

        /// <summary>At the end of each frame: whether an error was logged that the test does not expect.</summary>
        internal void Check()
        {
            lock (logs)
            {
                Match();
                if (logs.FirstOrDefault(log => log.Fails && !log.IsExpected) is { } log) throw Unhandled(log);
            }
        }

        /// <summary>At the end of the test: also whether everything came that it expects.</summary>
        internal void CheckAll()
        {
            Check();
            lock (logs)
            {
                if (expected.Count > 0) throw new AssertionException($"Expected log did not appear: {expected.Peek().Shown}");
            }
        }

        internal void NoUnexpectedReceived()
        {
            lock (logs)
            {
                Match();
                if (logs.FirstOrDefault(log => !log.IsExpected) is { } log) throw Unhandled(log);
            }
        }

        public void Dispose()
        {
            Application.logMessageReceivedThreaded -= Add;
            if (current == this) current = null;
        }

        private static Exception Unhandled(Logged log) =>
            new AssertionException($"Unhandled log message: '[{log.Type}] {log.Message}'. Use UnityEngine.TestTools.LogAssert.Expect");

        private void Add(string message, string stackTrace, LogType type)
        {
            var fails = !IgnoresFailingMessages && (type is LogType.Error or LogType.Assert or LogType.Exception);
            lock (logs) logs.Add(new Logged(type, message, fails));
        }

        private void Match()
        {
            foreach (var log in logs)
            {
                if (expected.Count == 0) return;
                if (log.IsExpected || !expected.Peek().Matches(log)) continue;
                log.IsExpected = true;
                expected.Dequeue();
            }
        }

        private sealed class Logged
        {
            internal Logged(LogType type, string message, bool fails)
            {
                Type = type;
                Message = message;
                Fails = fails;
            }

            internal LogType Type { get; }

            internal string Message { get; }

            internal bool Fails { get; }

            internal bool IsExpected { get; set; }
        }

        private sealed class Expected
        {
            private readonly LogType? type;
            private readonly Func<string, bool> matches;

            internal Expected(LogType? type, string shown, Func<string, bool> matches)
            {
                this.type = type;
                this.matches = matches;
                Shown = $"[{type}] {shown}";
            }

            internal string Shown { get; }

            internal bool Matches(Logged log) => (type == null || type == log.Type) && matches(log.Message);
        }
    }
}
