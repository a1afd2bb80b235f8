#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Fairlead.Editor.History;
using Fairlead.Editor.Queries;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Objects
{
    /// <summary>
    /// <c>unity_batch</c>: several operations as one; if one fails, the call's Undo group is reverted, and all of them with it.
    /// </summary>
    internal sealed class BatchTool : AgentTool
    {
        private const int MaxOperations = 100;

        /// <summary><c>$0</c>, also before <c>#Component</c>.</summary>
        private static readonly Regex Reference = new Regex(@"\A\$(\d{1,4})(#\w+)?\z");

        private readonly Dictionary<string, IBatchable> tools = new Dictionary<string, IBatchable>();

        internal BatchTool(params IBatchable[] tools)
            : base("unity_batch")
        {
            foreach (var tool in tools) this.tools.Add(tool.Name, tool);
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var operations = arguments.Records("operations", 1, MaxOperations);
            arguments.End();
            foreach (var operation in operations) Check(operation);
            var results = new JArray();
            using (var files = FilesBefore.Keep())
            {
                try
                {
                    for (var i = 0; i < operations.Count; i++) results.Add(Step(operations[i], i, results));
                }
                catch (ToolFault fault)
                {
                    var stays = RollBack(files);
                    var said = stays.Count == 0
                        ? "Nothing was changed: all operations were reverted."
                        : "All operations were reverted, except these files, which stay as the batch left them: "
                            + $"{string.Join(", ", stays)}.";
                    var own = RevertedNames.Remove(fault.Error.Data as JObject) ? "\"$0\" is the object that operation 0 makes. " : "";
                    throw new ToolFault(
                        fault.Error.Code, fault.Error.Message, $"{fault.Error.Hint} {own}{said}".TrimStart(), fault.Error.Data);
                }
                catch (Exception)
                {
                    RollBack(files);
                    throw;
                }
            }
            UndoSteps.Doing = $"Batch of {results.Count}";
            var result = new JObject { ["results"] = results, ["count"] = results.Count };
            for (var i = results.Count - 1; i >= 0; i--)
                if (ToolNote.Of(results[i]) is { } note) ToolNote.Add(result, $"Operation {i}: {note}");
            return ToolReply.Ok(operations.All(IsRead) ? result : PlayNotice.On(result));
        }

        /// <summary>The scene first: an object must not lose its prefab before it stops being its instance.</summary>
        private static IReadOnlyList<string> RollBack(FilesBefore files)
        {
            UndoSteps.RevertCall();
            return files.Restore();
        }

        private bool IsRead(JObject operation) => tools[(string)operation["tool"]!] is QueryTool;

        private void Check(JObject operation)
        {
            if (operation["tool"] is JValue { Value: string tool } && tools.ContainsKey(tool) && operation["args"] is JObject
                && operation.Count == 2) return;
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                $"unity_batch run: an operation is {{\"tool\": …, \"args\": {{…}}}}, with one of the tools "
                    + $"{string.Join(", ", tools.Keys)}.");
        }

        private JToken Step(JObject operation, int index, JArray results)
        {
            var name = (string)operation["tool"]!;
            var args = (JObject)operation["args"]!;
            try
            {
                return tools[name].Execute(new ToolArguments(name, (JObject)Substitute(args, results)));
            }
            catch (ToolFault fault)
            {
                var data = new JObject { ["index"] = index };
                if (fault.Error.Data is JObject facts) data.Merge(facts);
                else if (fault.Error.Data != null) data["detail"] = fault.Error.Data;
                throw new ToolFault(
                    fault.Error.Code,
                    $"Operation {index} ({name} {(string?)(args["action"] as JValue)}) failed: {fault.Error.Message}",
                    fault.Error.Hint,
                    data);
            }
        }

        private static JToken Substitute(JToken value, JArray results)
        {
            switch (value)
            {
                case JValue { Value: string text }:
                    var match = Reference.Match(text);
                    if (!match.Success) return value;
                    var number = int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);
                    var id = number < results.Count ? ObjectOf(results[number]) : null;
                    if (id != null) return id + match.Groups[2].Value;
                    throw new ToolFault(
                        CallErrorCode.InvalidArguments,
                        $"\"{text}\": operation {number} did not create an object earlier in the batch.",
                        "Operations are numbered from 0; refer to an earlier one whose result has an instanceId.");
                case JArray list:
                    var items = new JArray();
                    foreach (var item in list) items.Add(Substitute(item, results));
                    return items;
                case JObject json:
                    var copy = new JObject();
                    foreach (var property in json.Properties()) copy[property.Name] = Substitute(property.Value, results);
                    return copy;
                default:
                    return value.DeepClone();
            }
        }

        private static string? ObjectOf(JToken result) =>
            result is JObject json && (json["instanceId"] ?? json["gameObjectId"]) is JValue { Value: string id } && id != "0" ? id : null;
    }
}
