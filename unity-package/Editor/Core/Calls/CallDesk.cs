#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// Takes calls in from the link, keeps them in order for the main thread, and answers them exactly
    /// once. Nothing is called while the gate is held, so that no other lock can meet it.
    /// </summary>
    internal sealed class CallDesk
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
        private readonly IReadOnlyList<ICallWatcher> watchers;
        private readonly RecentCalls recent;
        private readonly UserPause userPause;
        private ICallReplies? replies;
        private ToolCall? lineHolder;
        private bool running;
        private bool resumed;
        private bool closed;

        /// <summary>Takes up the journal of the domain before. Main thread.</summary>
        internal CallDesk(
            ToolBox tools,
            PhaseTracker phases,
            IClock clock,
            JournalStore store,
            RecentCalls recent,
            IReadOnlyList<ICallWatcher> watchers,
            UserPause userPause)
        {
            this.userPause = userPause;
            this.recent = recent;
            this.watchers = watchers;
            this.tools = tools;
            this.phases = phases;
            this.clock = clock;
            this.store = store;
            foreach (var record in store.Load()) journal.Restore(record);
        }

        /// <summary>Whether the main thread is wanted.</summary>
        internal bool HasWork
        {
            get
            {
                lock (gate) return !closed && (waiting.Count > 0 || deferred.Count > 0 || running);
            }
        }

        internal void Connect(ICallReplies to) => replies = to;

        /// <summary>Where outcomes that fit no frame may go. Any thread.</summary>
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
            if (known != null) replies?.TryReply(connection, id, known);
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

        /// <summary>The relay has settled these: what has not begun must not begin any more. Any thread.</summary>
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

        /// <summary>For the hello. Any thread.</summary>
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
        /// Runs calls until the queue is empty or the budget is used; one at least, so that a small budget
        /// cannot starve them. Allocates nothing while there is nothing to do. Main thread.
        /// </summary>
        internal void Tick(double budgetMs)
        {
            var begunAt = clock.NowMs;
            phases.Ticked(begunAt);
            // A tool that pumps the editor's loop must not begin the next call inside its own.
            if (running || closed) return;
            running = true;
            try
            {
                if (!resumed)
                {
                    resumed = true;
                    ResumeStarted();
                }
                ExpireOverdue();
                Save();
                while (Take() is { } record)
                {
                    Run(record);
                    if (clock.NowMs - begunAt >= budgetMs) break;
                }
                Save();
            }
            finally
            {
                running = false;
            }
        }

        /// <summary>
        /// Fails what should have begun, or ended, by now; also while the main thread stands still. Any thread.
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

        /// <summary>Runs a tool for the user at the desk: no call of the relay's, in no journal. Main thread.</summary>
        internal CallOutcome RunHere(Call call)
        {
            if (running || closed)
                return CallOutcome.Failed(CallErrorCode.EditorBusy, "The editor is busy with a call.", "Try again when it has ended.");
            running = true;
            try
            {
                var record = new CallRecord(call.CallId, call.ArgsHash, false, 0) { DeadlineAt = clock.NowMs + call.DeadlineMs };
                return tools.Run(new ToolCall(this, record, call, clock.NowMs)).Outcome
                    ?? CallOutcome.Failed(CallErrorCode.Unsupported, $"{call.Method} takes longer than a click may.");
            }
            finally
            {
                running = false;
            }
        }

        internal double RemainingMs(CallRecord record) => record.DeadlineAt - clock.NowMs;

        internal void Settle(ToolCall call, CallOutcome outcome)
        {
            lock (gate)
                if (closed || call.Record.State != CallState.Started) return;
            foreach (var watcher in watchers) watcher.Ends(call, outcome);
            recent.Ended(call.CallId, outcome.Error?.Message);
            Finish(call.Record, shelf.Fit(outcome, clock.NowMs - call.StartedAt), CallState.Started);
        }

        internal void Progress(string callId, string message, double? fraction) =>
            replies?.SendProgress(Verdicts.ProgressJson(callId, message, fraction));

        /// <summary>Keeps what changed over the next reload; allocates nothing when nothing has. Main thread.</summary>
        internal void Save()
        {
            lock (gate)
            {
                if (!journal.IsDirty) return;
                journal.SaveChanges(store);
            }
        }

        /// <summary>The domain ends: nothing begins or is answered any more; the next one goes on. Main thread.</summary>
        internal void Close()
        {
            Save();
            lock (gate)
            {
                closed = true;
                waiting.Clear();
                deferred.Clear();
            }
        }

        private CallRecord? Take()
        {
            if (!phases.Reported.TakesCalls()) return null;
            CallRecord? next;
            lock (gate) next = Next();
            if (next?.Call == null) return null;
            if (!next.MayRunAgain && userPause.Begin() is { } doing)
            {
                if (!userPause.IsOver)
                {
                    if (userPause.HasBegun) Progress(next.CallId, $"Waits: the user {doing} in Unity.", null);
                    return null;
                }
                userPause.End();
                Finish(next, Verdicts.UserBusy(next.Call, doing).ToJson(null), CallState.Received);
                return null;
            }
            lock (gate)
            {
                // Only here the line gets shorter, but a call may have been cancelled meanwhile.
                if (closed || !next.Live || next.State != CallState.Received) return null;
                waiting.Dequeue();
                journal.Start(next);
                return next;
            }
        }

        /// <summary>The first of the line that still wants to begin, left in it. Under the gate.</summary>
        private CallRecord? Next()
        {
            if (closed || lineHolder != null) return null;
            for (; waiting.Count > 0; waiting.Dequeue())
            {
                var record = waiting.Peek();
                if (!record.Live || record.State != CallState.Received) continue;
                if (record.DeadlineAt > clock.NowMs) return record;
                // It became overdue since the look at the tick's begin: back in line for the next one.
                waiting.Enqueue(waiting.Dequeue());
                return null;
            }
            return null;
        }

        private void Run(CallRecord record)
        {
            // Kept before the effect: a reload in the middle must not run it again.
            Save();
            var call = record.Call;
            if (call == null) return;
            var toolCall = new ToolCall(this, record, call, clock.NowMs);
            foreach (var watcher in watchers) watcher.Begins(toolCall);
            recent.Began(call, !record.MayRunAgain);
            Conclude(toolCall, tools.Run(toolCall));
        }

        /// <summary>Calls that had begun in the domain before: go on, run a read again, or say that nobody knows.</summary>
        private void ResumeStarted()
        {
            var started = new List<CallRecord>();
            lock (gate)
                foreach (var record in journal.All)
                    if (record.State == CallState.Started && !record.Live) started.Add(record);
            foreach (var record in started)
            {
                var call = record.Call;
                if (call == null) continue;
                var toolCall = new ToolCall(this, record, call, clock.NowMs);
                lock (gate) record.Live = true;
                var reply = tools.Resume(toolCall);
                if (reply != null)
                {
                    Conclude(toolCall, reply);
                }
                else if (record.MayRunAgain)
                {
                    lock (gate)
                    {
                        record.State = CallState.Received;
                        waiting.Enqueue(record);
                    }
                }
                else
                {
                    var cutOff = Verdicts.CutOff(call);
                    recent.Ended(call.CallId, cutOff.Error?.Message);
                    Finish(record, cutOff.ToJson(null), CallState.Started);
                }
            }
        }

        private void Conclude(ToolCall call, ToolReply reply)
        {
            if (reply.Outcome != null)
            {
                Settle(call, reply.Outcome);
                return;
            }
            lock (gate)
            {
                // It may have been settled before it was deferred.
                if (closed || call.Record.State != CallState.Started) return;
                deferred.Add(call);
                if (reply.HoldsLine) lineHolder = call;
            }
            foreach (var watcher in watchers) watcher.Waits(call);
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
                if (replies != null && replies.TryReply(connection, id, outcomeJson)) delivered = true;
            if (delivered) return;
            lock (gate)
            {
                if (closed || journal.Find(record.CallId) != record) return;
                record.Undelivered = true;
                journal.Touch(record);
            }
            replies?.SendSettled(record.CallId, outcomeJson);
        }
    }
}
