#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Profiling
{
    /// <summary><c>unity_profile</c>. Captures stay until the editor ends, over reloads too, so that a change can be measured.</summary>
    internal sealed class ProfileTool : AgentTool
    {
        private const string KeyPrefix = "Fairlead.Profile.";
        private const string CountKey = "Fairlead.Profile.Count";

        /// <summary>The oldest are forgotten.</summary>
        private const int MaxCaptures = 20;
        private const int MaxCompared = 15;

        /// <summary>An editor without focus draws a few frames a second; in this time some came, or none will.</summary>
        private const double MaxSeconds = 60;

        internal ProfileTool()
            : base("unity_profile")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            if (arguments.Action("capture", "compare") == "compare")
            {
                var before = arguments.Text("before", 1, 40);
                var after = arguments.OptionalText("after", 1, 40);
                arguments.End();
                return ToolReply.Ok(Compare(before, after ?? $"capture-{SessionState.GetInt(CountKey, 0)}"));
            }
            var frames = arguments.Integer("frames", 1, 300, 60);
            var markers = arguments.Integer("markers", 1, 50, 15);
            arguments.End();
            return Capture(call, frames, markers);
        }

        private static ToolReply Capture(ToolCall call, int frames, int markers)
        {
            var capture = new FrameCapture(frames);
            var end = EditorApplication.timeSinceStartup + MaxSeconds;
            return DeferredCall.Until(
                call,
                () =>
                {
                    if (!capture.IsComplete && EditorApplication.timeSinceStartup < end && !call.IsUnwanted) return null;
                    try
                    {
                        return capture.ToJson(markers) is { } json
                            ? CallOutcome.Ok(Keep(json))
                            : CallOutcome.Failed(CallErrorCode.Unsupported, "The Profiler recorded no frame.",
                                "Enter play mode, or bring Unity to the front, and try again.");
                    }
                    finally
                    {
                        capture.Dispose();
                    }
                },
                true,
                capture.Dispose);
        }

        private static JObject Keep(JObject capture)
        {
            var number = SessionState.GetInt(CountKey, 0) + 1;
            SessionState.SetInt(CountKey, number);
            capture.AddFirst(new JProperty("id", $"capture-{number}"));
            SessionState.SetString(KeyPrefix + $"capture-{number}", capture.ToString(Formatting.None));
            SessionState.EraseString(KeyPrefix + $"capture-{number - MaxCaptures}");
            return capture;
        }

        private static JObject Find(string id)
        {
            var text = SessionState.GetString(KeyPrefix + id, "");
            if (text.Length > 0) return JObject.Parse(text);
            var newest = SessionState.GetInt(CountKey, 0);
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"There is no capture \"{id}\".",
                newest == 0 ? "Make one first with unity_profile capture."
                    : $"The newest is capture-{newest}; {MaxCaptures} are kept until the editor closes.");
        }

        private static JObject Compare(string beforeId, string afterId)
        {
            JObject before = Find(beforeId), after = Find(afterId);
            Dictionary<string, double> one = SelfTimes(before), other = SelfTimes(after);
            var changes = one.Keys.Union(other.Keys)
                .Select(name => (Name: name, Before: one.TryGetValue(name, out var b) ? b : 0,
                    After: other.TryGetValue(name, out var a) ? a : 0))
                .OrderByDescending(marker => Math.Abs(marker.After - marker.Before))
                .Take(MaxCompared);
            return new JObject
            {
                ["before"] = beforeId,
                ["after"] = afterId,
                ["totalsBefore"] = before["totals"],
                ["totalsAfter"] = after["totals"],
                ["markers"] = new JArray(changes.Select(marker =>
                    new JObject { ["name"] = marker.Name, ["beforeMs"] = marker.Before, ["afterMs"] = marker.After })),
            };
        }

        private static Dictionary<string, double> SelfTimes(JObject capture) =>
            capture["markers"]!.GroupBy(marker => (string)marker["name"]!)
                .ToDictionary(group => group.Key, group => (double)group.First()["selfMs"]!);
    }
}
