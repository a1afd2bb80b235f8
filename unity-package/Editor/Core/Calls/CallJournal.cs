#nullable enable
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>
    /// This editor's record of its calls, so that a repeated id is answered and not run again.
    /// Bounded. Not thread-safe: every member is called under the queue's gate.
    /// </summary>
    internal sealed class CallJournal
    {
        internal const int MaxRecords = EditorWire.MaxCallIds;

        /// <summary>Stored outcomes may take this many characters together, apart from the newest.</summary>
        internal const int MaxOutcomeChars = 4 * 1024 * 1024;

        /// <summary>The hello stays far below the wire's bound.</summary>
        internal const int MaxHelloChars = 2 * 1024 * 1024;

        private readonly Dictionary<string, CallRecord> byId = new Dictionary<string, CallRecord>();
        private readonly LinkedList<CallRecord> inOrder = new LinkedList<CallRecord>();
        private readonly List<CallRecord> removed = new List<CallRecord>();
        private readonly List<CallRecord> changed = new List<CallRecord>();
        private long nextOrder;
        private long outcomeChars;

        internal int Count => byId.Count;

        /// <summary>Whether <see cref="SaveChanges"/> has something.</summary>
        internal bool IsDirty => changed.Count > 0 || removed.Count > 0;

        internal CallRecord? Find(string callId) => byId.TryGetValue(callId, out var record) ? record : null;

        /// <summary>A new line; null when the journal is full of calls that are not settled.</summary>
        internal CallRecord? Receive(Call call, bool mayRunAgain, double deadlineAt)
        {
            if (byId.Count >= MaxRecords && !DropOldest()) return null;
            var record = new CallRecord(call.CallId, call.ArgsHash, mayRunAgain, nextOrder++)
            {
                Call = call,
                DeadlineAt = deadlineAt,
            };
            Insert(record);
            Touch(record);
            return record;
        }

        /// <summary>Takes up a line of an earlier domain.</summary>
        internal void Restore(CallRecord record)
        {
            if (byId.ContainsKey(record.CallId)) return;
            Insert(record);
            if (record.Order >= nextOrder) nextOrder = record.Order + 1;
            outcomeChars += record.OutcomeJson?.Length ?? 0;
        }

        internal void Start(CallRecord record)
        {
            record.State = CallState.Started;
            Touch(record);
        }

        internal void Finish(CallRecord record, string outcomeJson)
        {
            record.State = CallState.Done;
            record.Call = null;
            record.OutcomeJson = outcomeJson;
            outcomeChars += outcomeJson.Length;
            Touch(record);
            Shrink(record);
        }

        /// <summary>To be called when <see cref="CallRecord.Undelivered"/> changed.</summary>
        internal void Touch(CallRecord record)
        {
            if (record.Dirty) return;
            record.Dirty = true;
            changed.Add(record);
        }

        internal void Remove(CallRecord record)
        {
            if (!byId.Remove(record.CallId)) return;
            inOrder.Remove(record);
            outcomeChars -= record.OutcomeJson?.Length ?? 0;
            if (record.Slot >= 0) removed.Add(record);
            if (record.Dirty) changed.Remove(record);
        }

        /// <summary>Every line, oldest first. The journal must not change meanwhile.</summary>
        internal IEnumerable<CallRecord> All => inOrder;

        /// <summary>
        /// Entries for the hello, oldest first, as JSON texts: all but reads that are done, which the relay may ask
        /// again. Above the bound the oldest are left out; a repeated id is still known then.
        /// </summary>
        internal List<string> HelloEntries()
        {
            var entries = new List<string>();
            var chars = 0;
            for (var node = inOrder.Last; node != null && entries.Count < MaxRecords; node = node.Previous)
            {
                var record = node.Value;
                if (record.MayRunAgain && record.State == CallState.Done) continue;
                var entry = EntryJson(record);
                // One large outcome must not hide the many small ones before it.
                if (chars + entry.Length > MaxHelloChars) continue;
                chars += entry.Length;
                entries.Add(entry);
            }
            entries.Reverse();
            return entries;
        }

        /// <summary>Replaces outcomes above this size: the connection broke over such a frame, and no such outcome is sent again.</summary>
        internal void DropLargeOutcomes(int maxChars)
        {
            foreach (var record in inOrder)
                if (record.OutcomeJson != null && record.OutcomeJson.Length > maxChars)
                    Replace(record, CallOutcome.TooLarge);
        }

        /// <summary>
        /// Writes down what changed since the last time. What cannot be written stays <see cref="CallRecord.Dirty"/> and is tried again
        /// with the next time; it keeps none of the others from being written.
        /// </summary>
        internal void SaveChanges(JournalStore store, Defects defects)
        {
            removed.RemoveAll(record => defects.Guard(() => store.Erase(record)));
            changed.RemoveAll(record =>
            {
                if (!defects.Guard(() => store.Save(record))) return false;
                record.Dirty = false;
                return true;
            });
        }

        private static string EntryJson(CallRecord record) =>
            Json.Write(writer =>
            {
                writer.WriteStartObject();
                writer.WritePropertyName("callId");
                writer.WriteValue(record.CallId);
                writer.WritePropertyName("argsHash");
                writer.WriteValue(record.ArgsHash);
                writer.WritePropertyName("state");
                writer.WriteValue(record.State.ToString().ToLowerInvariant());
                if (record.OutcomeJson != null)
                {
                    writer.WritePropertyName("outcome");
                    writer.WriteRawValue(record.OutcomeJson);
                }
                writer.WriteEndObject();
            });

        private void Insert(CallRecord record)
        {
            byId.Add(record.CallId, record);
            inOrder.AddLast(record);
        }

        /// <summary>Drops a settled call: the oldest of them are the least likely to be asked for.</summary>
        private bool DropOldest()
        {
            foreach (var record in inOrder)
            {
                // Entries that wait for acknowledgement, wait in the queue or have begun stay.
                if (record.Live || record.Undelivered || record.State == CallState.Started) continue;
                Remove(record);
                return true;
            }
            return false;
        }

        private void Shrink(CallRecord newest)
        {
            for (var node = inOrder.First; node != null && outcomeChars > MaxOutcomeChars;)
            {
                var record = node.Value;
                node = node.Next;
                if (record == newest || record.State != CallState.Done) continue;
                if (record.MayRunAgain && !record.Undelivered) Remove(record);
                else if (record.OutcomeJson!.Length > NoLongerKept.Length) Replace(record, ResultGone);
            }
        }

        private void Replace(CallRecord record, CallOutcome outcome)
        {
            outcomeChars -= record.OutcomeJson?.Length ?? 0;
            record.OutcomeJson = outcome.ToJson(null);
            outcomeChars += record.OutcomeJson.Length;
            Touch(record);
        }

        private static readonly CallOutcome ResultGone = CallOutcome.Failed(
            CallErrorCode.EffectUnknown,
            "This call already ran, and its result is no longer stored.",
            "Look at the current state first and repeat only what is missing.");

        private static readonly string NoLongerKept = ResultGone.ToJson(null);
    }
}
