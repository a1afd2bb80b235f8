#nullable enable
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>One execution of one tool, as the relay asks for it.</summary>
    internal sealed class Call
    {
        internal const int MaxIdLength = 128;
        private const int MaxMethodLength = 64;
        private const int HashLength = 64;
        private const int MaxDeadlineMs = 3_600_000;

        internal Call(string callId, string method, JObject arguments, string argsHash, int deadlineMs, UndoGroup? undoGroup)
        {
            CallId = callId;
            Method = method;
            Arguments = arguments;
            ArgsHash = argsHash;
            DeadlineMs = deadlineMs;
            UndoGroup = undoGroup;
        }

        internal string CallId { get; }

        internal string Method { get; }

        internal JObject Arguments { get; }

        /// <summary>64 hex digits; the same id with another hash is another call.</summary>
        internal string ArgsHash { get; }

        /// <summary>Milliseconds from receipt on.</summary>
        internal int DeadlineMs { get; }

        internal UndoGroup? UndoGroup { get; }

        /// <summary>Returns null if the JSON is not a call; <paramref name="problem"/> then says why.</summary>
        internal static Call? TryRead(JToken? token, out string problem)
        {
            problem = "";
            if (!(token is JObject json)) return Refuse(out problem, "A call is an object.");
            var callId = Json.Text(json, "callId");
            if (!IsCallId(callId)) return Refuse(out problem, "callId: 1–128 characters of A-Z a-z 0-9 . _ : -");
            var method = Json.Text(json, "method");
            if (method == null || method.Length < 1 || method.Length > MaxMethodLength)
                return Refuse(out problem, $"method: text of 1–{MaxMethodLength} characters");
            if (!(json["params"] is JObject arguments)) return Refuse(out problem, "params: an object");
            var hash = Json.Text(json, "argsHash");
            if (!IsHash(hash)) return Refuse(out problem, "argsHash: 64 lower-case hex digits");
            if (!Json.TryInteger(json["deadlineMs"], out var deadline) || deadline < 1 || deadline > MaxDeadlineMs)
                return Refuse(out problem, $"deadlineMs: a whole number from 1 to {MaxDeadlineMs}");
            UndoGroup? group = null;
            if (json.TryGetValue("undoGroup", out var undo))
            {
                group = UndoGroup.TryRead(undo);
                if (group == null) return Refuse(out problem, "undoGroup: an id of 1–128 and a name of 1–200 characters");
            }
            return new Call(callId!, method, arguments, hash!, (int)deadline, group);
        }

        internal static bool IsCallId(string? text)
        {
            if (text == null || text.Length < 1 || text.Length > MaxIdLength) return false;
            foreach (var c in text)
                if (!(c < 128 && (char.IsLetterOrDigit(c) || c == '.' || c == '_' || c == ':' || c == '-'))) return false;
            return true;
        }

        /// <summary>The call as the wire has it.</summary>
        internal void WriteTo(JsonWriter writer)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("callId");
            writer.WriteValue(CallId);
            writer.WritePropertyName("method");
            writer.WriteValue(Method);
            writer.WritePropertyName("params");
            Arguments.WriteTo(writer);
            writer.WritePropertyName("argsHash");
            writer.WriteValue(ArgsHash);
            writer.WritePropertyName("deadlineMs");
            writer.WriteValue(DeadlineMs);
            if (UndoGroup != null)
            {
                writer.WritePropertyName("undoGroup");
                UndoGroup.WriteTo(writer);
            }
            writer.WriteEndObject();
        }

        private static bool IsHash(string? text)
        {
            if (text == null || text.Length != HashLength) return false;
            foreach (var c in text)
                if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return false;
            return true;
        }

        private static Call? Refuse(out string problem, string why)
        {
            problem = why;
            return null;
        }
    }

    /// <summary>All calls of one agent step share a group, so that one undo takes the step back.</summary>
    public sealed class UndoGroup
    {
        private const int MaxIdLength = 128;
        private const int MaxNameLength = 200;

        private UndoGroup(string id, string name)
        {
            Id = id;
            Name = name;
        }

        /// <summary>Stable id of the step.</summary>
        public string Id { get; }

        /// <summary>Shown in Unity's Edit menu.</summary>
        public string Name { get; }

        internal static UndoGroup? TryRead(JToken? token)
        {
            if (!(token is JObject json)) return null;
            var id = Json.Text(json, "id");
            var name = Json.Text(json, "name");
            if (id == null || id.Length < 1 || id.Length > MaxIdLength) return null;
            if (name == null || name.Length < 1 || name.Length > MaxNameLength) return null;
            return new UndoGroup(id, name);
        }

        internal void WriteTo(JsonWriter writer)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("id");
            writer.WriteValue(Id);
            writer.WritePropertyName("name");
            writer.WriteValue(Name);
            writer.WriteEndObject();
        }
    }
}
