#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// Takes calls in from the link, keeps them in order for the main thread, and answers them exactly
    /// once. Nothing is called while the gate is held, so that no other lock can meet it.
    /// </summary>
    internal sealed partial class CallQueue
    {
        private readonly object gate = new object();
        private readonly CallJournal journal = new CallJournal();
        private readonly Queue<CallRecord> waiting = new Queue<CallRecord>();
        private readonly List<ToolCall> deferred = new List<ToolCall>();
        private readonly ReplyShelf shelf = new ReplyShelf();
        private readonly JournalStore store;
        private readonly ToolBox tools;
        private readonly PhaseTracker phases;
        private readonly IClock clock;
        private readonly CallWatchers watchers;
        private readonly Defects defects;
        private readonly RecentCalls recent;
        private readonly UserPause userPause;
        private ICallReplies? replies;
        private ToolCall? lineHolder;
        private bool running;
        private bool resumed;
        private bool closed;

        /// <summary>Takes up what the domain before left in the journal: <paramref name="kept"/>. Main thread.</summary>
        internal CallQueue(
            ToolBox tools,
            PhaseTracker phases,
            IClock clock,
            JournalStore store,
            IReadOnlyList<CallRecord> kept,
            RecentCalls recent,
            CallWatchers watchers,
            UserPause userPause,
            Defects defects)
        {
            this.userPause = userPause;
            this.recent = recent;
            this.watchers = watchers;
            this.defects = defects;
            this.tools = tools;
            this.phases = phases;
            this.clock = clock;
            this.store = store;
            foreach (var record in kept) journal.Restore(record);
        }

        /// <summary>Whether the main thread is wanted.</summary>
        internal bool HasWork
        {
            get
            {
                lock (gate) return !closed && (waiting.Count > 0 || deferred.Count > 0 || running);
            }
        }

        /// <summary>Whether the next update is wanted as soon as it can be had: calls wait their turn, or one that runs says so.</summary>
        internal bool IsHurried
        {
            get
            {
                lock (gate)
                {
                    if (closed) return false;
                    var isNextDue = (lineHolder == null ? waiting.Count > 0 : OutOfLine() != null)
                        && !userPause.IsOn && phases.Reported.TakesCalls();
                    return isNextDue || deferred.Exists(call => call.IsHurried);
                }
            }
        }

        internal void Connect(ICallReplies to) => replies = to;

        /// <summary>Sets the folder for outcomes that fit no frame. Any thread.</summary>
        internal void UseReplies(ReplyFolder? folder) => shelf.Use(folder);

        /// <summary>
        /// A call came in: queue it, join it to the one under way, or answer it from the journal.
        /// False when the id is known with other arguments. Any thread.
        /// </summary>
        internal bool Submit(Call call, long connection, JValue id)
        {
            var mayRunAgain = tools.MayRunAgain(call);
            string? known = null;
            lock (gate)
            {
                if (closed) return true;
                var record = journal.Find(call.CallId);
                if (record != null && record.ArgsHash != call.ArgsHash) return false;
                var deadlineAt = clock.NowMs + call.DeadlineMs;
                record ??= journal.Receive(call, mayRunAgain, deadlineAt);
                if (record == null)
                {
                    known = Verdicts.JournalFull;
                }
                else if (record.State == CallState.Done)
                {
                    known = record.OutcomeJson;
                }
                else
                {
                    record.Askers.Add((connection, id));
                    record.Unwanted = false;
                    if (record.State == CallState.Received && !record.Live)
                    {
                        record.Live = true;
                        record.DeadlineAt = deadlineAt;
                        waiting.Enqueue(record);
                    }
                }
            }
            if (known != null) TryReply(connection, id, known);
            return true;
        }

        /// <summary>Takes calls that have not begun out of the line; one that runs ends by itself. Any thread.</summary>
        internal void Cancel(IReadOnlyList<string> callIds)
        {
            foreach (var callId in callIds)
            {
                CallRecord? record;
                lock (gate) record = journal.Find(callId);
                if (record != null) Finish(record, Verdicts.Cancelled, CallState.Received);
            }
        }

        /// <summary>The relay has settled these: calls that have not begun must not begin. Any thread.</summary>
        internal void Forget(IReadOnlyList<string> callIds)
        {
            lock (gate)
            {
                if (closed) return;
                foreach (var callId in callIds)
                {
                    var record = journal.Find(callId);
                    if (record == null) continue;
                    if (record.State == CallState.Started)
                    {
                        record.Unwanted = true;
                        journal.Touch(record);
                        continue;
                    }
                    record.Live = false;
                    journal.Remove(record);
                }
            }
        }

        /// <summary>The relay has this outcome. Any thread.</summary>
        internal void Acknowledge(string callId)
        {
            lock (gate)
            {
                var record = journal.Find(callId);
                if (closed || record == null || !record.Undelivered) return;
                record.Undelivered = false;
                journal.Touch(record);
            }
        }

        /// <summary>Entries for the hello. Any thread.</summary>
        internal IReadOnlyList<string> HelloEntries()
        {
            lock (gate) return journal.HelloEntries();
        }

        /// <summary>Outcomes whose asker is gone, oldest first. Any thread.</summary>
        internal List<(string CallId, string OutcomeJson)> Undelivered()
        {
            var outcomes = new List<(string, string)>();
            lock (gate)
                foreach (var record in journal.All)
                    if (record.Undelivered && record.OutcomeJson != null)
                        outcomes.Add((record.CallId, record.OutcomeJson));
            return outcomes;
        }

        /// <summary>See <see cref="CallJournal.DropLargeOutcomes"/>. Any thread.</summary>
        internal void DropLargeOutcomes(int maxChars)
        {
            lock (gate) journal.DropLargeOutcomes(maxChars);
        }

        /// <summary>
        /// Fails calls that should have begun, or ended, by now; also while the main thread is blocked. Any thread.
        /// </summary>
        internal void ExpireOverdue()
        {
            List<(CallRecord Record, CallState State, CallOutcome Outcome)>? overdue = null;
            lock (gate)
            {
                if (closed || (waiting.Count == 0 && deferred.Count == 0)) return;
                var now = clock.NowMs;
                foreach (var record in waiting)
                {
                    if (!record.Live || record.DeadlineAt > now || record.Call == null) continue;
                    overdue ??= new List<(CallRecord, CallState, CallOutcome)>();
                    overdue.Add((record, CallState.Received, Verdicts.NotBegun(record.Call, phases.Observe(now, out _))));
                }
                foreach (var call in deferred)
                {
                    if (call.Record.DeadlineAt > now) continue;
                    overdue ??= new List<(CallRecord, CallState, CallOutcome)>();
                    overdue.Add((call.Record, CallState.Started, Verdicts.NotEnded(call.Call, call.Record.MayRunAgain)));
                }
            }
            if (overdue == null) return;
            foreach (var (record, state, outcome) in overdue)
            {
                recent.Ended(record.CallId, outcome.Error?.Message);
                Finish(record, outcome.ToJson(null), state);
            }
        }

        internal double RemainingMs(CallRecord record) => record.DeadlineAt - clock.NowMs;

        internal void Settle(ToolCall call, CallOutcome outcome)
        {
            lock (gate)
                if (closed || call.Record.State != CallState.Started) return;
            watchers.Ends(call, outcome);
            recent.Ended(call.CallId, outcome.Error?.Message);
            Finish(call.Record, Text(call, outcome), CallState.Started);
        }

        internal void Progress(string callId, string message, double? fraction) =>
            defects.Guard(() => replies?.SendProgress(Verdicts.ProgressJson(callId, message, fraction)));

        /// <summary>Keeps what changed over the next reload; allocates nothing when nothing has. Main thread.</summary>
        internal void Save()
        {
            lock (gate)
            {
                if (!journal.IsDirty) return;
                journal.SaveChanges(store, defects);
            }
        }

        /// <summary>The domain ends: nothing begins or is answered from now on; the next one continues. Main thread.</summary>
        internal void Close()
        {
            defects.Guard(Save);
            lock (gate)
            {
                closed = true;
                waiting.Clear();
                deferred.Clear();
            }
        }

        /// <summary>Stores the outcome of a call that is in this state and answers who asked; once.</summary>
        private void Finish(CallRecord record, string outcomeJson, CallState from)
        {
            List<(long Connection, JValue Id)> askers;
            lock (gate)
            {
                if (closed || record.State != from) return;
                record.Live = false;
                if (lineHolder?.Record == record) lineHolder = null;
                deferred.RemoveAll(call => call.Record == record);
                askers = new List<(long, JValue)>(record.Askers);
                record.Askers.Clear();
                journal.Finish(record, outcomeJson);
                if (record.Unwanted)
                {
                    journal.Remove(record);
                    return;
                }
            }
            var delivered = false;
            foreach (var (connection, id) in askers)
                if (TryReply(connection, id, outcomeJson)) delivered = true;
            if (delivered) return;
            lock (gate)
            {
                if (closed || journal.Find(record.CallId) != record) return;
                record.Undelivered = true;
                journal.Touch(record);
            }
            defects.Guard(() => replies?.SendSettled(record.CallId, outcomeJson));
        }

        private bool TryReply(long connection, JValue id, string outcomeJson)
        {
            var delivered = false;
            defects.Guard(() => delivered = replies != null && replies.TryReply(connection, id, outcomeJson));
            return delivered;
        }
    }
}
