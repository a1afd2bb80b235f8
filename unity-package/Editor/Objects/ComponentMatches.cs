#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.History;
using Fairlead.Editor.Queries;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary><c>modify_where</c>: one change to every component of a type whose object fits, or what it would hit.</summary>
    internal static class ComponentMatches
    {
        /// <summary>More objects than anybody means with one change.</summary>
        private const int MaxMatches = 2_000;

        /// <summary>Matches shown in a result; all are counted.</summary>
        private const int MaxShown = 20;

        internal static JObject Modify(ToolArguments arguments)
        {
            var typeName = arguments.Text("component_type", 1, 200);
            var where = new ToolArguments("unity_component modify_where: where", arguments.OptionalRecord("where") ?? new JObject());
            var properties = arguments.Record("properties");
            var preview = arguments.Flag("preview", false);
            arguments.End();
            var filter = ObjectFilter.ReadWhere(where);
            var under = where.OptionalText("under", 1, 1_000);
            where.End();
            var type = ComponentTypes.FindAny(typeName) ?? ComponentTypes.Need(typeName);
            var matches = Find(filter, under, type);
            if (matches.Count == 0)
                throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"No object with a {typeName} fits \"where\".",
                    "unity_query find takes the same filters and shows what there is.");
            if (matches.Count > MaxMatches)
                throw new ToolFault(
                    CallErrorCode.TooLarge,
                    $"{matches.Count} components fit; one call changes {MaxMatches}.",
                    "Nothing was changed. Narrow \"where\", e.g. with under.");
            using var names = SiblingNames.Listing();
            return preview ? Preview(matches, properties, type) : Change(matches, properties);
        }

        private static List<Component> Find(ObjectFilter filter, string? under, Type type)
        {
            var root = under == null ? null : ObjectFinder.Need(under).transform;
            var matches = new List<Component>();
            foreach (var obj in filter.Find(type))
                if (root == null || obj.transform.IsChildOf(root))
                    foreach (var component in obj.GetComponents(type)) matches.Add(component);
            return matches;
        }

        private static JObject Preview(List<Component> matches, JObject properties, Type type)
        {
            var fields = new List<string>();
            foreach (var property in properties.Properties()) fields.Add(property.Name);
            var found = matches.ConvertAll(component => component.gameObject);
            var shown = FoundFields.Of(found, found.GetRange(0, Math.Min(MaxShown, found.Count)), fields, type);
            foreach (var item in shown)
            {
                item["before"] = item["values"];
                ((JObject)item).Remove("values");
            }
            return Result(matches.Count, 0, shown, new List<string>());
        }

        private static JObject Change(List<Component> matches, JObject properties)
        {
            var shown = new JArray();
            var (failed, partly) = (0, 0);
            ToolFault? first = null;
            string? firstPath = null, firstPart = null;
            foreach (var component in matches)
            {
                var item = new JObject
                {
                    ["instanceId"] = ObjectIds.Of(component.gameObject), ["path"] = ScenePaths.Of(component.gameObject),
                };
                try
                {
                    var report = ComponentValues.Apply(component, properties);
                    Touched.Properties(component);
                    (item["before"], item["after"]) = Values(report);
                    if (ToolNote.Of(report) is { } note)
                    {
                        partly++;
                        firstPart ??= note;
                        item["error"] = note;
                    }
                }
                catch (ToolFault fault)
                {
                    failed++;
                    first ??= fault;
                    firstPath ??= (string)item["path"]!;
                    (item["before"], item["after"], item["error"]) = (new JObject(), new JObject(), fault.Error.Message);
                }
                if (shown.Count < MaxShown) shown.Add(item);
            }
            if (first != null && failed == matches.Count) throw first;
            UndoSteps.Doing = $"Modify {matches[0].GetType().Name} of {matches.Count} objects";
            var notes = new List<string>();
            if (first != null) notes.Add($"{failed} of {matches.Count} were not changed, e.g. {firstPath}: {first.Error.Message}");
            if (firstPart != null) notes.Add($"{partly} were changed in part: {firstPart}");
            return Result(matches.Count, matches.Count - failed, shown, notes);
        }

        /// <summary>The changes: before and after, by property.</summary>
        private static (JObject Before, JObject After) Values(JObject report)
        {
            var (before, after) = (new JObject(), new JObject());
            foreach (var result in (JArray)report["results"]!)
            {
                if (!(bool)result["success"]!) continue;
                before[(string)result["property"]!] = result["previousValue"];
                after[(string)result["property"]!] = result["newValue"];
            }
            return (before, after);
        }

        private static JObject Result(int matched, int changed, JArray objects, List<string> notes)
        {
            if (matched > MaxShown) notes.Add($"The first {MaxShown} are shown.");
            var result = new JObject { ["matched"] = matched, ["changed"] = changed, ["objects"] = objects };
            if (notes.Count > 0) ToolNote.Add(result, string.Join(" ", notes));
            return result;
        }
    }
}
