#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>A tool's answer: an outcome, or a promise of one.</summary>
    public sealed class ToolReply
    {
        private ToolReply(CallOutcome? outcome, bool holdsLine)
        {
            Outcome = outcome;
            HoldsLine = holdsLine;
        }

        /// <summary>The outcome comes through <see cref="ToolCall.Settle"/>; later calls wait for it, so that order is kept.</summary>
        public static ToolReply Later { get; } = new ToolReply(null, true);

        /// <summary>The outcome comes through <see cref="ToolCall.Settle"/>; later calls run meanwhile.</summary>
        public static ToolReply LaterBeside { get; } = new ToolReply(null, false);

        internal CallOutcome? Outcome { get; }

        internal bool HoldsLine { get; }

        /// <summary>The call succeeded.</summary>
        public static ToolReply Ok(JToken? result, params Attachment[] attachments)
        {
            if (result != null) ToolNote.Lead(result);
            return new ToolReply(CallOutcome.Ok(result, attachments), false);
        }

        /// <summary>The call ended like this.</summary>
        public static ToolReply With(CallOutcome outcome) => new ToolReply(outcome, false);
    }
}
