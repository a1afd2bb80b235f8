#nullable enable
using System;
using Fairlead.Core;
using UnityEditor;

namespace Fairlead.Editor.Calls
{
    /// <summary>
    /// Ends a call that was answered with <see cref="ToolReply.Later"/>: looks in every editor update whether it is time.
    /// </summary>
    internal sealed class DeferredCall
    {
        private readonly ToolCall call;
        private readonly Func<CallOutcome?> look;
        private readonly Action overdue;

        private DeferredCall(ToolCall call, Func<CallOutcome?> look, bool atOnce, Action overdue)
        {
            this.overdue = overdue;
            if (atOnce) call.Hurry();
            this.call = call;
            this.look = look;
        }

        /// <summary>
        /// <paramref name="look"/> gives the outcome, or null: not yet. It may throw as a tool may.
        /// <paramref name="atOnce"/>: it wants the next update as soon as it can be had; otherwise Unity's
        /// own pace, or without focus the link's, is enough. <paramref name="overdue"/>: the call was given up.
        /// </summary>
        internal static ToolReply Until(ToolCall call, Func<CallOutcome?> look, bool atOnce = false, Action? overdue = null)
        {
            EditorApplication.update += new DeferredCall(call, look, atOnce, overdue ?? (() => { })).Update;
            return ToolReply.Later;
        }

        private void Update()
        {
            if (call.RemainingMs < 0)
            {
                // The queue gives it its outcome, or has already.
                EditorApplication.update -= Update;
                overdue();
                return;
            }
            CallOutcome? outcome;
            try
            {
                outcome = look();
            }
            catch (ToolFault fault)
            {
                outcome = CallOutcome.Failed(fault.Error);
            }
            catch (Exception e)
            {
                outcome = CallOutcome.Failed(
                    CallErrorCode.Internal,
                    $"The editor failed in {call.Method}: {e.GetType().Name}: {e.Message}",
                    "Something may have changed before it failed: look first. This is a defect of the Fairlead package.");
            }
            if (outcome == null) return;
            EditorApplication.update -= Update;
            call.Settle(outcome);
        }
    }
}
