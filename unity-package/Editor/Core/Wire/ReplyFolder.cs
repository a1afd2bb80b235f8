#nullable enable
using System.IO;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The folder in which a relay takes outcomes that fit no frame. Immutable.</summary>
    internal sealed class ReplyFolder
    {
        private ReplyFolder(string folder, long maxBytes)
        {
            Folder = folder;
            MaxBytes = maxBytes;
        }

        /// <summary>The absolute path, below the relay's home folder.</summary>
        internal string Folder { get; }

        /// <summary>The size of the largest outcome that is taken.</summary>
        internal long MaxBytes { get; }

        /// <summary>Returns null if it is not a folder that could be written to from here.</summary>
        internal static ReplyFolder? TryRead(JToken? token)
        {
            if (!(token is JObject json) || !(Json.Text(json, "folder") is { } folder)) return null;
            if (!Json.TryInteger(json["maxBytes"], out var maxBytes) || maxBytes <= 0) return null;
            // A relay in another system (WSL, a container) names a folder that means nothing here.
            return Path.IsPathRooted(folder) && folder.IndexOf('\0') < 0 ? new ReplyFolder(folder, maxBytes) : null;
        }
    }
}
