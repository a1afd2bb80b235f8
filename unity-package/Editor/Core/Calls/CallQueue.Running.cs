#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>How calls are run on the main thread. Nothing that is thrown here leaves one of them without an outcome.</summary>
    internal sealed partial class CallQueue
    {
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

        /// <summary>Runs a tool for the user at the desk: no call of the relay's, in no journal. Main thread.</summary>
        internal CallOutcome RunHere(Call call)
        {
            if (running || closed)
                return CallOutcome.Failed(CallErrorCode.EditorBusy, "The editor is busy with another call.",
                    "Try again when it has finished.");
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
                TakeOut(next);
                journal.Start(next);
                return next;
            }
        }

        /// <summary>The first of the line that still wants to begin, left in it. Under the gate.</summary>
        private CallRecord? Next()
        {
            if (closed) return null;
            if (lineHolder != null) return OutOfLine();
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

        /// <summary>The first call that need not wait for the one that holds the line; left in it. Under the gate.</summary>
        private CallRecord? OutOfLine()
        {
            foreach (var record in waiting)
                if (record.Live && record.State == CallState.Received && record.Call is { } call && record.DeadlineAt > clock.NowMs
                    && tools.IsOutOfLine(call)) return record;
            return null;
        }

        /// <summary>Under the gate.</summary>
        private void TakeOut(CallRecord record)
        {
            // The whole row once around, without the one: all others keep their order.
            for (var left = waiting.Count; left > 0; left--)
                if (waiting.Dequeue() is var next && next != record) waiting.Enqueue(next);
        }

        private void Run(CallRecord record)
        {
            var call = record.Call;
            if (call == null) return;
            var toolCall = new ToolCall(this, record, call, clock.NowMs);
            try
            {
                // Kept before the effect: a reload in the middle must not run it again.
                Save();
                recent.Began(call, !record.MayRunAgain);
                var problem = watchers.Begins(toolCall);
                if (problem != null && !record.MayRunAgain)
                    Settle(toolCall, Verdicts.NotPrepared(call, $"{problem.GetType().Name}: {problem.Message}."));
                else if (record.Dirty && !record.MayRunAgain)
                    Settle(toolCall, Verdicts.NotPrepared(call, "its start could not be recorded, so it might have run twice."));
                else
                    Conclude(toolCall, tools.Run(toolCall));
            }
            catch (Exception e)
            {
                Break(record, call, e);
            }
        }

        /// <summary>The last resort: a call that has begun gets an outcome, whatever was thrown.</summary>
        private void Break(CallRecord record, Call call, Exception defect)
        {
            defects.Report(defect);
            Finish(record, Verdicts.Broken(call, $"{defect.GetType().Name}: {defect.Message}").ToJson(null), CallState.Started);
        }

        /// <summary>The outcome as sent; a result that cannot be written becomes an error.</summary>
        private string Text(ToolCall call, CallOutcome outcome)
        {
            try
            {
                return shelf.Fit(outcome, clock.NowMs - call.StartedAt);
            }
            catch (Exception e)
            {
                defects.Report(e);
                return Verdicts.Broken(call.Call, $"its result could not be written: {e.Message}").ToJson(null);
            }
        }

        /// <summary>Calls that had begun in the previous domain: continue, repeat a read, or report an unknown effect.</summary>
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
                    try
                    {
                        Conclude(toolCall, reply);
                    }
                    catch (Exception e)
                    {
                        Break(record, call, e);
                    }
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
            watchers.Waits(call);
        }
    }
}
