#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using UnityEditor.Compilation;
using UnityEngine;

namespace UnityEditor
{
    [Flags]
    internal enum LogMessageFlags
    {
        kNoLogMessageFlags = 0,
        kError = 1 << 0,
        kAssert = 1 << 1,
        kLog = 1 << 2,
        kFatal = 1 << 4,
        kAssetImportError = 1 << 6,
        kAssetImportWarning = 1 << 7,
        kScriptingError = 1 << 8,
        kScriptingWarning = 1 << 9,
        kScriptingLog = 1 << 10,
        kScriptCompileError = 1 << 11,
        kScriptCompileWarning = 1 << 12,
        kStickyLog = 1 << 13,
        kScriptingException = 1 << 17,
        kScriptingAssertion = 1 << 21,
    }

    internal partial class LogEntry
    {
        public string message = "";
        public string file = "";
        public int line;
        public int column;
        public int mode;
        public int identifier;
        public int globalLineIndex;
        public int callstackTextStartUTF8;
        public int callstackTextStartUTF16;
    }

    /// <summary>The console window's store, as the package reads it by reflection.</summary>
    internal sealed class LogEntries
    {
        private static bool reading;

        private LogEntries()
        {
        }

        public static int StartGettingEntries()
        {
            reading = true;
            return GetCount();
        }

        public static void EndGettingEntries() => reading = false;

        public static int GetCount() => ConsoleStore.Count;

        public static void GetCountsByType(ref int errorCount, ref int warningCount, ref int logCount) =>
            ConsoleStore.CountByType(out errorCount, out warningCount, out logCount);

        public static bool GetEntryInternal(int row, LogEntry outputEntry)
        {
            if (!reading) throw new InvalidOperationException("Call StartGettingEntries first.");
            return ConsoleStore.Read(row, outputEntry);
        }

        public static int GetEntryCount(int row) => 1;

        public static void Clear() => ConsoleStore.Clear();
    }

    /// <summary>The console's entries; they outlive reloads, not the process.</summary>
    internal static class ConsoleStore
    {
        /// <summary>The oldest lines fall out above this, so that a loop that logs does not fill the memory.</summary>
        private const int MaxEntries = 10_000;

        private const LogMessageFlags Compile = LogMessageFlags.kScriptCompileError | LogMessageFlags.kScriptCompileWarning;

        private static readonly object gate = new object();
        private static readonly List<Line> lines = new List<Line>();

        internal static int Count
        {
            get
            {
                lock (gate) return lines.Count;
            }
        }

        internal static void Listen() => EngineLog.Console = (type, message, stack, _) => Add(FlagOf(type), message, stack, "", 0, 0);

        internal static void AddCompileMessage(CompilerMessage message)
        {
            var isError = message.type == CompilerMessageType.Error;
            Add(
                isError ? LogMessageFlags.kScriptCompileError : LogMessageFlags.kScriptCompileWarning,
                message.message, "", message.file, message.line, message.column);
            UnityEngine.Application.RaiseLog(message.message, "", isError ? LogType.Error : LogType.Warning);
        }

        internal static void ClearCompileMessages()
        {
            lock (gate) lines.RemoveAll(line => (line.Mode & Compile) != 0);
        }

        /// <summary>Compile errors are sticky: they stay until a compile succeeds.</summary>
        internal static void Clear()
        {
            lock (gate) lines.RemoveAll(line => (line.Mode & LogMessageFlags.kScriptCompileError) == 0);
        }

        internal static bool Read(int row, LogEntry into)
        {
            lock (gate)
            {
                if (row < 0 || row >= lines.Count) return false;
                var line = lines[row];
                into.message = line.Stack.Length == 0 ? line.Message : line.Message + "\n" + line.Stack;
                into.file = line.File;
                into.line = line.LineNumber;
                into.column = line.Column;
                into.mode = (int)line.Mode;
                into.callstackTextStartUTF16 = line.Stack.Length == 0 ? 0 : line.Message.Length;
                into.callstackTextStartUTF8 = line.Stack.Length == 0 ? 0 : Encoding.UTF8.GetByteCount(line.Message);
                return true;
            }
        }

        internal static void CountByType(out int errors, out int warnings, out int logs)
        {
            const LogMessageFlags log = LogMessageFlags.kLog | LogMessageFlags.kScriptingLog;
            const LogMessageFlags warning =
                LogMessageFlags.kScriptingWarning | LogMessageFlags.kScriptCompileWarning | LogMessageFlags.kAssetImportWarning;
            lock (gate)
            {
                logs = lines.Count(line => (line.Mode & log) != 0);
                warnings = lines.Count(line => (line.Mode & warning) != 0);
                errors = lines.Count - logs - warnings;
            }
        }

        private static void Add(LogMessageFlags mode, string message, string stack, string file, int number, int column)
        {
            lock (gate)
            {
                if (lines.Count >= MaxEntries) lines.RemoveRange(0, MaxEntries / 10);
                lines.Add(new Line(mode, message, stack, file, number, column));
            }
        }

        private static LogMessageFlags FlagOf(LogType type) =>
            type switch
            {
                LogType.Error => LogMessageFlags.kScriptingError,
                LogType.Assert => LogMessageFlags.kScriptingAssertion,
                LogType.Warning => LogMessageFlags.kScriptingWarning,
                LogType.Log => LogMessageFlags.kScriptingLog,
                LogType.Exception => LogMessageFlags.kScriptingException,
                _ => throw new ArgumentOutOfRangeException(nameof(type)),
            };

        private sealed class Line
        {
            internal Line(LogMessageFlags mode, string message, string stack, string file, int number, int column)
            {
                Mode = mode;
                Message = message;
                Stack = stack;
                File = file;
                LineNumber = number;
                Column = column;
            }

            internal LogMessageFlags Mode { get; }

            internal string Message { get; }

            internal string Stack { get; }

            internal string File { get; }

            internal int LineNumber { get; }

            internal int Column { get; }
        }
    }
}
