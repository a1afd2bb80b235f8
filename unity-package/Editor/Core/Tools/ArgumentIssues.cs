#nullable enable
using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;
using System.Globalization;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>Checks single values and notes what is wrong, in the words of the registry.</summary>
    internal sealed class ArgumentIssues
    {
        private const string Missing = "It is missing.";
        private const string Empty = "It is empty.";

        private readonly List<(string Path, string Message)> issues = new List<(string, string)>();

        internal int Count => issues.Count;

        /// <summary>The path of an issue of all arguments together.</summary>
        internal const string Whole = "(arguments)";

        /// <summary>The first issue, e.g. <c>limit: It must be at least 1.</c></summary>
        internal string First => issues[0].Path == Whole ? issues[0].Message : $"{Words(issues[0].Path)}: {issues[0].Message}";

        /// <summary>A place in a list as source code would name it: <c>position[1]</c>.</summary>
        private static string Words(string path) => Regex.Replace(path, @"\.(\d+)(?=\.|$)", "[$1]");

        internal void Add(string path, string message) => issues.Add((path, message));

        internal JArray ToJson()
        {
            var list = new JArray();
            foreach (var (path, message) in issues) list.Add(new JObject { ["path"] = path, ["message"] = message });
            return list;
        }

        internal string Text(string path, JToken? token, int minLength, int maxLength)
        {
            if (!IsText(token, out var text))
            {
                Wrong(path, "a text", token);
                // A list has a length too: zod compares it as well.
                if (token is JArray list) Sized(path, list, minLength, int.MaxValue);
                return "";
            }
            if (text.Length < minLength) Add(path, minLength == 1 ? Empty : $"It must have at least {Plain(minLength)} characters.");
            if (text.Length > maxLength) Add(path, $"It can have at most {Plain(maxLength)} character{(maxLength == 1 ? "" : "s")}.");
            return text;
        }

        internal string Choice(string path, JToken? token, string[] names)
        {
            var text = token is JValue { Type: JTokenType.String } value ? (string?)value.Value : null;
            if (text != null && Array.IndexOf(names, text) >= 0) return text;
            var inOtherCase = Array.FindAll(names, name => string.Equals(name, text, StringComparison.OrdinalIgnoreCase));
            if (inOtherCase.Length == 1) return inOtherCase[0];
            Add(path, $"{(token == null ? Missing + " " : "")}It must be one of: {string.Join(", ", names)}.");
            return names[0];
        }

        internal int Integer(string path, JToken? token, int min, int max)
        {
            if (!IsNumber(token, out var number))
            {
                Wrong(path, "a number", token);
                return min;
            }
            if (Math.Floor(number) != number)
            {
                Add(path, "It must be a whole number.");
                return min;
            }
            if (number > Json.MaxSafeInteger) Add(path, $"It must be at most {Plain(Json.MaxSafeInteger)}.");
            if (number < -Json.MaxSafeInteger) Add(path, $"It must be at least {Plain(-Json.MaxSafeInteger)}.");
            return Bounded(path, number, min, max) ? (int)number : min;
        }

        internal double Number(string path, JToken? token, double min, double max)
        {
            if (!IsNumber(token, out var number)) Wrong(path, "a number", token);
            else Bounded(path, number, min, max);
            return number;
        }

        internal bool Flag(string path, JToken? token)
        {
            if (token is JValue { Value: bool flag }) return flag;
            Wrong(path, "true or false", token);
            return false;
        }

        /// <summary>Reads numbers; <paramref name="kind"/>: <c>tuple</c> (of three) or <c>array</c>.</summary>
        internal double[] Numbers(string path, JToken? token, int minCount, int maxCount, string kind)
        {
            if (!IsList(path, token, minCount, maxCount, kind, out var list)) return new double[minCount];
            var numbers = new double[list.Count];
            for (var i = 0; i < numbers.Length; i++)
                if (!IsNumber(list[i], out numbers[i])) Wrong($"{path}.{i}", "a number", list[i]);
            return numbers;
        }

        /// <summary>Reads numbers from 0 to 1.</summary>
        internal double[] Fractions(string path, JToken? token, int count)
        {
            var numbers = Numbers(path, token, count, count, "array");
            for (var i = 0; i < numbers.Length; i++) Bounded($"{path}.{i}", numbers[i], 0, 1);
            return numbers;
        }

        internal IReadOnlyList<string> Texts(string path, JToken? token, int maxCount, int minLength, int maxLength, int minCount = 0)
        {
            var texts = new List<string>();
            if (!(token is JArray list))
            {
                Wrong(path, "a list", token);
                return texts;
            }
            for (var i = 0; i < list.Count; i++) texts.Add(Text($"{path}.{i}", list[i], minLength, maxLength));
            Sized(path, list, minCount, maxCount);
            return texts;
        }

        internal JObject Record(string path, JToken? token)
        {
            if (token is JObject record) return record;
            Wrong(path, "an object", token);
            return new JObject();
        }

        internal JObject FilledRecord(string path, JToken? token)
        {
            var record = Record(path, token);
            if (token is JObject && record.Count == 0) Add(path, Empty);
            return record;
        }

        internal IReadOnlyList<JObject> Records(string path, JToken? token, int minCount, int maxCount)
        {
            var records = new List<JObject>();
            if (!(token is JArray list))
            {
                Wrong(path, "a list", token);
                return records;
            }
            for (var i = 0; i < list.Count; i++)
            {
                if (list[i] is JObject record) records.Add(record);
                else Wrong($"{path}.{i}", "an object", list[i]);
            }
            Sized(path, list, minCount, maxCount);
            return records;
        }

        /// <summary>Whether a value is meant as text. Models write numbers for ids, too: <c>99999</c> is meant as <c>"99999"</c>.</summary>
        private static bool IsText(JToken? token, out string text)
        {
            text = token is JValue { Type: JTokenType.String } value ? (string?)value.Value ?? "" : "";
            if (token?.Type == JTokenType.String) return true;
            if (!IsNumber(token, out var number) || Math.Floor(number) != number || Math.Abs(number) > Json.MaxSafeInteger) return false;
            text = Plain(number);
            return true;
        }

        private void Wrong(string path, string expected, JToken? token) =>
            Add(path, token == null ? Missing : $"It must be {expected}.");

        private bool IsList(string path, JToken? token, int minCount, int maxCount, string kind, out JArray list)
        {
            list = token as JArray ?? new JArray();
            if (kind == "tuple" && (!(token is JArray) || list.Count != minCount))
            {
                Add(path, "Write [x, y, z]: three numbers.");
                return false;
            }
            if (!(token is JArray))
            {
                Wrong(path, "a list", token);
                return false;
            }
            return Sized(path, list, minCount, maxCount);
        }

        private bool Sized(string path, JArray list, int minCount, int maxCount)
        {
            if (list.Count < minCount) Add(path, minCount == 1 ? Empty : $"It must have at least {Plain(minCount)} entries.");
            else if (list.Count > maxCount) Add(path, $"It can have at most {Plain(maxCount)} {(maxCount == 1 ? "entry" : "entries")}.");
            else return true;
            return false;
        }

        private bool Bounded(string path, double number, double min, double max)
        {
            if (number < min) Add(path, $"It must be at least {Plain(min)}.");
            else if (number > max) Add(path, $"It must be at most {Plain(max)}.");
            else return true;
            return false;
        }

        private static bool IsNumber(JToken? token, out double number)
        {
            number = 0;
            if (!(token is JValue { Type: JTokenType.Integer }) && !(token is JValue { Type: JTokenType.Float })) return false;
            number = token.Value<double>();
            return true;
        }

        /// <summary>The number as JavaScript writes one of this size.</summary>
        private static string Plain(double number) =>
            Math.Floor(number) == number && Math.Abs(number) <= Json.MaxSafeInteger
                ? ((long)number).ToString(CultureInfo.InvariantCulture)
                : number.ToString("R", CultureInfo.InvariantCulture);
    }
}
