#nullable enable
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.RegularExpressions;

namespace Fairlead.Engine.Assets
{
    /// <summary>The <c>.meta</c> file beside an asset. Lines that are not understood survive a change.</summary>
    internal sealed class MetaFile
    {
        private static readonly Regex GuidLine = new Regex(@"^guid:\s*([0-9a-f]{32})\s*$", RegexOptions.Multiline);
        private static readonly Regex LabelBlock =
            new Regex(@"^labels:[ \t]*\r?\n((?:[ \t]*-[ \t].*(?:\r?\n|\z))*)", RegexOptions.Multiline);
        private static readonly Regex LabelLine = new Regex(@"^[ \t]*-[ \t]+(.+?)[ \t]*\r?$", RegexOptions.Multiline);

        private static readonly Regex SettingsLine = new Regex(@"^  fairleadEngine:[ \t]*(.+?)[ \t]*\r?\n", RegexOptions.Multiline);

        private readonly string text;

        private MetaFile(string text, string guid, IReadOnlyList<string> labels)
        {
            this.text = text;
            Guid = guid;
            Labels = labels;
        }

        /// <summary>32 hex digits.</summary>
        internal string Guid { get; }

        internal IReadOnlyList<string> Labels { get; }

        /// <summary>The settings of an importer, as JSON; null: its defaults.</summary>
        internal string? Settings => SettingsLine.Match(text) is { Success: true } found ? found.Groups[1].Value : null;

        internal static string PathFor(string file) => file + ".meta";

        internal static string NewGuid() => System.Guid.NewGuid().ToString("N");

        /// <summary>Returns null where there is none, or one without a GUID.</summary>
        internal static MetaFile? Read(string metaPath)
        {
            if (!File.Exists(metaPath)) return null;
            var text = File.ReadAllText(metaPath);
            var guid = GuidLine.Match(text);
            if (!guid.Success) return null;
            var labels = new List<string>();
            foreach (Match label in LabelLine.Matches(LabelBlock.Match(text).Groups[1].Value))
                labels.Add(label.Groups[1].Value);
            return new MetaFile(text, guid.Groups[1].Value, labels);
        }

        internal static MetaFile New(string guid, string importer, bool isFolder)
        {
            var text = new StringBuilder("fileFormatVersion: 2\n").Append("guid: ").Append(guid).Append('\n');
            if (isFolder) text.Append("folderAsset: yes\n");
            text.Append(importer).Append(":\n")
                .Append("  externalObjects: {}\n  userData: \n  assetBundleName: \n  assetBundleVariant: \n");
            return new MetaFile(text.ToString(), guid, new string[0]);
        }

        internal MetaFile WithLabels(IReadOnlyList<string> labels)
        {
            var bare = LabelBlock.Replace(text, "");
            if (labels.Count == 0) return new MetaFile(bare, Guid, labels);
            var block = new StringBuilder("labels:\n");
            foreach (var label in labels) block.Append("- ").Append(label).Append('\n');
            return new MetaFile(GuidLine.Replace(bare, m => m.Value.TrimEnd() + "\n" + block.ToString().TrimEnd('\n'), 1), Guid, labels);
        }

        internal MetaFile WithSettings(string json)
        {
            var bare = SettingsLine.Replace(text, "");
            var end = bare.EndsWith("\n", System.StringComparison.Ordinal) ? "" : "\n";
            return new MetaFile($"{bare}{end}  fairleadEngine: {json}\n", Guid, Labels);
        }

        internal void Write(string metaPath) => AtomicFile.Write(metaPath, text);
    }
}
