#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Editor.History;
using UnityEditor;

namespace Fairlead.Editor.Assets
{
    /// <summary>
    /// The asset files that several operations write, as they were before: what Unity's Undo does not hold. Tools name each path before
    /// they write it, within a batch or not. Main thread.
    /// </summary>
    internal sealed class FilesBefore : IDisposable
    {
        private static FilesBefore? open;

        private readonly List<string> order = new List<string>();

        /// <summary>The bytes of each path; null: there was nothing.</summary>
        private readonly Dictionary<string, byte[]?> contents = new Dictionary<string, byte[]?>();

        private FilesBefore()
        {
        }

        /// <summary>Keeps files from now on, until it is disposed of.</summary>
        internal static FilesBefore Keep() => open = new FilesBefore();

        /// <summary>To be called before the file or folder at this asset path is written.</summary>
        /// <exception cref="Core.ToolFault"><c>outside_project</c>: a link leads out.</exception>
        internal static void Writes(string path)
        {
            AssetFiles.RefuseLink(path);
            open?.Remember(path);
            UndoSteps.Writes(path);
        }

        /// <summary>Puts all files back, the last one first.</summary>
        /// <returns>Paths that could not be put back.</returns>
        internal IReadOnlyList<string> Restore()
        {
            var stays = new List<string>();
            foreach (var path in Enumerable.Reverse(order))
                if (!PutBack(path, contents[path])) stays.Add(path);
            return stays;
        }

        public void Dispose() => open = null;

        private void Remember(string path)
        {
            if (contents.ContainsKey(path)) return;
            order.Add(path);
            contents.Add(path, File.Exists(AssetFiles.Absolute(path)) ? File.ReadAllBytes(AssetFiles.Absolute(path)) : null);
        }

        private static bool PutBack(string path, byte[]? before)
        {
            var file = AssetFiles.Absolute(path);
            if (before == null)
            {
                if (Directory.Exists(file) && Directory.EnumerateFileSystemEntries(file).Any()) return false;
                return (!File.Exists(file) && !Directory.Exists(file)) || AssetDatabase.DeleteAsset(path);
            }
            try
            {
                if (File.Exists(file) && File.ReadAllBytes(file).SequenceEqual(before)) return true;
                File.WriteAllBytes(file, before);
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                return false;
            }
            AssetDatabase.ImportAsset(path, ImportAssetOptions.ForceUpdate);
            return true;
        }
    }
}
