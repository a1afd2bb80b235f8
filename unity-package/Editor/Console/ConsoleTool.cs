#nullable enable
using System;
using System.Globalization;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Console
{
    /// <summary><c>read_console_logs</c>.</summary>
    internal sealed class ConsoleTool : AgentTool
    {
        private readonly ConsoleHistory console;

        internal ConsoleTool(ConsoleHistory console)
            : base("read_console_logs")
        {
            this.console = console;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var count = arguments.Integer("count", 1, ConsoleHistory.MaxEntries, 50);
            var filter = arguments.OptionalChoice("filter", "all", "all", "errors", "warnings");
            var since = arguments.OptionalText("since", 0, 40);
            var stacks = arguments.Flag("include_stacks", false);
            arguments.End();
            var kind = filter == "errors" ? LogFilter.Errors : filter == "warnings" ? LogFilter.Warnings : LogFilter.All;
            return ToolReply.Ok(console.Read(count, kind, Time(since), stacks));
        }

        private static DateTime? Time(string? text)
        {
            const DateTimeStyles utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
            if (text == null) return null;
            if (DateTime.TryParse(text, CultureInfo.InvariantCulture, utc, out var time)) return time;
            throw new ToolFault(CallErrorCode.InvalidArguments, $"\"{text}\" is not a time.", "Give ISO 8601, e.g. 2026-11-21T10:00:00Z.");
        }
    }
}
