#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// A filter of <c>AssetDatabase.FindAssets</c>: words that must all be in the name, <c>t:</c> types of which one must fit,
    /// <c>l:</c> labels of which one must be there, <c>glob:</c> is not supported. Quotes hold words with spaces together.
    /// </summary>
    internal sealed class AssetFilter
    {
        private AssetFilter(List<string> words, List<string> types, List<string> labels)
        {
            Words = words;
            Types = types;
            Labels = labels;
        }

        internal IReadOnlyList<string> Words { get; }

        internal IReadOnlyList<string> Types { get; }

        internal IReadOnlyList<string> Labels { get; }

        internal static AssetFilter Parse(string text)
        {
            var words = new List<string>();
            var types = new List<string>();
            var labels = new List<string>();
            foreach (var token in Tokens(text))
            {
                if (Prefixed(token, "t:") is { } type) types.Add(AssetPaths.NameOf(type.Replace('.', '/')));
                else if (Prefixed(token, "l:") is { } label) labels.Add(label);
                else words.Add(token);
            }
            return new AssetFilter(words, types, labels);
        }

        /// <param name="isOfType">Whether the asset is of a type of this name, also by inheritance.</param>
        internal bool Fits(AssetRecord asset, Func<AssetRecord, string, bool> isOfType) =>
            Words.All(word => asset.Name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0)
            && (Labels.Count == 0
                || Labels.Any(label => asset.Labels.Any(l => string.Equals(l, label, StringComparison.OrdinalIgnoreCase))))
            && (Types.Count == 0 || Types.Any(type => isOfType(asset, type)));

        private static string? Prefixed(string token, string prefix) =>
            token.Length > prefix.Length && token.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)
                ? token.Substring(prefix.Length)
                : null;

        private static IEnumerable<string> Tokens(string text)
        {
            var token = new StringBuilder();
            var quoted = false;
            foreach (var c in text + " ")
            {
                if (c == '"') quoted = !quoted;
                else if (!quoted && char.IsWhiteSpace(c))
                {
                    if (token.Length > 0) yield return token.ToString();
                    token.Clear();
                }
                else token.Append(c);
            }
            if (token.Length > 0) yield return token.ToString();
        }
    }
}
