#nullable enable
using System.IO;
using UnityEditor.PackageManager;

namespace Fairlead.Editor.Windows
{
    /// <summary>The relay runs from a clone of the repository. A package that was installed from there knows where that is.</summary>
    internal static class ClonedRelay
    {
        private const string Package = "Packages/com.fairlead.editor";

        /// <summary>The window's text if the clone is not known.</summary>
        internal const string Advice =
            "Run \"npm run fairlead -- up\" in the clone of Fairlead, or set Settings > Relay command to "
            + "npm --prefix /path/to/the/clone run fairlead -- up.";

        /// <summary>Starts the relay from any folder; null: the package did not come from a clone.</summary>
        internal static string? Command() => CommandFor(PackageInfo.FindForAssetPath(Package)?.resolvedPath);

        /// <summary>Never a command that downloads: the name is not registered on npm yet.</summary>
        internal static string? CommandFor(string? packageFolder)
        {
            if (string.IsNullOrEmpty(packageFolder)) return null;
            var clone = Path.GetDirectoryName(Path.GetFullPath(packageFolder));
            return clone != null && File.Exists(Path.Combine(clone, "relay-cli", "package.json")) && clone.IndexOf('"') < 0
                ? $"npm --prefix \"{clone}\" run fairlead -- up" : null;
        }
    }
}
