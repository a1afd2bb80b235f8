#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Assets
{
    /// <summary>
    /// <c>unity_query search_assets</c>: words of the file's name, <c>t:</c> types and <c>l:</c> labels, all of which must fit.
    /// </summary>
    internal static class AssetSearch
    {
        private static readonly Regex TypeName = new Regex(@"\A[\w.]+\z");

        /// <summary>Reads the arguments of the action and answers it.</summary>
        internal static JObject Run(ToolArguments arguments)
        {
            var query = arguments.OptionalText("search_query", 0, 200);
            var type = arguments.OptionalText("asset_type", 0, 100);
            var folder = arguments.OptionalText("folder", 0, 400);
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, 200);
            arguments.End();
            var start = StartOf(cursor);
            var found = Find(query ?? "", type, folder == null ? "Assets" : AssetFiles.NeedAny(folder));
            var end = start + limit;
            return new JObject
            {
                ["assets"] = new JArray(found.Skip(start).Take(limit).Select(Entry)),
                ["totalFound"] = found.Count,
                ["nextCursor"] = end < found.Count ? $"o{end}" : null,
            };
        }

        private static List<string> Find(string query, string? type, string folder)
        {
            var words = new List<string>();
            var filters = new List<string>();
            if (!string.IsNullOrEmpty(type)) filters.Add("t:" + type);
            foreach (var word in query.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            {
                if (word.Length > 2 && (word.StartsWith("t:", StringComparison.OrdinalIgnoreCase)
                    || word.StartsWith("l:", StringComparison.OrdinalIgnoreCase))) filters.Add(word);
                else words.Add(word);
            }
            if (words.Find(word => word.IndexOf('*') >= 0) is { } pattern)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, $"No file's name contains \"{pattern}\".",
                    "The words are parts of a file's name and have no wildcards: leave the * out. t:Material finds a type.");
            var paths = Matching(filters.Count == 0 ? "" : filters[0], folder);
            // Unity takes several of one kind as alternatives; here all must fit.
            foreach (var filter in filters.Skip(1)) paths.IntersectWith(Matching(filter, folder));
            return paths
                .Where(path =>
                    path != folder && words.All(word => AssetFiles.NameOf(path).IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0))
                .OrderBy(path => path, StringComparer.Ordinal)
                .ToList();
        }

        private static HashSet<string> Matching(string filter, string folder)
        {
            if (filter.StartsWith("t:", StringComparison.OrdinalIgnoreCase) && !TypeName.IsMatch(filter.Substring(2)))
                return new HashSet<string>();
            return new HashSet<string>(AssetDatabase.FindAssets(filter, new[] { folder }).Select(AssetDatabase.GUIDToAssetPath));
        }

        private static JObject Entry(string path)
        {
            var isFolder = AssetDatabase.IsValidFolder(path);
            var name = AssetFiles.NameOf(path);
            var dot = isFolder ? -1 : name.LastIndexOf('.');
            var guid = AssetDatabase.AssetPathToGUID(path);
            return new JObject
            {
                ["name"] = dot > 0 ? name.Substring(0, dot) : name,
                ["assetPath"] = path,
                ["guid"] = guid,
                ["type"] = AssetFiles.TypeOf(path),
                ["extension"] = dot > 0 ? name.Substring(dot) : "",
                ["labels"] = new JArray(AssetDatabase.GetLabels(AssetDatabase.GUIDFromAssetPath(path)).Cast<object>().ToArray()),
                ["fileSizeBytes"] = isFolder ? 0 : SizeOf(path),
            };
        }

        /// <summary>0 for what lies elsewhere: a package of the global cache.</summary>
        private static long SizeOf(string path)
        {
            var file = new FileInfo(Path.GetFullPath(AssetFiles.Absolute(path)));
            return file.Exists ? file.Length : 0;
        }

        private static int StartOf(string? cursor)
        {
            if (cursor == null) return 0;
            var number = Regex.Match(cursor, @"\Ao(\d{1,9})\z");
            if (number.Success) return int.Parse(number.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture);
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                $"\"{cursor}\" is not a cursor of this query.",
                "Use nextCursor from the previous page, or omit it to start over.");
        }
    }
}
