#nullable enable
using System;
using System.Globalization;
using System.IO;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>JSON text in and out, with the same rules as the other end of the wire.</summary>
    internal static class Json
    {
        /// <summary>The largest integer that JavaScript holds exactly.</summary>
        internal const long MaxSafeInteger = 9_007_199_254_740_991;

        /// <summary>Returns null if the text is not JSON, or nested deeper than <see cref="JsonGrammar.MaxDepth"/>. Never throws.</summary>
        internal static JToken? TryParse(string text)
        {
            if (!JsonGrammar.Holds(text)) return null;
            try
            {
                using var reader = new JsonTextReader(new StringReader(text))
                {
                    // Text that looks like a date stays the text that was sent.
                    DateParseHandling = DateParseHandling.None,
                    FloatParseHandling = FloatParseHandling.Double,
                    MaxDepth = JsonGrammar.MaxDepth + 1,
                };
                return JToken.ReadFrom(reader);
            }
            catch (Exception e) when (e is JsonException || e is OverflowException || e is FormatException)
            {
                // A number that this runtime cannot hold.
                return null;
            }
        }

        internal static string Write(JToken token) => Write(writer => token.WriteTo(writer));

        /// <summary>The text that <paramref name="write"/> writes; numbers JSON does not have become text ("NaN").</summary>
        internal static string Write(Action<JsonWriter> write)
        {
            var text = new StringBuilder(256);
            using (var writer = new JsonTextWriter(new StringWriter(text, CultureInfo.InvariantCulture)))
            {
                writer.FloatFormatHandling = FloatFormatHandling.String;
                write(writer);
            }
            return text.ToString();
        }

        /// <summary>The member, or null where it is absent or JSON's null.</summary>
        internal static JToken? Member(JObject json, string name)
        {
            var token = json[name];
            return token == null || token.Type == JTokenType.Null ? null : token;
        }

        internal static string? Text(JObject json, string name) =>
            json[name] is JValue { Type: JTokenType.String } value ? (string?)value.Value : null;

        /// <summary>An integer that JavaScript holds exactly, also when written as 3.0.</summary>
        internal static bool TryInteger(JToken? token, out long value)
        {
            value = 0;
            if (!(token is JValue number)) return false;
            switch (number.Value)
            {
                case long whole:
                    value = whole;
                    break;
                case int whole:
                    value = whole;
                    break;
                case double real when Math.Floor(real) == real && Math.Abs(real) <= MaxSafeInteger:
                    value = (long)real;
                    break;
                default:
                    return false;
            }
            return value >= -MaxSafeInteger && value <= MaxSafeInteger;
        }

        /// <summary>Cuts a text to a bound without leaving half of a character.</summary>
        internal static string Cut(string text, int maxLength)
        {
            if (text.Length <= maxLength) return text;
            var end = char.IsHighSurrogate(text[maxLength - 2]) ? maxLength - 2 : maxLength - 1;
            return text.Substring(0, end) + "…";
        }
    }
}
