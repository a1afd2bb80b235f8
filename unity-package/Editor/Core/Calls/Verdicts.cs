#nullable enable
using System;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The outcomes the desk itself gives, in words that say what to do next.</summary>
    internal static class Verdicts
    {
        private const int MaxProgressLength = 500;
        private const string LookFirst = "Look at the current state first and repeat only what is missing.";

        internal static readonly string Cancelled = CallOutcome
            .Failed(CallErrorCode.Cancelled, "The call was cancelled before the editor began it. Nothing changed.")
            .ToJson(null);

        internal static readonly string JournalFull = CallOutcome
            .Failed(
                CallErrorCode.EditorBusy,
                $"The editor already has {CallJournal.MaxRecords} calls that are not settled. Nothing changed.",
                "Wait for them, then ask again.")
            .ToJson(null);

        /// <summary>Something of ours failed before the tool could run.</summary>
        internal static CallOutcome NotPrepared(Call call, string why) =>
            CallOutcome.Failed(
                CallErrorCode.Internal,
                $"The editor could not begin {call.Method}: {why} Nothing changed.",
                "Reading still works. If it stays, ask the user to restart Unity. This is a defect of the Fairlead package.");

        /// <summary>Something of ours failed around the tool.</summary>
        internal static CallOutcome Broken(Call call, string why) =>
            CallOutcome.Failed(
                CallErrorCode.Internal,
                $"The editor failed in {call.Method}: {why}",
                "Something may have changed before it failed: look first. This is a defect of the Fairlead package.");

        /// <summary>Its deadline passed while it waited.</summary>
        internal static CallOutcome NotBegun(Call call, Phase phase) =>
            phase == Phase.Modal
                ? CallOutcome.Failed(
                    CallErrorCode.ModalDialog,
                    $"Unity did not come to {call.Method} in time ({call.DeadlineMs} ms): probably a dialog is open. Nothing changed.",
                    "Ask the user to close the dialog in Unity, then ask again.")
                : CallOutcome.Failed(
                    CallErrorCode.DeadlineExceeded,
                    $"The editor did not come to {call.Method} in time ({call.DeadlineMs} ms); it is {phase.WireName()}. Nothing changed.",
                    "Wait until the editor is ready, then ask again.");

        /// <summary>The user did not end what they were in the middle of.</summary>
        internal static CallOutcome UserBusy(Call call, string doing) =>
            CallOutcome.Failed(
                CallErrorCode.EditorBusy,
                $"The user {doing} in Unity, and {call.Method} has waited {UserPause.MaxMs / 1_000} s for the end. Nothing changed.",
                "Ask the user to release the mouse, or to end the edit with Enter or Escape; then ask again.");

        /// <summary>Its deadline passed after it had begun.</summary>
        internal static CallOutcome NotEnded(Call call, bool mayRunAgain) =>
            mayRunAgain
                ? CallOutcome.Failed(
                    CallErrorCode.DeadlineExceeded,
                    $"{call.Method} did not end in time ({call.DeadlineMs} ms).",
                    "Ask again, or for less.")
                : CallOutcome.Failed(
                    CallErrorCode.EffectUnknown,
                    $"{call.Method} did not end in time ({call.DeadlineMs} ms); it may still take effect.",
                    LookFirst);

        /// <summary>The domain reloaded under it.</summary>
        internal static CallOutcome CutOff(Call call) =>
            CallOutcome.Failed(
                CallErrorCode.EffectUnknown,
                $"The editor reloaded its scripts while it ran {call.Method}; whether it took effect is not known.",
                LookFirst);

        /// <summary>The JSON text of <c>call.progress</c>'s params.</summary>
        internal static string ProgressJson(string callId, string message, double? fraction)
        {
            var json = new JObject { ["callId"] = callId, ["message"] = Json.Cut(message, MaxProgressLength) };
            if (fraction is { } part && !double.IsNaN(part)) json["fraction"] = Math.Min(1, Math.Max(0, part));
            return Json.Write(json);
        }
    }
}
