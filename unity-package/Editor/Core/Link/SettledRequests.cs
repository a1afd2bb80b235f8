#nullable enable
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>The <c>call.settled</c> requests of one connection that are not acknowledged yet. Not thread-safe.</summary>
    internal sealed class SettledRequests
    {
        private readonly Dictionary<string, string> callIds = new Dictionary<string, string>();
        private long count;

        /// <summary>The next request, as text.</summary>
        internal string Next(string callId, string outcomeJson)
        {
            var id = "settled-" + ++count;
            callIds[id] = callId;
            return RpcText.Request(id, "call.settled", ParamsJson(callId, outcomeJson));
        }

        /// <summary>The call that an answered request was about; null when it is none of these.</summary>
        internal string? Take(string id)
        {
            if (!callIds.TryGetValue(id, out var callId)) return null;
            callIds.Remove(id);
            return callId;
        }

        /// <summary>The connection is gone: its requests get no answers.</summary>
        internal void Clear() => callIds.Clear();

        private static string ParamsJson(string callId, string outcomeJson) =>
            Json.Write(writer =>
            {
                writer.WriteStartObject();
                writer.WritePropertyName("callId");
                writer.WriteValue(callId);
                writer.WritePropertyName("outcome");
                writer.WriteRawValue(outcomeJson);
                writer.WriteEndObject();
            });
    }
}
