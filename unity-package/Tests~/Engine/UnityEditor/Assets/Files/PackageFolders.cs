#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// Which folders stand behind <c>Packages/&lt;name&gt;</c>: those inside the project, and local ones of the manifest.
    /// </summary>
    internal sealed class PackageFolders
    {
        private const string FilePrefix = "file:";

        private readonly Dictionary<string, string> folders;
        private readonly string projectPath;

        private PackageFolders(string projectPath, Dictionary<string, string> folders)
        {
            this.projectPath = projectPath;
            this.folders = folders;
        }

        /// <summary>E.g. <c>Packages/com.fairlead.editor</c>.</summary>
        internal IReadOnlyCollection<string> Roots => folders.Keys;

        internal static PackageFolders Read(string projectPath)
        {
            var folders = new Dictionary<string, string>(StringComparer.Ordinal);
            var parent = Path.Combine(projectPath, AssetPaths.PackagesRoot);
            if (!Directory.Exists(parent)) return new PackageFolders(projectPath, folders);
            foreach (var (name, source) in Manifest(Path.Combine(parent, "manifest.json")))
                if (source.StartsWith(FilePrefix, StringComparison.Ordinal))
                    Add(folders, Path.GetFullPath(Path.Combine(parent, source.Substring(FilePrefix.Length))), name);
            foreach (var folder in Directory.GetDirectories(parent)) Add(folders, folder, null);
            return new PackageFolders(projectPath, folders);
        }

        /// <summary>Returns null for what is not in a package.</summary>
        internal string? Absolute(string path)
        {
            var root = RootOf(path);
            if (root == null) return null;
            return path == root
                ? folders[root]
                : Path.Combine(folders[root], path.Substring(root.Length + 1).Replace('/', Path.DirectorySeparatorChar));
        }

        internal bool IsImmutable(string path) =>
            RootOf(path) is { } root
            && !folders[root].StartsWith(projectPath + Path.DirectorySeparatorChar, StringComparison.Ordinal);

        private string? RootOf(string path) =>
            path.StartsWith(AssetPaths.PackagesRoot + "/", StringComparison.Ordinal)
                ? folders.Keys.FirstOrDefault(root => path == root || AssetPaths.IsBelow(path, root))
                : null;

        private static void Add(Dictionary<string, string> folders, string folder, string? name)
        {
            var file = Path.Combine(folder, "package.json");
            if (!File.Exists(file)) return;
            name ??= Parse(file)?["name"] is JValue { Type: JTokenType.String } value ? (string?)value : null;
            if (!string.IsNullOrEmpty(name)) folders[$"{AssetPaths.PackagesRoot}/{name}"] = folder;
        }

        private static IEnumerable<(string Name, string Source)> Manifest(string file)
        {
            if (!(Parse(file)?["dependencies"] is JObject dependencies)) yield break;
            foreach (var property in dependencies.Properties())
                if (property.Value is JValue { Type: JTokenType.String } source) yield return (property.Name, (string)source!);
        }

        private static JObject? Parse(string file)
        {
            if (!File.Exists(file)) return null;
            try
            {
                return JObject.Parse(File.ReadAllText(file));
            }
            catch (JsonException)
            {
                return null;
            }
        }
    }
}
