#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The classification of one text frame.</summary>
    internal enum RpcFrameKind
    {
        Request,
        Notification,
        Success,
        Failure,
        Malformed,
    }

    /// <summary>One text frame of JSON-RPC 2.0, classified by the rules of protocol/src/wire/json-rpc.ts.</summary>
    internal sealed class RpcFrame
    {
        private const int MaxIdLength = 128;
        private const int MaxMethodLength = 64;

        private RpcFrame(RpcFrameKind kind)
        {
            Kind = kind;
        }

        internal RpcFrameKind Kind { get; }

        /// <summary>Text or integer; null for notifications, and where a failure has no id.</summary>
        internal JValue? Id { get; private set; }

        /// <summary>Method of a request or notification; empty otherwise.</summary>
        internal string Method { get; private set; } = "";

        /// <summary>Params of a request or notification, result of a success; null when absent.</summary>
        internal JToken? Body { get; private set; }

        /// <summary>The peer's code of a failure; for a malformed frame, the code to answer with.</summary>
        internal int ErrorCode { get; private set; }

        /// <summary>The sentence to <see cref="ErrorCode"/>.</summary>
        internal string ErrorMessage { get; private set; } = "";

        /// <summary>Never throws: a frame that is not a JSON-RPC message is returned as malformed.</summary>
        internal static RpcFrame Parse(string text)
        {
            var json = Json.TryParse(text);
            if (json == null) return Malformed(RpcErrorCode.Parse, "The frame is not JSON.");
            if (!(json is JObject message))
                return Malformed(RpcErrorCode.InvalidRequest, "The frame is not a JSON-RPC 2.0 object.");
            if (message.ContainsKey("method"))
                return message.ContainsKey("id") ? ParseRequest(message) : ParseNotification(message);
            if (message.ContainsKey("error"))
            {
                if (ParseFailure(message) is { } failure) return failure;
            }
            else if (message.TryGetValue("result", out var result) && HasVersion(message) && IsId(message["id"]))
            {
                return new RpcFrame(RpcFrameKind.Success) { Id = (JValue?)message["id"], Body = result };
            }
            return Malformed(RpcErrorCode.InvalidRequest, "Neither a JSON-RPC 2.0 request nor a response.");
        }

        /// <summary>The classification of a frame that is not text, or otherwise not ours.</summary>
        internal static RpcFrame Malformed(int code, string message, JValue? id = null) =>
            new RpcFrame(RpcFrameKind.Malformed) { Id = id, ErrorCode = code, ErrorMessage = message };

        private static RpcFrame ParseRequest(JObject message)
        {
            var id = IsId(message["id"]) ? (JValue?)message["id"] : null;
            if (id == null || !HasVersion(message) || !HasMethod(message))
                return Malformed(RpcErrorCode.InvalidRequest, "Not a valid JSON-RPC 2.0 request.", id);
            return new RpcFrame(RpcFrameKind.Request)
            {
                Id = id,
                Method = Json.Text(message, "method") ?? "",
                Body = message["params"],
            };
        }

        private static RpcFrame ParseNotification(JObject message)
        {
            // Nothing beside: what was meant as a request must not be taken for a notification.
            var known = 2 + (message.ContainsKey("params") ? 1 : 0);
            if (!HasVersion(message) || !HasMethod(message) || message.Count != known)
                return Malformed(RpcErrorCode.InvalidRequest, "Not a valid JSON-RPC 2.0 notification.");
            return new RpcFrame(RpcFrameKind.Notification)
            {
                Method = Json.Text(message, "method") ?? "",
                Body = message["params"],
            };
        }

        private static RpcFrame? ParseFailure(JObject message)
        {
            var id = message["id"];
            var isNull = id != null && id.Type == JTokenType.Null;
            if (!HasVersion(message) || !(isNull || IsId(id))) return null;
            if (!(message["error"] is JObject error) || !Json.TryInteger(error["code"], out var code)) return null;
            var sentence = Json.Text(error, "message");
            if (sentence == null) return null;
            return new RpcFrame(RpcFrameKind.Failure)
            {
                Id = isNull ? null : (JValue?)id,
                // A code that no int holds is none of ours.
                ErrorCode = code >= int.MinValue && code <= int.MaxValue ? (int)code : RpcErrorCode.Internal,
                ErrorMessage = sentence,
            };
        }

        private static bool HasVersion(JObject message) => Json.Text(message, "jsonrpc") == "2.0";

        private static bool HasMethod(JObject message)
        {
            var method = Json.Text(message, "method");
            return method != null && method.Length >= 1 && method.Length <= MaxMethodLength;
        }

        private static bool IsId(JToken? token) =>
            token is JValue { Type: JTokenType.String } text
                ? ((string?)text.Value ?? "").Length <= MaxIdLength
                : Json.TryInteger(token, out _);
    }
}
