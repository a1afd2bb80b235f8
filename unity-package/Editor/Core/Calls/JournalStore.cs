#nullable enable
using System.Collections.Generic;
using System.Globalization;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// The journal in the session state: one key per call, so that a step costs as much as its call and
    /// not as the whole journal. Main thread.
    /// </summary>
    internal sealed class JournalStore
    {
        private const string SlotKey = "Fairlead.Journal.";
        private const string SlotCountKey = "Fairlead.Journal.Slots";

        private readonly ISessionState state;
        private readonly Stack<int> free = new Stack<int>();
        private int slots;

        internal JournalStore(ISessionState state)
        {
            this.state = state;
        }

        /// <summary>Entries of earlier domains, oldest first. Unreadable ones are dropped.</summary>
        internal List<CallRecord> Load()
        {
            var records = new List<CallRecord>();
            int.TryParse(state.Get(SlotCountKey), NumberStyles.None, CultureInfo.InvariantCulture, out slots);
            for (var slot = 0; slot < slots; slot++)
            {
                var text = state.Get(Key(slot));
                var record = text == null ? null : TryRead(text);
                if (record == null)
                {
                    if (text != null) state.Erase(Key(slot));
                    free.Push(slot);
                    continue;
                }
                record.Slot = slot;
                records.Add(record);
            }
            records.Sort((a, b) => a.Order.CompareTo(b.Order));
            return records;
        }

        /// <summary>Writes one call; a read that is done is not kept, it may run again.</summary>
        internal void Save(CallRecord record)
        {
            if (record.MayRunAgain && record.State == CallState.Done)
            {
                Erase(record);
                return;
            }
            if (record.Slot < 0) record.Slot = TakeSlot();
            state.Set(Key(record.Slot), Write(record));
        }

        /// <summary>Removes one call.</summary>
        internal void Erase(CallRecord record)
        {
            if (record.Slot < 0) return;
            state.Erase(Key(record.Slot));
            free.Push(record.Slot);
            record.Slot = -1;
        }

        private static string Key(int slot) => SlotKey + slot.ToString(CultureInfo.InvariantCulture);

        private int TakeSlot()
        {
            if (free.Count > 0) return free.Pop();
            var slot = slots++;
            state.Set(SlotCountKey, slots.ToString(CultureInfo.InvariantCulture));
            return slot;
        }

        private static string Write(CallRecord record) =>
            Json.Write(writer =>
            {
                writer.WriteStartObject();
                writer.WritePropertyName("id");
                writer.WriteValue(record.CallId);
                writer.WritePropertyName("hash");
                writer.WriteValue(record.ArgsHash);
                writer.WritePropertyName("state");
                writer.WriteValue((int)record.State);
                writer.WritePropertyName("order");
                writer.WriteValue(record.Order);
                writer.WritePropertyName("again");
                writer.WriteValue(record.MayRunAgain);
                writer.WritePropertyName("deadline");
                writer.WriteValue(record.DeadlineAt);
                writer.WritePropertyName("undelivered");
                writer.WriteValue(record.Undelivered);
                writer.WritePropertyName("unwanted");
                writer.WriteValue(record.Unwanted);
                if (record.Call != null)
                {
                    writer.WritePropertyName("call");
                    record.Call.WriteTo(writer);
                }
                if (record.OutcomeJson != null)
                {
                    // Kept as text: what was sent once is sent again to the letter, however deep it is.
                    writer.WritePropertyName("outcome");
                    writer.WriteValue(record.OutcomeJson);
                }
                writer.WriteEndObject();
            });

        private static CallRecord? TryRead(string text)
        {
            if (!(Json.TryParse(text) is JObject json)) return null;
            var id = Json.Text(json, "id");
            var hash = Json.Text(json, "hash");
            if (id == null || hash == null) return null;
            if (!Json.TryInteger(json["state"], out var stage) || stage < 0 || stage > (int)CallState.Done) return null;
            if (!Json.TryInteger(json["order"], out var order)) return null;
            if (!(json["deadline"] is JValue { Value: double deadline })) return null;
            var record = new CallRecord(id, hash, IsTrue(json["again"]), order)
            {
                State = (CallState)stage,
                DeadlineAt = deadline,
                Undelivered = stage == (int)CallState.Done && IsTrue(json["undelivered"]),
                Unwanted = IsTrue(json["unwanted"]),
                Call = json["call"] == null ? null : Call.TryRead(json["call"], out _),
                OutcomeJson = Json.Text(json, "outcome"),
            };
            // A line must be whole: an outcome when done, the call itself before.
            return (record.State == CallState.Done ? record.OutcomeJson == null : record.Call == null) ? null : record;
        }

        private static bool IsTrue(JToken? token) => token is JValue { Value: true };
    }
}
