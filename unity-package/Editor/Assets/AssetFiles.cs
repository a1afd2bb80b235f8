#nullable enable
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Assets
{
    /// <summary>Asset paths of arguments: what is there, what may be written, and the errors where not.</summary>
    internal static class AssetFiles
    {
        private const string Root = "Assets";
        private const int NearestCount = 5;

        /// <summary>Above this many, near matches are looked for among the first only.</summary>
        private const int MaxNearCandidates = 5_000;

        private static readonly char[] InvalidCharacters = { '<', '>', ':', '"', '|', '?', '*', '\0' };

        /// <summary>The folder that holds Assets.</summary>
        internal static string ProjectFolder => Path.GetDirectoryName(Application.dataPath) ?? "";

        internal static bool Exists(string path) =>
            !string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(path, AssetPathToGUIDOptions.OnlyExistingAssets));

        /// <summary>The normal form of a path below Assets.</summary>
        /// <exception cref="ToolFault"><c>outside_project</c>, <c>invalid_arguments</c></exception>
        internal static string Checked(string path)
        {
            var trimmed = path.TrimEnd('/');
            var segments = trimmed.Split('/');
            if (segments[0] != Root || segments.Contains("..") || trimmed.Contains("\\"))
                throw new ToolFault(
                    CallErrorCode.OutsideProject,
                    $"\"{path}\" is not inside Assets/.",
                    "Give a path like Assets/Materials/Red.mat, with forward slashes and without \"..\".");
            if (segments.Any(IsInvalid))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{path}\" is not a valid asset path.",
                    "Names must not be empty, end in a dot or space, or hold any of < > : \" | ? *.");
            RefuseLink(trimmed);
            return trimmed;
        }

        /// <summary>Unity follows links, and a folder may have become one since its assets were found.</summary>
        /// <exception cref="ToolFault"><c>outside_project</c></exception>
        internal static void RefuseLink(string path)
        {
            if (!LeadsOut(path.Split('/'))) return;
            throw new ToolFault(
                CallErrorCode.OutsideProject,
                $"\"{path}\" leads out of the project through a symbolic link.",
                "Use a folder that is actually inside the project.");
        }

        /// <summary>The path of an asset below Assets that is there.</summary>
        /// <exception cref="ToolFault"><c>not_found</c> with near paths, and those of <see cref="Checked"/></exception>
        internal static string Need(string path)
        {
            if (path == "Packages" || path.StartsWith("Packages/"))
                throw new ToolFault(CallErrorCode.Unsupported, "Assets inside Packages/ are not changed.", "Use an asset below Assets/.");
            return NeedAny(Checked(path));
        }

        /// <summary>The path of an asset below Assets or in a package.</summary>
        /// <exception cref="ToolFault"><c>not_found</c> with near paths</exception>
        internal static string NeedAny(string path)
        {
            var trimmed = path.TrimEnd('/');
            if (trimmed == Root || trimmed == "Packages" || Exists(trimmed))
                return trimmed == Root || trimmed == "Packages"
                    ? trimmed : AssetDatabase.GUIDToAssetPath(AssetDatabase.AssetPathToGUID(trimmed));
            if (trimmed.Split('/').All(IsImported) && (File.Exists(Absolute(trimmed)) || Directory.Exists(Absolute(trimmed))))
                throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"\"{path}\" is not imported yet.",
                    "Call unity_refresh, which imports it, then try again.");
            var known = AssetDatabase.GetAllAssetPaths().Where(p => p.StartsWith(Root + "/")).Take(MaxNearCandidates);
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"There is no asset at \"{path}\".",
                "Use one of the nearest paths, or search with unity_query search_assets.",
                new JObject { ["nearest"] = new JArray(Nearest.Of(path, Alike(path, known.ToList()), NearestCount)) });
        }

        /// <summary>Unity imports neither hidden files nor folders that end in <c>~</c>.</summary>
        private static bool IsImported(string name) =>
            !name.StartsWith(".") && !name.EndsWith("~") && !name.EndsWith(".meta") && !name.EndsWith(".tmp");

        /// <summary>Paths of the same kind: a mistyped material is not answered with its folder. All, where there is none.</summary>
        private static List<string> Alike(string path, List<string> known)
        {
            var extension = Path.GetExtension(path).ToLowerInvariant();
            var same = known.Where(other => Path.GetExtension(other).ToLowerInvariant() == extension).ToList();
            return same.Count > 0 ? same : known;
        }

        /// <summary>A path for something new; its folder may be missing.</summary>
        /// <exception cref="ToolFault"><c>already_exists</c>, and those of <see cref="Checked"/></exception>
        internal static string Vacant(string path, string? extension = null)
        {
            var trimmed = Checked(path);
            if (extension != null && Path.GetExtension(trimmed).ToLowerInvariant() != extension)
                throw new ToolFault(CallErrorCode.InvalidArguments, $"\"{path}\" must end in {extension}.");
            if (trimmed == Root || Exists(trimmed) || File.Exists(Absolute(trimmed)) || Directory.Exists(Absolute(trimmed)))
                throw new ToolFault(
                    CallErrorCode.AlreadyExists,
                    $"An asset already exists at \"{trimmed}\".",
                    "Choose another path, or change the asset that is there.");
            return trimmed;
        }

        /// <summary>Makes a folder with missing parents.</summary>
        /// <exception cref="ToolFault">It could not be created.</exception>
        internal static void MakeFolder(string folder)
        {
            if (AssetDatabase.IsValidFolder(folder)) return;
            var slash = folder.LastIndexOf('/');
            var parent = folder.Substring(0, slash);
            MakeFolder(parent);
            FilesBefore.Writes(folder);
            AssetDatabase.CreateFolder(parent, folder.Substring(slash + 1));
            if (AssetDatabase.IsValidFolder(folder)) return;
            throw new ToolFault(
                CallErrorCode.Internal,
                $"The folder \"{folder}\" could not be created.",
                "Is there a file of this name, or is the disk full or write-protected? Look at the console.");
        }

        internal static string FolderOf(string path) => path.Substring(0, path.LastIndexOf('/'));

        internal static string NameOf(string path) => path.Substring(path.LastIndexOf('/') + 1);

        internal static string Absolute(string path) => Path.Combine(ProjectFolder, path.Replace('/', Path.DirectorySeparatorChar));

        /// <summary>Its type in results: the name in <c>t:</c> of Unity's search.</summary>
        internal static string TypeOf(string path)
        {
            var type = AssetDatabase.GetMainAssetTypeAtPath(path);
            if (type == null) return "DefaultAsset";
            if (type != typeof(GameObject)) return type.Name;
            return path.EndsWith(".prefab", System.StringComparison.OrdinalIgnoreCase) ? "Prefab" : "Model";
        }

        internal static JObject Result(string path) =>
            new JObject
            {
                ["assetPath"] = path,
                ["guid"] = AssetDatabase.AssetPathToGUID(path),
                ["type"] = TypeOf(path),
            };

        private static bool IsInvalid(string name) =>
            name.Length == 0 || name == "." || name.IndexOfAny(InvalidCharacters) >= 0 || name.EndsWith(".") || name.EndsWith(" ");

        private static bool LeadsOut(IReadOnlyList<string> segments)
        {
            var at = ProjectFolder;
            foreach (var segment in segments)
            {
                at = Path.Combine(at, segment);
                if (!Directory.Exists(at) && !File.Exists(at)) return false;
                if ((File.GetAttributes(at) & FileAttributes.ReparsePoint) != 0) return true;
            }
            return false;
        }
    }
}
