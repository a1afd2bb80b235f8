#nullable enable
using System;
using Fairlead.Editor.Console;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Compilation
{
    /// <summary>The result of this editor process's last compile; survives the reload that follows a success. Main thread.</summary>
    internal sealed class CompileReport
    {
        /// <summary>One broken file can give thousands; the first ones say what is wrong.</summary>
        private const int MaxMessages = 100;

        private const string Key = "Fairlead.Compile";

        private CompileReport(int count, JArray errors, JArray warnings)
        {
            Count = count;
            Errors = errors;
            Warnings = warnings;
        }

        /// <summary>Compiles that ended in this process.</summary>
        internal int Count { get; }

        internal JArray Errors { get; }

        internal JArray Warnings { get; }

        internal bool HasErrors => Errors.Count > 0;

        /// <summary>The last one; if there was none in this process, the console's entries of the previous one.</summary>
        internal static CompileReport Last()
        {
            var text = SessionState.GetString(Key, "");
            if (!string.IsNullOrEmpty(text))
            {
                var json = JObject.Parse(text);
                return new CompileReport((int)json["count"]!, (JArray)json["errors"]!, (JArray)json["warnings"]!);
            }
            var errors = new JArray();
            var warnings = new JArray();
            if (EditorUtility.scriptCompilationFailed)
                foreach (var line in UnityConsole.CompileLines())
                    (IsError(line) ? errors : warnings).Add(line);
            return new CompileReport(0, Cut(errors), Cut(warnings));
        }

        /// <summary>A compile ended with these messages.</summary>
        internal static CompileReport Keep(JArray messages)
        {
            var errors = new JArray();
            var warnings = new JArray();
            foreach (var message in messages) (IsError((JObject)message) ? errors : warnings).Add(message);
            var report = new CompileReport(Last().Count + 1, Cut(errors), Cut(warnings));
            SessionState.SetString(Key, new JObject
            {
                ["count"] = report.Count,
                ["errors"] = report.Errors,
                ["warnings"] = report.Warnings,
            }.ToString(Newtonsoft.Json.Formatting.None));
            return report;
        }

        /// <summary>The error to fix first where the type <paramref name="name"/> is missing: its own file's, else the first.</summary>
        internal JObject? FirstErrorFor(string name)
        {
            JObject? first = null;
            foreach (var token in Errors)
            {
                var error = (JObject)token;
                if (IsIn(error, name)) return error;
                first ??= error;
            }
            return first;
        }

        /// <summary>Whether the error is in the script of this name.</summary>
        internal static bool IsIn(JObject error, string name) =>
            ((string?)error["file"])?.EndsWith($"/{name}.cs", StringComparison.Ordinal) == true;

        private static bool IsError(JObject message) => (string?)message["severity"] == "error";

        private static JArray Cut(JArray messages)
        {
            while (messages.Count > MaxMessages) messages.RemoveAt(messages.Count - 1);
            return messages;
        }
    }
}
