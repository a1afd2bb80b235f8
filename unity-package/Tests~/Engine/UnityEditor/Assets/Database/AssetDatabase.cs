#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Engine.Assets;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    [Flags]
    public enum ImportAssetOptions
    {
        Default = 0,
        ForceUpdate = 1 << 0,
        ForceSynchronousImport = 1 << 3,
        ImportRecursive = 1 << 8,
        DontDownloadFromCacheServer = 1 << 13,
        ForceUncompressedImport = 1 << 14,
    }

    public enum AssetPathToGUIDOptions
    {
        IncludeRecentlyDeletedAssets = 0,
        OnlyExistingAssets = 1,
    }

    /// <summary>Paths, GUIDs, labels and searching.</summary>
    public sealed partial class AssetDatabase
    {
        private AssetDatabase()
        {
        }

        private static ProjectAssets Project => ProjectAssets.Current;

        private static AssetIndex Index => ProjectAssets.Current.Index;

        public static bool IsAssetImportWorkerProcess() => EngineProcess.IsImportWorker;

        public static string[] GetAllAssetPaths() => Index.All.Select(a => a.Path).ToArray();

        public static string AssetPathToGUID(string path) => AssetPathToGUID(path, AssetPathToGUIDOptions.IncludeRecentlyDeletedAssets);

        public static string AssetPathToGUID(string path, AssetPathToGUIDOptions options) => Index.Find(path)?.Guid ?? "";

        public static GUID GUIDFromAssetPath(string path) => new GUID(AssetPathToGUID(path));

        public static string GUIDToAssetPath(string guid) => Index.ByGuid(guid)?.Path ?? "";

        public static string GUIDToAssetPath(GUID guid) => GUIDToAssetPath(guid.ToString());

        public static bool AssetPathExists(string path) => Index.Find(path) != null;

        public static bool IsValidFolder(string path) => Index.Find(path) is { IsFolder: true };

        public static string[] GetSubFolders(string path) =>
            Index.All.Where(a => a.IsFolder && AssetPaths.FolderOf(a.Path) == AssetPaths.Normal(path)).Select(a => a.Path).ToArray();

        public static string GetAssetPath(Object assetObject) =>
            assetObject == null ? "" : assetObject.AssetPath ?? BuiltinPath(assetObject);

#if UNITY_6000_2_OR_NEWER
        public static string GetAssetPath(EntityId entityId) => ObjectTable.Find(entityId.Data) is { } found ? GetAssetPath(found) : "";
#endif

        public static string GetAssetOrScenePath(Object assetObject)
        {
            var path = GetAssetPath(assetObject);
            if (path.Length > 0) return path;
            var owner = assetObject as GameObject ?? (assetObject as Component)?.gameObject;
            return owner == null ? "" : owner.scene.path;
        }

        public static string GetTextMetaFilePathFromAssetPath(string path) => path.Length == 0 ? "" : path + ".meta";

        public static string GenerateUniqueAssetPath(string path)
        {
            path = AssetPaths.Normal(path);
            if (!Exists(path)) return path;
            var (folder, name, extension) =
                (AssetPaths.FolderOf(path), AssetPaths.NameWithoutExtension(path), AssetPaths.ExtensionOf(path));
            for (var i = 1; ; i++)
            {
                var candidate = $"{folder}/{name} {i}{extension}";
                if (!Exists(candidate)) return candidate;
            }
        }

        public static bool Contains(Object obj) => obj != null && (obj.AssetPath != null || BuiltinResources.TryGetId(obj, out _, out _));

        public static bool IsMainAsset(Object obj) =>
            obj != null && obj.AssetPath != null && Index.Find(obj.AssetPath) is { } asset
                && ReferenceEquals(Project.Loaded.Main(asset), obj);

        public static bool IsSubAsset(Object obj) => obj != null && obj.AssetPath != null && !IsMainAsset(obj);

        public static bool IsNativeAsset(Object obj) => obj != null && obj.AssetPath != null && AssetKinds.IsNative(obj.AssetPath);

        public static bool IsForeignAsset(Object obj) => obj != null && obj.AssetPath != null && !IsNativeAsset(obj);

        public static bool TryGetGUIDAndLocalFileIdentifier(Object obj, out string guid, out long localId) =>
            AssetIds.TryGet(obj, out guid, out localId);

        public static string[] GetLabels(Object obj) =>
            obj != null && obj.AssetPath != null && Index.Find(obj.AssetPath) is { } asset ? asset.Labels.ToArray() : Array.Empty<string>();

        public static string[] GetLabels(GUID guid) => Index.ByGuid(guid.ToString())?.Labels.ToArray() ?? Array.Empty<string>();

        public static void SetLabels(Object obj, string[] labels)
        {
            if (obj == null || obj.AssetPath == null) return;
            Index.SetLabels(obj.AssetPath,
                labels.Where(l => !string.IsNullOrWhiteSpace(l)).Distinct().OrderBy(l => l, StringComparer.Ordinal).ToArray());
        }

        public static void ClearLabels(Object obj) => SetLabels(obj, Array.Empty<string>());

        public static string[] FindAssets(string filter) => FindAssets(filter, Array.Empty<string>());

        public static string[] FindAssets(string filter, string[] searchInFolders)
        {
            var wanted = AssetFilter.Parse(filter ?? "");
            var folders = (searchInFolders ?? Array.Empty<string>()).Select(AssetPaths.Normal).ToArray();
            return Index.All
                .Where(a => folders.Length == 0 ? a.Path != AssetPaths.Root
                    : folders.Any(f => a.Path == f && !a.IsFolder || AssetPaths.IsBelow(a.Path, f)))
                .Where(a => wanted.Fits(a, IsOfType))
                .Select(a => a.Guid)
                .ToArray();
        }

        /// <summary>Direct and, if asked, indirect references of files to other files, and the files themselves.</summary>
        public static string[] GetDependencies(string pathName, bool recursive)
        {
            var found = new List<string>();
            void Visit(string path, int depth)
            {
                if (Index.Find(path) is not { IsFolder: false } asset || found.Contains(asset.Path)) return;
                found.Add(asset.Path);
                if (depth > 0 && !recursive) return;
                var file = Index.Absolute(asset.Path);
                if (!File.Exists(file) || !HoldsReferences(asset)) return;
                foreach (System.Text.RegularExpressions.Match guid in GuidText.Matches(File.ReadAllText(file)))
                    if (Index.ByGuid(guid.Value) is { } other) Visit(other.Path, depth + 1);
            }
            Visit(pathName, 0);
            return found.ToArray();
        }

        public static string[] GetDependencies(string pathName) => GetDependencies(pathName, true);

        /// <summary>Whether the asset is of a type of this name, as <c>t:</c> understands it.</summary>
        private static bool IsOfType(AssetRecord asset, string name)
        {
            var wanted = name.ToLowerInvariant();
            switch (wanted)
            {
                case "object":
                    return true;
                case "folder":
                    return asset.IsFolder;
                case "scene":
                    return asset.Kind == AssetKinds.Scene;
                case "script":
                    return asset.Kind == AssetKinds.Script;
                case "prefab":
                    return asset.Kind == AssetKinds.Prefab && !AssetKinds.IsModel(asset.Path);
                case "model":
                    return AssetKinds.IsModel(asset.Path);
                case "texture":
                    return asset.Kind is "Texture2D" or "RenderTexture";
            }
            if (string.Equals(asset.Kind, wanted, StringComparison.OrdinalIgnoreCase)) return true;
            for (var type = GetMainAssetTypeAtPath(asset.Path); type != null && type != typeof(Object); type = type.BaseType)
                if (string.Equals(type.Name, wanted, StringComparison.OrdinalIgnoreCase)) return true;
            return false;
        }

        private static bool Exists(string path) =>
            Index.Find(path) != null || File.Exists(Index.Absolute(path)) || Directory.Exists(Index.Absolute(path));

        private static bool HoldsReferences(AssetRecord asset) =>
            asset.Kind == AssetKinds.Scene || asset.Kind == AssetKinds.Prefab && !AssetKinds.IsModel(asset.Path)
                || AssetKinds.IsNative(asset.Path);

        private static string BuiltinPath(Object obj) =>
            !BuiltinResources.TryGetId(obj, out var guid, out _) ? ""
            : guid == BuiltinResources.DefaultGuid ? "Library/unity default resources"
            : "Resources/unity_builtin_extra";

        private static readonly System.Text.RegularExpressions.Regex GuidText = new System.Text.RegularExpressions.Regex("[0-9a-f]{32}");
    }
}
