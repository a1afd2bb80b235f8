#nullable enable
using System;
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The editor's tools by name, and how they are called without ever throwing.</summary>
    internal sealed class ToolBox
    {
        private readonly Dictionary<string, AgentTool> tools = new Dictionary<string, AgentTool>();
        private readonly Defects defects;

        internal ToolBox(Defects defects)
        {
            this.defects = defects;
        }

        /// <exception cref="ArgumentException">There is a tool of this name.</exception>
        internal void Add(AgentTool tool) => tools.Add(tool.Name, tool);

        /// <summary>Whether running the call twice does no harm; an unknown tool does none either.</summary>
        internal bool MayRunAgain(Call call)
        {
            if (!tools.TryGetValue(call.Method, out var tool)) return true;
            try
            {
                return tool.MayRunAgain(call.Arguments);
            }
            catch (Exception e)
            {
                defects.Report(e);
                return false;
            }
        }

        /// <summary>Whether the call may run while another one holds the line. Any thread.</summary>
        internal bool IsOutOfLine(Call call) => tools.TryGetValue(call.Method, out var tool) && tool.IsOutOfLine;

        /// <summary>Every failure is returned as an outcome.</summary>
        internal ToolReply Run(ToolCall call)
        {
            if (!tools.TryGetValue(call.Method, out var tool)) return ToolReply.With(Unknown(call.Method));
            return Guarded(call, tool.Run) ?? ToolReply.With(Verdicts.Broken(call.Call, "it gave no reply"));
        }

        /// <summary>Returns null if the tool cannot continue.</summary>
        internal ToolReply? Resume(ToolCall call) =>
            tools.TryGetValue(call.Method, out var tool) ? Guarded(call, tool.Resume) : null;

        private ToolReply? Guarded(ToolCall call, Func<ToolCall, ToolReply?> action)
        {
            try
            {
                return action(call);
            }
            catch (ToolFault fault)
            {
                return ToolReply.With(CallOutcome.Failed(fault.Error));
            }
            catch (Exception e)
            {
                defects.Report(e);
                return ToolReply.With(Verdicts.Broken(call.Call, $"{e.GetType().Name}: {e.Message}"));
            }
        }

        private CallOutcome Unknown(string name) =>
            CallOutcome.Failed(
                CallErrorCode.UnknownTool,
                $"There is no tool \"{name}\".",
                "Update the Unity package if the tool is new.",
                new JObject { ["nearest"] = new JArray(Nearest.Of(name, tools.Keys)) });
    }
}
