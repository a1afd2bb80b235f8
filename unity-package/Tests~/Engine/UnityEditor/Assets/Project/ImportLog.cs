#nullable enable
using System;
using Object = UnityEngine.Object;

namespace UnityEditor.AssetImporters
{
    [Flags]
    public enum ImportLogFlags
    {
        None = 0,
        Error = 1 << 6,
        Warning = 1 << 7,
    }

    public sealed partial class ImportLog : Object
    {
        internal ImportLog(string warning)
        {
            logEntries = new[] { new ImportLogEntry { message = warning, flags = ImportLogFlags.Warning, file = "", line = 0 } };
        }

        public ImportLogEntry[] logEntries { get; }

        public partial struct ImportLogEntry
        {
            public string message;
            public ImportLogFlags flags;
            public int line;
            public string file;
        }
    }
}
