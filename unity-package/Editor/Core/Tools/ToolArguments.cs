#nullable enable
using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// Reads the arguments of one call and gathers what is wrong with them, in the registry's sentences.
    /// Read every argument of the action in the registry's order, then call <see cref="End"/>: only after
    /// it are the values to be trusted. An argument that is absent reads as its default.
    /// </summary>
    public sealed class ToolArguments
    {
        private readonly string method;
        private readonly JObject arguments;
        private readonly ArgumentIssues issues = new ArgumentIssues();
        private readonly List<string> known = new List<string>();
        private string? action;

        /// <summary>The arguments of this call.</summary>
        public ToolArguments(ToolCall call)
            : this(call.Method, call.Arguments)
        {
        }

        internal ToolArguments(string method, JObject arguments)
        {
            this.method = method;
            this.arguments = arguments;
        }

        /// <summary>Which action is asked for, of a tool that has actions. Read it first.</summary>
        /// <exception cref="ToolFault">It is none of them.</exception>
        public string Action(params string[] names)
        {
            action = Json.Text(arguments, "action");
            if (action != null && Array.IndexOf(names, action) >= 0) return action;
            var all = string.Join(", ", names);
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                action == null
                    ? $"{method} needs \"action\", one of: {all}."
                    : $"{method} has no action \"{action}\". Its actions are: {all}.");
        }

        /// <summary>A text that must be there.</summary>
        public string Text(string name, int minLength = 0, int maxLength = int.MaxValue) =>
            issues.Text(name, Required(name), minLength, maxLength);

        /// <summary>A text, or null.</summary>
        public string? OptionalText(string name, int minLength = 0, int maxLength = int.MaxValue) =>
            Optional(name) is { } token ? issues.Text(name, token, minLength, maxLength) : null;

        /// <summary>A text that must be there and may be JSON's null, which the words for a missing one say.</summary>
        public string? NullableText(string name, string whenMissing, int minLength = 0, int maxLength = int.MaxValue)
        {
            var token = Required(name);
            if (token == null) issues.Add(name, whenMissing);
            return token == null || token.Type == JTokenType.Null ? null : issues.Text(name, token, minLength, maxLength);
        }

        /// <summary>A path inside the project that must be there: begins with Assets/ or Packages/.</summary>
        public string AssetPath(string name) => AssetPath(name, Required(name));

        /// <summary>A path inside the project, or null.</summary>
        public string? OptionalAssetPath(string name) => Optional(name) is { } token ? AssetPath(name, token) : null;

        /// <summary>One of the names, that must be there.</summary>
        public string Choice(string name, params string[] names) => issues.Choice(name, Required(name), names);

        /// <summary>One of the names, or <paramref name="otherwise"/>.</summary>
        public string? OptionalChoice(string name, string? otherwise, params string[] names) =>
            Optional(name) is { } token ? issues.Choice(name, token, names) : otherwise;

        /// <summary>A whole number that must be there.</summary>
        public int Integer(string name, int min = int.MinValue, int max = int.MaxValue) =>
            issues.Integer(name, Required(name), min, max);

        /// <summary>A whole number, or <paramref name="otherwise"/>.</summary>
        public int Integer(string name, int min, int max, int otherwise) =>
            Optional(name) is { } token ? issues.Integer(name, token, min, max) : otherwise;

        /// <summary>A whole number, or null.</summary>
        public int? OptionalInteger(string name, int min = int.MinValue, int max = int.MaxValue) =>
            Optional(name) is { } token ? issues.Integer(name, token, min, max) : (int?)null;

        /// <summary>A number, or <paramref name="otherwise"/>.</summary>
        public double Number(string name, double min, double max, double otherwise) =>
            Optional(name) is { } token ? issues.Number(name, token, min, max) : otherwise;

        /// <summary>A number that must be there.</summary>
        public double Number(string name, double min, double max) => issues.Number(name, Required(name), min, max);

        /// <summary>A number, or null.</summary>
        public double? OptionalNumber(string name, double min, double max) =>
            Optional(name) is { } token ? issues.Number(name, token, min, max) : (double?)null;

        /// <summary>One number, or two of them.</summary>
        public float[] NumberOrPair(string name)
        {
            var token = Required(name);
            return token is JArray
                ? Array.ConvertAll(issues.Numbers(name, token, 2, 2, "tuple"), number => (float)number)
                : new[] { (float)issues.Number(name, token, double.MinValue, double.MaxValue) };
        }

        /// <summary>A value of any kind, or null.</summary>
        public JToken? Anything(string name) => Optional(name);

        /// <summary>An argument that its other ones rule out: <see cref="End"/> says so.</summary>
        public void Refuse(string name, string message) => issues.Add(name, message);

        /// <summary>True or false, or <paramref name="otherwise"/>.</summary>
        public bool Flag(string name, bool otherwise) => OptionalFlag(name) ?? otherwise;

        /// <summary>True or false that must be there.</summary>
        public bool Flag(string name) => issues.Flag(name, Required(name));

        /// <summary>True or false, or null.</summary>
        public bool? OptionalFlag(string name) => Optional(name) is { } token ? issues.Flag(name, token) : (bool?)null;

        /// <summary>Three numbers that must be there.</summary>
        public double[] Vector3(string name) => issues.Numbers(name, Required(name), 3, 3, "tuple");

        /// <summary>Three numbers, or null.</summary>
        public double[]? OptionalVector3(string name) =>
            Optional(name) is { } token ? issues.Numbers(name, token, 3, 3, "tuple") : null;

        /// <summary>Left, top, width and height of a part of a picture, 0–1 each, or null.</summary>
        public double[]? OptionalFractions(string name) =>
            Optional(name) is { } token ? issues.Fractions(name, token, 4) : null;

        /// <summary>Red, green, blue and perhaps alpha, or null.</summary>
        public double[]? OptionalColor(string name) =>
            Optional(name) is { } token ? issues.Numbers(name, token, 3, 4, "array") : null;

        /// <summary>A list of texts that must be there.</summary>
        public IReadOnlyList<string> Texts(string name, int minCount, int maxCount, int minLength, int maxLength) =>
            issues.Texts(name, Required(name), maxCount, minLength, maxLength, minCount);

        /// <summary>A list of texts, or null.</summary>
        public IReadOnlyList<string>? OptionalTexts(
            string name, int maxCount = int.MaxValue, int minLength = 0, int maxLength = int.MaxValue, int minCount = 0) =>
            Optional(name) is { } token ? issues.Texts(name, token, maxCount, minLength, maxLength, minCount) : null;

        /// <summary>Names with values of any kind, at least one, that must be there.</summary>
        public JObject Record(string name) => issues.FilledRecord(name, Required(name));

        /// <summary>Names with values of any kind, that must be there and may be empty.</summary>
        public JObject AnyRecord(string name) => issues.Record(name, Required(name));

        /// <summary>Names with values of any kind, or null.</summary>
        public JObject? OptionalRecord(string name) => Optional(name) is { } token ? issues.Record(name, token) : null;

        /// <summary>A list of objects that must be there; look into them with care.</summary>
        public IReadOnlyList<JObject> Records(string name, int minCount, int maxCount) =>
            issues.Records(name, Required(name), minCount, maxCount);

        /// <summary>Refuses what was not read, and the call if anything was wrong.</summary>
        /// <exception cref="ToolFault">With the code <c>invalid_arguments</c>.</exception>
        public void End()
        {
            var unknown = new List<string>();
            foreach (var property in arguments.Properties())
                if (!known.Contains(property.Name) && !(action != null && property.Name == "action"))
                    unknown.Add(property.Name);
            if (unknown.Count > 0)
                issues.Add(ArgumentIssues.Whole, $"Unknown argument {string.Join(", ", unknown.ConvertAll(name => $"\"{name}\""))}.");
            if (issues.Count == 0) return;
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                $"{method}{(action == null ? "" : " " + action)}: {issues.First}",
                NameMeant(unknown),
                new JObject { ["issues"] = issues.ToJson(), ["arguments"] = new JArray(known) });
        }

        private string? NameMeant(List<string> unknown)
        {
            var free = known.FindAll(name => arguments[name] == null);
            foreach (var name in unknown)
                foreach (var near in Nearest.Of(name, free, 1))
                    if (Nearest.Likeness(name, near) >= Nearest.Near) return $"Did you mean \"{near}\" by \"{name}\"?";
            return null;
        }

        private string AssetPath(string name, JToken? token)
        {
            var path = issues.Text(name, token, 1, 400);
            if ((path.Length > 0 || token is JValue { Type: JTokenType.String }) && !Regex.IsMatch(path, @"^(Assets|Packages)(/|\z)"))
                issues.Add(name, "An asset path must start with Assets/ or Packages/.");
            if (Array.IndexOf(path.Split('/', '\\'), "..") >= 0) issues.Add(name, "An asset path cannot contain \"..\".");
            return path;
        }

        private JToken? Required(string name)
        {
            known.Add(name);
            return arguments[name];
        }

        private JToken? Optional(string name) => Required(name);
    }
}
