#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Calls
{
    /// <summary><c>unity_check</c>: what speaks against a call, without carrying it out.</summary>
    internal sealed class CheckTool : AgentTool
    {
        private readonly IReadOnlyList<AgentTool> tools;

        /// <param name="tools">Read at each call: what comes into the list later can be checked too.</param>
        internal CheckTool(IReadOnlyList<AgentTool> tools)
            : base("unity_check")
        {
            this.tools = tools;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var method = arguments.Text("method", 1, 200);
            var parameters = arguments.Record("params");
            arguments.End();
            foreach (var tool in tools)
            {
                if (tool.Name != method) continue;
                tool.Check(new ToolArguments(method, parameters));
                return ToolReply.Ok(new JObject { ["possible"] = true });
            }
            throw new ToolFault(CallErrorCode.UnknownTool, $"There is no tool \"{method}\".");
        }
    }
}
