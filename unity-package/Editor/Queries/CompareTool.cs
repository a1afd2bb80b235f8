#nullable enable
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Queries
{
    /// <summary><c>unity_compare</c>: the values of objects at two points in time.</summary>
    internal sealed class CompareTool : AgentTool
    {
        private const int MaxObjects = 50;
        private const int MaxKeptObjects = 200;
        private const int MaxReference = 1_000;
        private const int MaxNameLength = 40;
        private const int MaxCursor = 200;

        internal CompareTool()
            : base("unity_compare")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            return ToolReply.Ok(arguments.Action("keep", "compare") == "keep" ? Keep(arguments) : Compare(arguments));
        }

        private static JObject Keep(ToolArguments arguments)
        {
            var references = arguments.Texts("objects", 1, MaxObjects, 1, MaxReference);
            var children = arguments.Flag("children", false);
            var name = NameIn(arguments, "keep_as");
            arguments.End();
            var objects = new List<GameObject>();
            foreach (var reference in references)
            {
                var named = ObjectFinder.Need(reference);
                objects.AddRange(children ? ScenePaths.Tree(named) : new[] { named });
            }
            objects = objects.Distinct().ToList();
            if (objects.Count > MaxKeptObjects)
                throw new ToolFault(
                    CallErrorCode.TooLarge,
                    $"These are {objects.Count} objects.",
                    $"At most {MaxKeptObjects} can be kept under one name: name fewer, or leave out children.");
            var kept = new JArray(objects.Select(obj => new JObject
            {
                ["id"] = ObjectIds.Of(obj),
                ["path"] = ScenePaths.Of(obj),
                ["values"] = ObjectValues.Of(obj),
            }));
            KeptValues.Keep(name, new JObject
            {
                ["objects"] = kept,
                ["children"] = children,
                ["references"] = KeptReferences.In(kept.Select(one => one["values"]!)),
            });
            return new JObject
            {
                ["keptAs"] = name,
                ["objects"] = objects.Count,
                ["values"] = kept.Sum(one => ((JObject)one["values"]!).Properties().Sum(component => component.Value.Count())),
            };
        }

        private static JObject Compare(ToolArguments arguments)
        {
            var name = NameIn(arguments, "name");
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, MaxCursor);
            arguments.End();
            if (!(KeptValues.Find(name) is { } kept))
                throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"No values are kept as \"{name}\".",
                    $"Keep them before the change: unity_compare keep, keep_as \"{name}\".",
                    new JObject { ["kept"] = new JArray(KeptValues.Names()) });
            var objects = (JArray)kept["objects"]!;
            var found = objects.Select(Current).ToList();
            var values = found.ConvertAll(now => now == null ? null : ObjectValues.Of(now));
            var references = new KeptReferences((JObject)kept["references"]!, values);
            var missing = new JArray();
            var changes = new List<JObject>();
            var changed = 0;
            for (var i = 0; i < found.Count; i++)
            {
                if (!(found[i] is { } now))
                {
                    missing.Add(objects[i]["path"]!);
                    continue;
                }
                var before = changes.Count;
                changes.AddRange(ObjectValues.Changes(ScenePaths.Of(now), (JObject)objects[i]["values"]!, values[i]!, references));
                if (changes.Count > before) changed++;
            }
            var added = (bool)kept["children"]! ? AddedBelow(found) : new List<GameObject>();
            var page = Pages<JObject>.Of(changes, limit, cursor);
            return new JObject
            {
                ["summary"] = Summary(changes.Count, changed, objects.Count - changed - missing.Count, missing.Count, added.Count),
                ["total"] = changes.Count,
                ["nextCursor"] = page.NextCursor,
                ["changes"] = new JArray(page.Shown),
                ["missing"] = missing,
                ["added"] = new JArray(added.Take(MaxKeptObjects).Select(ScenePaths.Of)),
            };
        }

        private static string Summary(int values, int changed, int same, int gone, int added) =>
            $"{SceneQueries.Plural(values, "value")} of {SceneQueries.Plural(changed, "object")} changed"
                + (same > 0 ? $"; {SceneQueries.Plural(same, "object")} as before" : "")
                + (gone > 0 ? $"; {SceneQueries.Plural(gone, "object")} gone" : "")
                + (added > 0 ? $"; {SceneQueries.Plural(added, "object")} added" : "");

        /// <summary>Objects below these that are none of them.</summary>
        private static List<GameObject> AddedBelow(List<GameObject?> kept)
        {
            var there = kept.OfType<GameObject>().ToList();
            return there.SelectMany(ScenePaths.Tree).Distinct().Except(there).ToList();
        }

        /// <summary>Finds the object by its id; if ids have changed, by its path.</summary>
        private static GameObject? Current(JToken kept)
        {
            if (ObjectIds.Find((string)kept["id"]!) is GameObject same && same.scene.IsValid()) return same;
            var found = ScenePaths.Find((string)kept["path"]!);
            return found.Count == 1 ? found[0] : null;
        }

        private static string NameIn(ToolArguments arguments, string argument)
        {
            var name = arguments.Text(argument, 1, MaxNameLength);
            if (!Regex.IsMatch(name, @"^[\w-]+\z", RegexOptions.ECMAScript))
                throw new ToolFault(CallErrorCode.InvalidArguments, "A name can contain letters, digits, _ and -.");
            return name;
        }
    }
}
