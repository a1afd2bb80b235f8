#nullable enable
using System;
using System.IO;
using System.Linq;

namespace Fairlead.Engine.Assets
{
    /// <summary>Asset paths are relative to the project and have forward slashes: <c>Assets/Materials/Red.mat</c>.</summary>
    internal static class AssetPaths
    {
        internal const string Root = "Assets";
        internal const string PackagesRoot = "Packages";

        /// <summary>Forward slashes, no slash at the end.</summary>
        internal static string Normal(string path) => path.Replace('\\', '/').TrimEnd('/');

        internal static string NameOf(string path) => path.Substring(path.LastIndexOf('/') + 1);

        internal static string FolderOf(string path)
        {
            var slash = path.LastIndexOf('/');
            return slash < 0 ? "" : path.Substring(0, slash);
        }

        internal static string ExtensionOf(string path) => Path.GetExtension(NameOf(path));

        internal static string NameWithoutExtension(string path) => Path.GetFileNameWithoutExtension(NameOf(path));

        internal static bool IsBelow(string path, string folder) =>
            path.StartsWith(folder + "/", StringComparison.Ordinal);

        /// <summary>Whether a new asset may have this path: below Assets or a package, with names that every platform takes.</summary>
        internal static bool IsValidForNew(string path)
        {
            var segments = path.Split('/');
            if (segments.Length < 2) return false;
            if (segments[0] != Root && !(segments[0] == PackagesRoot && segments.Length > 2)) return false;
            return segments.All(IsValidName);
        }

        internal static bool IsValidName(string name) =>
            name.Length > 0 && name != "." && name != ".."
            && name.IndexOfAny(InvalidCharacters) < 0
            && !name.EndsWith(".", StringComparison.Ordinal) && !name.EndsWith(" ", StringComparison.Ordinal)
            && !name.Any(char.IsControl);

        /// <summary>Unity imports neither hidden files nor folders that end in <c>~</c>.</summary>
        internal static bool IsImported(string name) =>
            !name.StartsWith(".", StringComparison.Ordinal)
            && !name.EndsWith("~", StringComparison.Ordinal)
            && !name.EndsWith(".meta", StringComparison.OrdinalIgnoreCase)
            && !name.EndsWith(".tmp", StringComparison.OrdinalIgnoreCase)
            && !string.Equals(name, "cvs", StringComparison.OrdinalIgnoreCase);

        internal static bool IsScript(string path) =>
            ExtensionOf(path).ToLowerInvariant() is ".cs" or ".asmdef" or ".asmref";

        private static readonly char[] InvalidCharacters = { '<', '>', ':', '"', '|', '?', '*', '\\' };
    }
}
