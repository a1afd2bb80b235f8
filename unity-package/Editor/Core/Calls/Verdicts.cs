#nullable enable
using System;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The outcomes the queue itself gives, in words that say what to do next.</summary>
    internal static class Verdicts
    {
        private const int MaxProgressLength = 500;
        private const string LookFirst = "Look at the current state first and repeat only what is missing.";

        internal static readonly string Cancelled = CallOutcome
            .Failed(CallErrorCode.Cancelled, "The call was cancelled before the editor started it. Nothing changed.")
            .ToJson(null);

        internal static readonly string JournalFull = CallOutcome
            .Failed(
                CallErrorCode.EditorBusy,
                $"The editor already has {CallJournal.MaxRecords} unfinished calls. Nothing changed.",
                "Wait for them to finish, then try again.")
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
                    $"Unity could not start {call.Method} in time ({call.DeadlineMs} ms). A dialog is probably open. Nothing changed.",
                    "Ask the user to close the dialog in Unity, then try again.")
                : CallOutcome.Failed(
                    CallErrorCode.DeadlineExceeded,
                    $"The editor could not start {call.Method} in time ({call.DeadlineMs} ms); it is {phase.WireName()}. Nothing changed.",
                    "Wait until the editor is ready, then try again.");

        /// <summary>The user did not end what they were in the middle of.</summary>
        internal static CallOutcome UserBusy(Call call, string doing) =>
            CallOutcome.Failed(
                CallErrorCode.EditorBusy,
                $"The user {doing} in Unity, and {call.Method} waited {UserPause.MaxMs / 1_000} s for that to end. Nothing changed.",
                "Ask the user to release the mouse, or to finish the edit with Enter or Escape. Then try again.");

        /// <summary>Its deadline passed after it had begun.</summary>
        internal static CallOutcome NotEnded(Call call, bool mayRunAgain) =>
            mayRunAgain
                ? CallOutcome.Failed(
                    CallErrorCode.DeadlineExceeded,
                    $"{call.Method} did not finish in time ({call.DeadlineMs} ms).",
                    "Call wait_for_editor_ready, which Unity itself answers. "
                    + "If it does not answer either, tell the user that Unity does not respond.")
                : CallOutcome.Failed(
                    CallErrorCode.EffectUnknown,
                    $"{call.Method} did not finish in time ({call.DeadlineMs} ms). It may still take effect.",
                    LookFirst);

        /// <summary>The domain reloaded under it.</summary>
        internal static CallOutcome CutOff(Call call) =>
            CallOutcome.Failed(
                CallErrorCode.EffectUnknown,
                $"The editor reloaded its scripts while running {call.Method}. It may or may not have taken effect.",
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
