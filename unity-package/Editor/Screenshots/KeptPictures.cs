#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>Pictures to compare with later: in the project's Temp, which a domain reload leaves and the end of Unity empties.</summary>
    internal static class KeptPictures
    {
        /// <summary>More would fill the disk of an editor that runs for days.</summary>
        private const int MaxKept = 20;

        private static string Folder => Path.Combine(AssetFiles.ProjectFolder, "Temp", "Fairlead", "Pictures");

        internal static void Keep(string name, JObject how, Pixels pixels)
        {
            RefuseLinks();
            Directory.CreateDirectory(Folder);
            File.WriteAllBytes(PathOf(name, "rgb"), pixels.Rgb);
            var about = new JObject { ["width"] = pixels.Width, ["height"] = pixels.Height, ["how"] = how };
            File.WriteAllText(PathOf(name, "json"), about.ToString());
            foreach (var old in Files().Skip(MaxKept))
            {
                File.Delete(old);
                File.Delete(Path.ChangeExtension(old, "rgb"));
            }
        }

        /// <summary>Old pictures are deleted: behind a link these would be somebody else's files.</summary>
        /// <exception cref="ToolFault"><c>outside_project</c></exception>
        private static void RefuseLinks()
        {
            for (var at = Folder; at != null && at.Length > AssetFiles.ProjectFolder.Length; at = Path.GetDirectoryName(at))
                if (Directory.Exists(at) && (File.GetAttributes(at) & FileAttributes.ReparsePoint) != 0)
                    throw new ToolFault(
                        CallErrorCode.OutsideProject,
                        $"{at} is a link to another folder, so no picture is kept there.",
                        "Take the picture without keep_as, or ask the user to remove the link.");
        }

        /// <summary>Returns null if there is none of that name.</summary>
        internal static (JObject How, Pixels Pixels)? Find(string name)
        {
            if (!File.Exists(PathOf(name, "json"))) return null;
            var about = JObject.Parse(File.ReadAllText(PathOf(name, "json")));
            var pixels = new Pixels((int)about["width"]!, (int)about["height"]!, File.ReadAllBytes(PathOf(name, "rgb")));
            return ((JObject)about["how"]!, pixels);
        }

        internal static IEnumerable<string> Names() => Files().Select(Path.GetFileNameWithoutExtension).OfType<string>();

        /// <summary>Newest first.</summary>
        private static IEnumerable<string> Files() =>
            Directory.Exists(Folder)
                ? Directory.GetFiles(Folder, "*.json").OrderByDescending(File.GetLastWriteTimeUtc).ToArray()
                : Array.Empty<string>();

        private static string PathOf(string name, string extension) => Path.Combine(Folder, $"{name}.{extension}");
    }
}
