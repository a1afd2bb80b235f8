#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using Fairlead.Core;
using Fairlead.Editor.Compilation;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Console
{
    /// <summary>
    /// Unity's own console window, whose store is internal: read by reflection, for the lines from before
    /// the package listened. Where a Unity version has it otherwise, those lines are missing and nothing else.
    /// </summary>
    internal static class UnityConsole
    {
        /// <summary>Bits of LogMessageFlags.</summary>
        private const int Errors = 1 << 0 | 1 << 4 | 1 << 6 | 1 << 8 | 1 << 11;
        private const int Asserts = 1 << 1 | 1 << 21;
        private const int Exceptions = 1 << 17;
        private const int Warnings = 1 << 7 | 1 << 9 | 1 << 12;

        private const BindingFlags Members = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        /// <summary>Takes what the window shows into an empty history.</summary>
        internal static void CopyTo(ConsoleHistory history)
        {
            foreach (var (mode, message, stack) in Lines(ConsoleHistory.MaxEntries)) history.Add(KindOf(mode), message, stack);
        }

        /// <summary>Clears the window like its own button; compile errors stay, as they do there.</summary>
        internal static void Clear() =>
            typeof(EditorApplication).Assembly.GetType("UnityEditor.LogEntries")?.GetMethod("Clear", Members)?.Invoke(null, null);

        /// <summary>The compiler's lines in the window.</summary>
        internal static IEnumerable<JObject> CompileLines()
        {
            foreach (var (_, message, _) in Lines(int.MaxValue))
                if (CompileLine.TryRead(message) is { } line) yield return line;
        }

        private static List<(int Mode, string Message, string Stack)> Lines(int newest)
        {
            var lines = new List<(int, string, string)>();
            try
            {
                var store = typeof(EditorApplication).Assembly.GetType("UnityEditor.LogEntries");
                var entryType = typeof(EditorApplication).Assembly.GetType("UnityEditor.LogEntry");
                var begin = store?.GetMethod("StartGettingEntries", Members);
                var read = store?.GetMethod("GetEntryInternal", Members);
                var end = store?.GetMethod("EndGettingEntries", Members);
                var message = entryType?.GetField("message", Members);
                var mode = entryType?.GetField("mode", Members);
                var stackStart = entryType?.GetField("callstackTextStartUTF16", Members);
                if (begin == null || read == null || end == null || message == null || mode == null || entryType == null) return lines;
                var count = (int)begin.Invoke(null, null)!;
                try
                {
                    var entry = Activator.CreateInstance(entryType, true)!;
                    for (var row = Math.Max(0, count - newest); row < count; row++)
                    {
                        if (!(read.Invoke(null, new[] { row, entry }) is true)) continue;
                        var text = message.GetValue(entry) as string ?? "";
                        var cut = stackStart?.GetValue(entry) is int start && start > 0 && start <= text.Length ? start : FirstLine(text);
                        lines.Add(((int)mode.GetValue(entry)!, text.Substring(0, cut), text.Substring(cut).Trim()));
                    }
                }
                finally
                {
                    end.Invoke(null, null);
                }
            }
            catch (Exception e) when (e is TargetInvocationException || e is ArgumentException || e is InvalidCastException
                || e is MissingMethodException)
            {
                lines.Clear();
            }
            return lines;
        }

        /// <summary>A text without a mark has its stack from the second line on.</summary>
        private static int FirstLine(string text)
        {
            var end = text.IndexOf('\n');
            return end < 0 ? text.Length : end;
        }

        private static LogKind KindOf(int mode) =>
            (mode & Exceptions) != 0 ? LogKind.Exception
            : (mode & Asserts) != 0 ? LogKind.Assert
            : (mode & Errors) != 0 ? LogKind.Error
            : (mode & Warnings) != 0 ? LogKind.Warning
            : LogKind.Log;
    }
}
