#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Fairlead.Engine.Assets
{
    /// <summary>The assets of one project and its packages, by path and by GUID. Writes missing <c>.meta</c> files.</summary>
    internal sealed class AssetIndex
    {
        private readonly Dictionary<string, AssetRecord> byPath = new Dictionary<string, AssetRecord>(StringComparer.Ordinal);
        private readonly Dictionary<string, AssetRecord> byGuid = new Dictionary<string, AssetRecord>(StringComparer.Ordinal);
        private PackageFolders packages;

        internal AssetIndex(string projectPath)
        {
            ProjectPath = Path.GetFullPath(projectPath);
            packages = PackageFolders.Read(ProjectPath);
            ScanAll();
        }

        internal string ProjectPath { get; }

        /// <summary>All assets in the order of their paths, folders before what they hold.</summary>
        internal IEnumerable<AssetRecord> All => byPath.Values.OrderBy(a => a.Path, StringComparer.Ordinal);

        internal AssetRecord? Find(string path) =>
            byPath.TryGetValue(AssetPaths.Normal(path), out var found) ? found
            : byPath.Values.FirstOrDefault(a => string.Equals(a.Path, AssetPaths.Normal(path), StringComparison.OrdinalIgnoreCase));

        internal AssetRecord? ByGuid(string guid) => byGuid.TryGetValue(guid, out var found) ? found : null;

        /// <summary>The place of an asset path on this machine.</summary>
        internal string Absolute(string path)
        {
            path = AssetPaths.Normal(path);
            return packages.Absolute(path) ?? Path.Combine(ProjectPath, path.Replace('/', Path.DirectorySeparatorChar));
        }

        /// <summary>Whether nothing may be written there: a package that lies outside the project.</summary>
        internal bool IsImmutable(string path) => packages.IsImmutable(AssetPaths.Normal(path));

        /// <summary>Reads everything again.</summary>
        internal AssetChanges Rescan()
        {
            var before = new Dictionary<string, AssetRecord>(byPath, StringComparer.Ordinal);
            packages = PackageFolders.Read(ProjectPath);
            ScanAll();
            return Compare(before);
        }

        /// <summary>Reads one asset, or a folder with what it holds, again. Returns null if it is gone.</summary>
        internal AssetRecord? Reindex(string path)
        {
            path = AssetPaths.Normal(path);
            Drop(path);
            Scan(path);
            return byPath.TryGetValue(path, out var found) ? found : null;
        }

        /// <summary>Forgets an asset, or a folder with what it held.</summary>
        internal void Drop(string path)
        {
            foreach (var gone in byPath.Values.Where(a => a.Path == path || AssetPaths.IsBelow(a.Path, path)).ToList())
            {
                byPath.Remove(gone.Path);
                byGuid.Remove(gone.Guid);
            }
        }

        internal void SetLabels(string path, IReadOnlyList<string> labels)
        {
            var metaPath = MetaFile.PathFor(Absolute(path));
            MetaFile.Read(metaPath)?.WithLabels(labels).Write(metaPath);
            Reindex(path);
        }

        private void ScanAll()
        {
            byPath.Clear();
            byGuid.Clear();
            Scan(AssetPaths.Root);
            foreach (var package in packages.Roots) Scan(package);
        }

        private AssetChanges Compare(Dictionary<string, AssetRecord> before)
        {
            var changes = new AssetChanges();
            foreach (var asset in All)
            {
                if (before.TryGetValue(asset.Path, out var old) && old.Stamp == asset.Stamp && old.Guid == asset.Guid) continue;
                var source = before.Values.FirstOrDefault(b => b.Guid == asset.Guid && b.Path != asset.Path);
                if (source != null && !byPath.ContainsKey(source.Path)) changes.Moved.Add((source.Path, asset.Path));
                if (source == null || source.Stamp != asset.Stamp) changes.Imported.Add(asset.Path);
            }
            foreach (var path in before.Keys.OrderBy(p => p, StringComparer.Ordinal))
                if (!byPath.ContainsKey(path) && !changes.Moved.Any(m => m.From == path)) changes.Deleted.Add(path);
            return changes;
        }

        private void Scan(string path)
        {
            var file = Absolute(path);
            var isFolder = Directory.Exists(file);
            if (!isFolder && !File.Exists(file)) return;
            // Links may lead out of the project or in circles.
            if ((File.GetAttributes(file) & FileAttributes.ReparsePoint) != 0 && packages.Roots.All(r => r != path)) return;
            if (path == AssetPaths.Root) Put(new AssetRecord(path, RootGuid, true, 0, "folder", Array.Empty<string>()));
            else if (Meta(path, file, isFolder) is { } meta) Put(Record(path, file, isFolder, meta));
            if (!isFolder) return;
            foreach (var entry in Directory.EnumerateFileSystemEntries(file).OrderBy(e => e, StringComparer.Ordinal))
            {
                var name = Path.GetFileName(entry);
                if (AssetPaths.IsImported(name)) Scan($"{path}/{name}");
            }
        }

        private static AssetRecord Record(string path, string file, bool isFolder, MetaFile meta)
        {
            if (isFolder) return new AssetRecord(path, meta.Guid, true, 0, "folder", meta.Labels);
            var info = new FileInfo(file);
            // A file that is edited in the same millisecond again and again is stamped by content, one that may be large by size and time.
            var stamp = AssetPaths.IsScript(path) || info.Length <= HashedBytes
                ? HashOf(File.ReadAllBytes(file))
                : $"{info.Length}:{info.LastWriteTimeUtc.Ticks}";
            return new AssetRecord(path, meta.Guid, false, info.Length, stamp, meta.Labels);
        }

        /// <summary>The .meta file: read, or made if it is missing, unreadable, or a copy of another asset's.</summary>
        private MetaFile? Meta(string path, string file, bool isFolder)
        {
            var metaPath = MetaFile.PathFor(file);
            var found = MetaFile.Read(metaPath);
            if (found != null && (!byGuid.TryGetValue(found.Guid, out var owner) || owner.Path == path)) return found;
            if (IsImmutable(path)) return null;
            var made = MetaFile.New(MetaFile.NewGuid(), AssetKinds.ImporterOf(path, isFolder), isFolder);
            made.Write(metaPath);
            return made;
        }

        private void Put(AssetRecord asset)
        {
            byPath[asset.Path] = asset;
            byGuid[asset.Guid] = asset;
        }

        private static string HashOf(byte[] bytes)
        {
            using var sha = SHA256.Create();
            var text = new StringBuilder();
            foreach (var b in sha.ComputeHash(bytes).Take(16)) text.Append(b.ToString("x2"));
            return text.ToString();
        }

        /// <summary>Unity's own GUID of the Assets folder.</summary>
        private const string RootGuid = "00000000000000001000000000000000";

        /// <summary>Files up to this size are compared by content.</summary>
        private const int HashedBytes = 1024 * 1024;
    }
}
