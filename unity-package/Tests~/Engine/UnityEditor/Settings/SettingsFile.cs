#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Engine.Assets;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>A file of ProjectSettings/ in Unity's YAML: single values are read and changed, the rest stays as it is.</summary>
    internal sealed class SettingsFile
    {
        private readonly string path;
        private readonly string type;

        /// <param name="name">E.g. <c>TagManager.asset</c>.</param>
        /// <param name="type">What a new file is headed with, e.g. <c>TagManager</c>.</param>
        internal SettingsFile(string name, string type)
        {
            path = Path.Combine(EngineProcess.ProjectPath, "ProjectSettings", name);
            this.type = type;
        }

        /// <summary>The whole file; empty where there is none.</summary>
        internal string Content => Read();

        internal string? Text(string key)
        {
            var found = Regex.Match(Read(), $@"^[ \t]*{Regex.Escape(key)}:[ \t]*(\S.*?)[ \t]*\r?$", RegexOptions.Multiline);
            return found.Success ? found.Groups[1].Value : null;
        }

        internal float Number(string key, float otherwise) =>
            float.TryParse(Text(key), NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : otherwise;

        internal int Integer(string key, int otherwise) => (int)Number(key, otherwise);

        internal bool Flag(string key, bool otherwise) => Integer(key, otherwise ? 1 : 0) != 0;

        internal Vector3 Vector(string key, Vector3 otherwise)
        {
            var numbers = Regex.Matches(Text(key) ?? "", @"[xyz]:\s*([-\d.eE+]+)").Cast<Match>()
                .Select(m => float.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture)).ToArray();
            return numbers.Length == 3 ? new Vector3(numbers[0], numbers[1], numbers[2]) : otherwise;
        }

        /// <summary>The items of a list of scalars.</summary>
        internal IReadOnlyList<string> List(string key) =>
            Regex.Matches(Block(key), @"^[ \t]*-[ \t]*(.*?)[ \t]*\r?$", RegexOptions.Multiline).Cast<Match>().Select(m => m.Groups[1].Value)
                .ToList();

        /// <summary>The items of a list of records, each with its lines.</summary>
        internal IEnumerable<string> Items(string key) => Regex.Split(Block(key), @"^[ \t]*-[ \t]*", RegexOptions.Multiline).Skip(1);

        /// <summary>A value of such an item; empty where it has none.</summary>
        internal static string Part(string item, string key) =>
            Regex.Match(item, $@"^[ \t]*{key}:[ \t]*(.*?)[ \t]*\r?$", RegexOptions.Multiline).Groups[1].Value;

        /// <summary>The lines of a list, with what belongs to its items.</summary>
        internal string Block(string key) => Whole(key).Match(Read()).Groups[2].Value;

        internal void Set(string key, string value)
        {
            var text = Read();
            var line = new Regex($@"^([ \t]*{Regex.Escape(key)}:)[ \t]*[^\r\n]*", RegexOptions.Multiline);
            Write(line.IsMatch(text) ? line.Replace(text, m => $"{m.Groups[1].Value} {value}", 1) : Headed(text) + $"  {key}: {value}\n");
        }

        /// <summary><paramref name="lines"/>: complete lines; none for an empty list.</summary>
        internal void SetBlock(string key, string lines)
        {
            var text = Read();
            var head = lines.Length == 0 ? $"  {key}: []\n" : $"  {key}:\n";
            Write(Whole(key).IsMatch(text) ? Whole(key).Replace(text, _ => head + lines, 1) : Headed(text) + head + lines);
        }

        private static Regex Whole(string key) =>
            new Regex(
                $@"^([ \t]*{Regex.Escape(key)}:)[ \t]*(?:\[\][ \t]*)?\r?\n"
                + @"((?:[ \t]*-.*(?:\r?\n|\z)(?:[ \t]{4,}\S.*(?:\r?\n|\z))*)*)",
                RegexOptions.Multiline);

        private string Headed(string text) =>
            text.Length > 0 ? text.EndsWith("\n", StringComparison.Ordinal) ? text : text + "\n"
                : $"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\n{type}:\n";

        private string Read() => File.Exists(path) ? File.ReadAllText(path) : "";

        private void Write(string text) => AtomicFile.Write(path, text);
    }
}
