#nullable enable
namespace Fairlead.Core
{
    /// <summary>
    /// Whether a text is JSON as RFC 8259 has it. Newtonsoft reads far more (comments, single quotes,
    /// NaN, trailing commas), which the other end of the wire would refuse.
    /// </summary>
    internal static class JsonGrammar
    {
        /// <summary>Deeper values could exhaust the stack of recursive code.</summary>
        internal const int MaxDepth = 128;

        /// <summary>Never throws and does not recurse.</summary>
        internal static bool Holds(string text)
        {
            // One bit per open bracket: true for an object.
            var isObject = new bool[MaxDepth];
            var depth = 0;
            var at = 0;
            while (true)
            {
                // A value begins here.
                SkipSpace(text, ref at);
                if (at >= text.Length) return false;
                var c = text[at];
                if (c == '{' || c == '[')
                {
                    if (depth == MaxDepth) return false;
                    isObject[depth++] = c == '{';
                    at++;
                    SkipSpace(text, ref at);
                    if (at < text.Length && text[at] == (c == '{' ? '}' : ']'))
                    {
                        at++;
                        depth--;
                    }
                    else if (c == '[')
                    {
                        continue;
                    }
                    else
                    {
                        if (!Name(text, ref at)) return false;
                        continue;
                    }
                }
                else if (!Scalar(text, ref at))
                {
                    return false;
                }
                // A value ended here: close what it was the last of.
                while (true)
                {
                    SkipSpace(text, ref at);
                    if (depth == 0) return at == text.Length;
                    if (at >= text.Length) return false;
                    var next = text[at++];
                    if (next == (isObject[depth - 1] ? '}' : ']'))
                    {
                        depth--;
                        continue;
                    }
                    if (next != ',') return false;
                    if (!isObject[depth - 1]) break;
                    SkipSpace(text, ref at);
                    if (!Name(text, ref at)) return false;
                    break;
                }
            }
        }

        private static void SkipSpace(string text, ref int at)
        {
            while (at < text.Length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) at++;
        }

        private static bool Name(string text, ref int at)
        {
            if (!QuotedString(text, ref at)) return false;
            SkipSpace(text, ref at);
            if (at >= text.Length || text[at] != ':') return false;
            at++;
            return true;
        }

        private static bool Scalar(string text, ref int at)
        {
            switch (text[at])
            {
                case '"': return QuotedString(text, ref at);
                case 't': return Word(text, ref at, "true");
                case 'f': return Word(text, ref at, "false");
                case 'n': return Word(text, ref at, "null");
                default: return Number(text, ref at);
            }
        }

        private static bool Word(string text, ref int at, string word)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) return false;
            at += word.Length;
            return true;
        }

        private static bool QuotedString(string text, ref int at)
        {
            if (at >= text.Length || text[at] != '"') return false;
            at++;
            while (at < text.Length)
            {
                var c = text[at++];
                if (c == '"') return true;
                if (c < ' ') return false;
                if (c != '\\') continue;
                if (at >= text.Length) return false;
                var escape = text[at++];
                if (escape == 'u')
                {
                    for (var i = 0; i < 4; i++, at++)
                        if (at >= text.Length || !IsHex(text[at])) return false;
                }
                else if ("\"\\/bfnrt".IndexOf(escape) < 0)
                {
                    return false;
                }
            }
            return false;
        }

        private static bool Number(string text, ref int at)
        {
            if (text[at] == '-') at++;
            if (at < text.Length && text[at] == '0') at++;
            else if (!Digits(text, ref at)) return false;
            if (at < text.Length && text[at] == '.')
            {
                at++;
                if (!Digits(text, ref at)) return false;
            }
            if (at < text.Length && (text[at] == 'e' || text[at] == 'E'))
            {
                at++;
                if (at < text.Length && (text[at] == '+' || text[at] == '-')) at++;
                if (!Digits(text, ref at)) return false;
            }
            return true;
        }

        private static bool Digits(string text, ref int at)
        {
            var from = at;
            while (at < text.Length && text[at] >= '0' && text[at] <= '9') at++;
            return at > from;
        }

        private static bool IsHex(char c) =>
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
}
