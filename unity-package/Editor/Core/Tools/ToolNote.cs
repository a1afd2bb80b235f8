#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>A result's <c>note</c>: what was not done or will not last, where the rest looks like the whole success.</summary>
    public static class ToolNote
    {
        /// <summary>The registry's name for it.</summary>
        public const string Member = "note";

        /// <summary>Before what the note says already.</summary>
        public static void Add(JObject result, string text)
        {
            var said = Of(result);
            result[Member] = said == null ? text : text + " " + said;
        }

        /// <summary>Returns null if it has none.</summary>
        public static string? Of(JToken result) => result is JObject json && json[Member] is JValue { Value: string said } ? said : null;

        /// <summary>First in the result, so that it is read before what looks like success.</summary>
        public static void Lead(JToken result)
        {
            if (!(result is JObject json) || !(json.Property(Member) is { } note) || json.First == note) return;
            note.Remove();
            json.AddFirst(note);
        }
    }
}
