#nullable enable
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Queries
{
    /// <summary>References in kept values and in those of now: they are equal if they lead to one object, wherever it is.</summary>
    internal sealed class KeptReferences
    {
        private static readonly Regex Component = new Regex(@"#\w+\z");

        private readonly JObject before;
        private readonly JObject now;

        /// <param name="before">What <see cref="In"/> gave when the values were kept.</param>
        /// <param name="values">Values of now.</param>
        internal KeptReferences(JObject before, IEnumerable<JToken?> values)
        {
            this.before = before;
            now = In(values.OfType<JToken>());
        }

        /// <summary>The ids of the objects that the values refer to, by the text that does, without <c>#Component</c>.</summary>
        internal static JObject In(IEnumerable<JToken> values)
        {
            var ids = new JObject();
            foreach (var value in values.OfType<JContainer>().SelectMany(value => value.DescendantsAndSelf()))
            {
                if (value.Type != JTokenType.String) continue;
                var text = ObjectIn((string)value!);
                if (ids.ContainsKey(text)) continue;
                if (text.StartsWith("/") && ScenePaths.Find(text) is { Count: 1 } found) ids[text] = ObjectIds.Of(found[0]);
                else if (ObjectIds.Find(text) is GameObject) ids[text] = text;
            }
            return ids;
        }

        /// <summary>Whether two texts are equal, or refer to one object.</summary>
        internal bool Same(string a, string b)
        {
            var (from, to) = (ObjectIn(a), ObjectIn(b));
            // Objects of a scene that was loaded anew have other ids.
            if (!(before[from] is { } was) || !(now[to] is { } leads) || ObjectIds.Find((string)was!) == null) return a == b;
            return (string)was! == (string)leads! && a.Substring(from.Length) == b.Substring(to.Length);
        }

        private static string ObjectIn(string text) => Component.Replace(text, "");
    }
}
