#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>One call, as a tool sees it.</summary>
    public sealed class ToolCall
    {
        private readonly CallQueue queue;

        internal ToolCall(CallQueue queue, CallRecord record, Call call, double startedAt)
        {
            this.queue = queue;
            Record = record;
            Call = call;
            StartedAt = startedAt;
        }

        /// <summary>Unique; the same after a domain reload.</summary>
        public string CallId => Call.CallId;

        /// <summary>The tool's name.</summary>
        public string Method => Call.Method;

        /// <summary>Not checked: read them through <see cref="ToolArguments"/>.</summary>
        public JObject Arguments => Call.Arguments;

        /// <summary>The agent step this call belongs to; null: none.</summary>
        public UndoGroup? UndoGroup => Call.UndoGroup;

        /// <summary>It only looks: running it twice does no harm.</summary>
        public bool IsRead => Record.MayRunAgain;

        /// <summary>Milliseconds until the call is overdue; negative when it is.</summary>
        public double RemainingMs => queue.RemainingMs(Record);

        /// <summary>It has its outcome already: its time was over, or another thread gave one.</summary>
        internal bool IsSettled => Record.State == CallState.Done;

        /// <summary>Somebody stopped the run: what has not begun should not.</summary>
        internal bool IsUnwanted => Record.Unwanted;

        internal bool IsHurried { get; private set; }

        internal CallRecord Record { get; }

        internal Call Call { get; }

        internal double StartedAt { get; }

        /// <summary>Ends a call that was answered with <see cref="ToolReply.Later"/>. Only the first time counts. Any thread.</summary>
        public void Settle(CallOutcome outcome) => queue.Settle(this, outcome);

        /// <summary>
        /// Until it ends it wants every editor update as soon as it can be had, also in an editor without focus. The main thread cannot
        /// wake itself: the link's thread does.
        /// </summary>
        public void Hurry() => IsHurried = true;

        /// <summary>Tells how far a long call has come; <paramref name="fraction"/> is 0–1. Any thread.</summary>
        public void Progress(string message, double? fraction = null) => queue.Progress(CallId, message, fraction);
    }
}
