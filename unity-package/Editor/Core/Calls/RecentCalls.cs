#nullable enable
using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>A call that ran lately, as a window shows it. Immutable.</summary>
    public sealed class RecentCall
    {
        internal RecentCall(string callId, string method, string? action, UndoGroup? undoGroup, bool mayChange, bool isDone, string? error)
        {
            CallId = callId;
            Method = method;
            Action = action;
            UndoGroup = undoGroup;
            MayChange = mayChange;
            IsDone = isDone;
            Error = error;
        }

        /// <summary>Unique.</summary>
        public string CallId { get; }

        /// <summary>The tool.</summary>
        public string Method { get; }

        /// <summary>The action; null for a tool without actions.</summary>
        public string? Action { get; }

        /// <summary>The step it belongs to; null: none.</summary>
        public UndoGroup? UndoGroup { get; }

        /// <summary>Whether it was more than a read.</summary>
        public bool MayChange { get; }

        /// <summary>Whether it has an outcome.</summary>
        public bool IsDone { get; }

        /// <summary>The error; null when it succeeded, or still runs.</summary>
        public string? Error { get; }
    }

    /// <summary>Recent calls, newest first; kept over reloads. Any thread.</summary>
    public sealed class RecentCalls
    {
        /// <summary>More than a window shows without being tiresome.</summary>
        public const int MaxCount = 40;

        private const string StateKey = "Fairlead.RecentCalls";

        private readonly object gate = new object();
        private List<RecentCall> calls = new List<RecentCall>();

        internal RecentCalls(ISessionState state)
        {
            var text = state.Get(StateKey);
            if (text != null && Json.TryParse(text) is JArray kept) calls = Read(kept);
        }

        /// <summary>Grows with every change.</summary>
        public int Version { get; private set; }

        /// <summary>A copy of the list.</summary>
        public IReadOnlyList<RecentCall> Latest
        {
            get
            {
                lock (gate) return calls.ToArray();
            }
        }

        internal void Began(Call call, bool mayChange) =>
            Put(new RecentCall(call.CallId, call.Method, Json.Text(call.Arguments, "action"), call.UndoGroup, mayChange, false, null));

        /// <summary>Notes the end of a call. One that never began is not listed.</summary>
        internal void Ended(string callId, string? error)
        {
            RecentCall? known;
            lock (gate) known = calls.Find(c => c.CallId == callId);
            if (known == null || known.IsDone) return;
            Put(new RecentCall(callId, known.Method, known.Action, known.UndoGroup, known.MayChange, true, error));
        }

        internal void Save(ISessionState state) =>
            state.Set(StateKey, Json.Write(writer =>
            {
                writer.WriteStartArray();
                foreach (var call in Latest) Write(writer, call);
                writer.WriteEndArray();
            }));

        private void Put(RecentCall call)
        {
            lock (gate)
            {
                var at = calls.FindIndex(c => c.CallId == call.CallId);
                if (at >= 0)
                {
                    calls[at] = call;
                }
                else
                {
                    calls.Insert(0, call);
                    if (calls.Count > MaxCount) calls.RemoveAt(MaxCount);
                }
                Version++;
            }
        }

        private static void Write(JsonWriter writer, RecentCall call)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("callId");
            writer.WriteValue(call.CallId);
            writer.WritePropertyName("method");
            writer.WriteValue(call.Method);
            writer.WritePropertyName("action");
            writer.WriteValue(call.Action);
            if (call.UndoGroup != null)
            {
                writer.WritePropertyName("undoGroup");
                call.UndoGroup.WriteTo(writer);
            }
            writer.WritePropertyName("mayChange");
            writer.WriteValue(call.MayChange);
            writer.WritePropertyName("done");
            writer.WriteValue(call.IsDone);
            writer.WritePropertyName("error");
            writer.WriteValue(call.Error);
            writer.WriteEndObject();
        }

        private static List<RecentCall> Read(JArray kept)
        {
            var calls = new List<RecentCall>();
            foreach (var item in kept)
            {
                if (!(item is JObject json)) continue;
                var callId = Json.Text(json, "callId");
                var method = Json.Text(json, "method");
                if (callId == null || method == null) continue;
                calls.Add(new RecentCall(
                    callId,
                    method,
                    Json.Text(json, "action"),
                    UndoGroup.TryRead(json["undoGroup"]),
                    json["mayChange"] is JValue { Value: true },
                    json["done"] is JValue { Value: true },
                    Json.Text(json, "error")));
            }
            return calls;
        }
    }
}
