#nullable enable
using System.Globalization;
using System.Text.RegularExpressions;
using Newtonsoft.Json.Linq;
using UnityEditor.Compilation;

namespace Fairlead.Editor.Compilation
{
    /// <summary>One error or warning of the compiler, as the registry has it.</summary>
    internal static class CompileLine
    {
        private static readonly Regex Pattern = new Regex(
            @"^(?<file>\S.*)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?<code>\w+): (?<text>.*)\z",
            RegexOptions.CultureInvariant | RegexOptions.Singleline | RegexOptions.Compiled);

        /// <summary>Whether a line of the console is one of the compiler's.</summary>
        internal static bool IsOne(string line) => line.IndexOf("): ", System.StringComparison.Ordinal) > 0 && Pattern.IsMatch(line);

        /// <summary>The message in parts: file, line, column, code, message, severity.</summary>
        internal static JObject ToJson(CompilerMessage message)
        {
            var severity = message.type == CompilerMessageType.Error ? "error" : "warning";
            var match = Pattern.Match(message.message);
            return new JObject
            {
                ["file"] = (string.IsNullOrEmpty(message.file) ? match.Groups["file"].Value : message.file).Replace('\\', '/'),
                ["line"] = message.line,
                ["column"] = message.column,
                ["code"] = match.Success ? match.Groups["code"].Value : "",
                ["message"] = match.Success ? match.Groups["text"].Value : message.message,
                ["severity"] = severity,
            };
        }

        /// <summary>Reads a line of the console; null if it is not one of the compiler's.</summary>
        internal static JObject? TryRead(string line)
        {
            var match = Pattern.Match(line);
            if (!match.Success) return null;
            return new JObject
            {
                ["file"] = match.Groups["file"].Value.Replace('\\', '/'),
                ["line"] = int.Parse(match.Groups["line"].Value, CultureInfo.InvariantCulture),
                ["column"] = int.Parse(match.Groups["column"].Value, CultureInfo.InvariantCulture),
                ["code"] = match.Groups["code"].Value,
                ["message"] = match.Groups["text"].Value,
                ["severity"] = match.Groups["severity"].Value,
            };
        }

        /// <summary>The line that Unity writes to its console for the message.</summary>
        internal static string ToText(JObject message) =>
            $"{message["file"]}({message["line"]},{message["column"]}): {message["severity"]} {message["code"]}: {message["message"]}";
    }
}
