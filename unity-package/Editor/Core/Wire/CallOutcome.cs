#nullable enable
using System;
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>How a call ended: a result, or an error. Immutable.</summary>
    public sealed class CallOutcome
    {
        private const int MaxAttachments = 8;

        private readonly JToken? result;
        private readonly IReadOnlyList<Attachment> attachments;

        private CallOutcome(JToken? result, CallError? error, IReadOnlyList<Attachment> attachments)
        {
            this.result = result;
            this.attachments = attachments;
            Error = error;
        }

        /// <summary>The error; null when the call succeeded.</summary>
        public CallError? Error { get; }

        /// <summary>The result; JSON's null is one, null means that the call failed.</summary>
        internal JToken? Result => result;

        /// <summary>The outcome of a call that did what it should.</summary>
        /// <exception cref="ArgumentException">More than eight attachments.</exception>
        public static CallOutcome Ok(JToken? result, params Attachment[] attachments)
        {
            if (attachments.Length > MaxAttachments)
                throw new ArgumentException($"At most {MaxAttachments} attachments.", nameof(attachments));
            return new CallOutcome(result ?? JValue.CreateNull(), null, attachments);
        }

        /// <summary>The outcome of a call that failed.</summary>
        public static CallOutcome Failed(CallError error) => new CallOutcome(null, error, Array.Empty<Attachment>());

        /// <summary>The outcome of a call that failed.</summary>
        public static CallOutcome Failed(CallErrorCode code, string message, string? hint = null, JToken? data = null) =>
            Failed(new CallError(code, message, hint, data));

        /// <summary>Stands for an outcome that a relay has refused for its size.</summary>
        internal static CallOutcome TooLarge { get; } =
            Failed(
                CallErrorCode.TooLarge,
                "The result is larger than one message may be.",
                "Ask for less: a smaller limit, a smaller picture, or one object.");

        /// <summary>The JSON text of this outcome, of any size. <paramref name="durationMs"/> is null if the call did not run.</summary>
        internal string ToJson(double? durationMs) =>
            Json.Write(writer =>
            {
                writer.WriteStartObject();
                writer.WritePropertyName("status");
                writer.WriteValue(Error == null ? "ok" : "error");
                if (Error != null)
                {
                    writer.WritePropertyName("error");
                    Error.WriteTo(writer);
                }
                else if (result != null)
                {
                    writer.WritePropertyName("result");
                    result.WriteTo(writer);
                }
                if (attachments.Count > 0)
                {
                    writer.WritePropertyName("attachments");
                    writer.WriteStartArray();
                    foreach (var attachment in attachments) attachment.WriteTo(writer);
                    writer.WriteEndArray();
                }
                if (durationMs is { } duration)
                {
                    writer.WritePropertyName("durationMs");
                    writer.WriteValue(Math.Max(0, Math.Round(duration)));
                }
                writer.WriteEndObject();
            });
    }
}
