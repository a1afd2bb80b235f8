#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Values
{
    /// <summary>The result of setting each property, in the registry's shape.</summary>
    internal static class PropertyReport
    {
        private const string NearestOnly = "\"available\" lists the nearest names; there may be more.";

        internal static JObject Done(string property, string type, JToken before, JToken after) => new JObject
        {
            ["property"] = property,
            ["success"] = true,
            ["propertyType"] = type,
            ["previousValue"] = before,
            ["newValue"] = after,
        };

        internal static JObject Failed(string property, string error, IReadOnlyList<string>? available = null)
        {
            var report = new JObject { ["property"] = property, ["success"] = false, ["error"] = error };
            if (available != null) report["available"] = new JArray(available);
            return report;
        }

        /// <summary>Results with counts.</summary>
        /// <exception cref="ToolFault"><c>unknown_property</c> or <c>invalid_arguments</c> when none could be set.</exception>
        internal static JObject Of(IReadOnlyList<JObject> results, string what)
        {
            var (failed, unknown) = (0, 0);
            foreach (var result in results)
            {
                if ((bool)result["success"]!) continue;
                failed++;
                if (result["available"] != null) unknown++;
            }
            if (results.Count > 0 && failed == results.Count)
            {
                var first = (string)results[0]["error"]!;
                throw new ToolFault(
                    unknown == failed ? CallErrorCode.UnknownProperty : CallErrorCode.InvalidArguments,
                    results.Count == 1 ? first : $"None of the {results.Count} properties of {what} could be set: {first}",
                    unknown == failed ? $"Use one of the names in \"available\". {NearestOnly}" : "See \"error\" of each property.",
                    new JObject { ["results"] = new JArray(results) });
            }
            var report = new JObject();
            if (failed > 0) report[ToolNote.Member] = NoteOf(results, failed, unknown);
            report["results"] = new JArray(results);
            report["successCount"] = results.Count - failed;
            report["failCount"] = failed;
            return report;
        }

        private static string NoteOf(IReadOnlyList<JObject> results, int failed, int unknown)
        {
            var names = new List<string>();
            foreach (var result in results)
                if (!(bool)result["success"]!) names.Add((string)result["property"]!);
            var said = $"{failed} of {results.Count} properties {(failed == 1 ? "was" : "were")} not set: {string.Join(", ", names)}.";
            return unknown > 0 ? $"{said} {NearestOnly}" : said;
        }
    }
}
