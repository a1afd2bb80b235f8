#nullable enable
using System.Collections.Generic;

namespace Fairlead.Engine.Assets
{
    /// <summary>One file or folder that the database knows.</summary>
    internal sealed class AssetRecord
    {
        internal AssetRecord(string path, string guid, bool isFolder, long sizeBytes, string stamp, IReadOnlyList<string> labels)
        {
            Path = path;
            Guid = guid;
            IsFolder = isFolder;
            SizeBytes = sizeBytes;
            Stamp = stamp;
            Labels = labels;
        }

        internal string Path { get; }

        /// <summary>32 hex digits.</summary>
        internal string Guid { get; }

        internal bool IsFolder { get; }

        internal long SizeBytes { get; }

        /// <summary>Changes with the file's content.</summary>
        internal string Stamp { get; }

        internal IReadOnlyList<string> Labels { get; }

        internal string Name => IsFolder ? AssetPaths.NameOf(Path) : AssetPaths.NameWithoutExtension(Path);

        /// <summary>Type of the main asset as the extension tells it.</summary>
        internal string Kind => AssetKinds.TypeOf(Path, IsFolder);
    }

    /// <summary>Differences between the disk and the index.</summary>
    internal sealed class AssetChanges
    {
        internal List<string> Imported { get; } = new List<string>();

        internal List<string> Deleted { get; } = new List<string>();

        internal List<(string From, string To)> Moved { get; } = new List<(string, string)>();

        internal bool Any => Imported.Count + Deleted.Count + Moved.Count > 0;
    }
}
