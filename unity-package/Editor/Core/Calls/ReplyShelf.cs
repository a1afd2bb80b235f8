#nullable enable
using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// Brings outcomes into a form that a frame can carry: one that is too large goes to a file of the
    /// relay's replies folder, and its name, length and hash stand for it (protocol/src/wire/stored-reply.ts).
    /// </summary>
    internal sealed class ReplyShelf
    {
        /// <summary>Room for the envelope around an outcome in a frame.</summary>
        private const int EnvelopeBytes = 4 * 1024;

        private const int MaxOutcomeBytes = EditorWire.MaxFrameBytes - EnvelopeBytes;

        private volatile ReplyFolder? folder;

        /// <summary>Sets the folder in which the relay takes files, as it last said; null: none. Any thread.</summary>
        internal void Use(ReplyFolder? announced) => folder = announced;

        /// <summary>
        /// The JSON text of the outcome, of its reference, or of <c>too_large</c> when it can go no way. Any thread.
        /// <paramref name="durationMs"/> is null if it did not run.
        /// </summary>
        internal string Fit(CallOutcome outcome, double? durationMs)
        {
            var json = outcome.ToJson(durationMs);
            // Three bytes per UTF-16 unit at most: most outcomes need no counting.
            if (json.Length <= MaxOutcomeBytes / 3) return json;
            var count = Encoding.UTF8.GetByteCount(json);
            if (count <= MaxOutcomeBytes) return json;
            var announced = folder;
            var stored = announced != null && count <= announced.MaxBytes ? TryStore(json, announced.Folder) : null;
            return stored ?? TooLarge(count).ToJson(durationMs);
        }

        /// <summary>Returns null where the file cannot be written.</summary>
        private static string? TryStore(string json, string folder)
        {
            var bytes = Encoding.UTF8.GetBytes(json);
            var file = Guid.NewGuid().ToString("N") + ".json";
            try
            {
                var path = Path.Combine(folder, file);
                var draft = path + ".part";
                using (var stream = new FileStream(draft, FileMode.CreateNew, FileAccess.Write, FileShare.None))
                    stream.Write(bytes, 0, bytes.Length);
                // Under its name it is whole. The relay clears a draft that stays behind.
                File.Move(draft, path);
            }
            catch (Exception error) when (
                error is IOException || error is UnauthorizedAccessException || error is ArgumentException
                || error is NotSupportedException || error is System.Security.SecurityException)
            {
                return null;
            }
            return Reference(file, bytes);
        }

        private static string Reference(string file, byte[] bytes) =>
            Json.Write(writer =>
            {
                writer.WriteStartObject();
                writer.WritePropertyName("status");
                writer.WriteValue("stored");
                writer.WritePropertyName("file");
                writer.WriteValue(file);
                writer.WritePropertyName("bytes");
                writer.WriteValue(bytes.Length);
                writer.WritePropertyName("sha256");
                writer.WriteValue(Hash(bytes));
                writer.WriteEndObject();
            });

        private static string Hash(byte[] bytes)
        {
            using var sha = SHA256.Create();
            return BitConverter.ToString(sha.ComputeHash(bytes)).Replace("-", "").ToLowerInvariant();
        }

        private static CallOutcome TooLarge(int bytes) =>
            CallOutcome.Failed(
                CallErrorCode.TooLarge,
                $"The call ran, but its result has {bytes} bytes.",
                "Ask for less: a smaller limit, a smaller picture, or one object.",
                new JObject { ["executed"] = true, ["bytes"] = bytes });
    }
}
