#nullable enable
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>Why a call failed, for the model and for people.</summary>
    public sealed class CallError
    {
        private const int MaxMessageLength = 4_000;
        private const int MaxHintLength = 2_000;

        /// <summary>Texts above the wire's bounds are cut.</summary>
        public CallError(CallErrorCode code, string message, string? hint = null, JToken? data = null)
        {
            Code = code;
            Message = Json.Cut(message, MaxMessageLength);
            Hint = hint == null ? null : Json.Cut(hint, MaxHintLength);
            Data = data;
        }

        /// <summary>Stable; the model and tests rely on it.</summary>
        public CallErrorCode Code { get; }

        /// <summary>One sentence that a user understands.</summary>
        public string Message { get; }

        /// <summary>An imperative that says what to do next.</summary>
        public string? Hint { get; }

        /// <summary>Facts for the model: near matches, names that exist.</summary>
        public JToken? Data { get; }

        internal void WriteTo(JsonWriter writer)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("code");
            writer.WriteValue(Code.WireName());
            writer.WritePropertyName("message");
            writer.WriteValue(Message);
            if (Hint != null)
            {
                writer.WritePropertyName("hint");
                writer.WriteValue(Hint);
            }
            if (Data != null)
            {
                writer.WritePropertyName("data");
                Data.WriteTo(writer);
            }
            writer.WriteEndObject();
        }
    }
}
