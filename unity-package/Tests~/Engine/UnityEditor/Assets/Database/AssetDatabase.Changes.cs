#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Engine.Assets;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Making, moving, copying and deleting.</summary>
    public sealed partial class AssetDatabase
    {
        /// <summary>The new folder's GUID; empty where it could not be made.</summary>
        public static string CreateFolder(string parentFolder, string newFolderName)
        {
            parentFolder = AssetPaths.Normal(parentFolder);
            if (!IsValidFolder(parentFolder) || !AssetPaths.IsValidName(newFolderName) || Index.IsImmutable(parentFolder)) return "";
            var path = GenerateUniqueAssetPath($"{parentFolder}/{newFolderName}");
            Directory.CreateDirectory(Index.Absolute(path));
            return Imported(path)?.Guid ?? "";
        }

        /// <exception cref="UnityException">The path cannot be, or the object is an asset already.</exception>
        public static void CreateAsset(Object asset, string path)
        {
            if (asset == null) throw new ArgumentNullException(nameof(asset));
            path = AssetPaths.Normal(path);
            if (!AssetPaths.IsValidForNew(path) || Index.IsImmutable(path))
                throw new UnityException($"Creating asset at path {path} failed.");
            if (Index.Find(AssetPaths.FolderOf(path)) == null)
                throw new UnityException($"Parent directory must exist before creating asset at {path}.");
            if (asset.AssetPath != null)
                throw new UnityException(
                $"Couldn't add object to asset file because the {asset.GetType().Name} '{asset.name}' is already an asset at "
                + $"'{asset.AssetPath}'!");
            if (asset is GameObject || asset is Component) throw new UnityException(
                "CreateAsset() should not be used to create a file of type 'prefab': use PrefabUtility.SaveAsPrefabAsset instead.");
            if (!AssetKinds.IsNative(path))
                throw new UnityException($"CreateAsset() should not be used to create a file of type '{AssetPaths.ExtensionOf(path)}'.");
            AssetHooks.Creating(path);
            var old = Index.Find(path);
            asset.name = AssetPaths.NameWithoutExtension(path);
            asset.LocalFileId = NativeFiles.MainIdOf(asset);
            if (asset is ScriptableObject scriptable) scriptable.Script = ScriptAssets.AssetOf(asset.GetType());
            AssetLoader.WriteOwn(Index.Absolute(path), NativeFiles.Json(old?.Guid ?? "", new[] { asset }));
            if (old != null) Project.Loaded.Destroy(old.Guid);
            var record = Index.Reindex(path)!;
            Project.Loaded.Put(record, asset, asset.LocalFileId, true);
            UnityEditor.Dirty.Saved(asset);
            Tell(imported: path);
        }

        public static void AddObjectToAsset(Object objectToAdd, string path)
        {
            if (Index.Find(path) is not { } asset || !AssetKinds.IsNative(asset.Path))
                throw new UnityException($"Adding asset object to file failed: {path} is no asset that holds objects.");
            Project.Loaded.Main(asset);
            Project.Loaded.Put(asset, objectToAdd, Project.Loaded.NewId(asset.Guid), false);
            UnityEditor.Dirty.Mark(objectToAdd);
        }

        public static void AddObjectToAsset(Object objectToAdd, Object assetObject) =>
            AddObjectToAsset(objectToAdd, GetAssetPath(assetObject));

        public static void RemoveObjectFromAsset(Object objectToRemove)
        {
            if (objectToRemove.AssetPath == null || Index.Find(objectToRemove.AssetPath) is not { } asset) return;
            Project.Loaded.Remove(asset.Guid, objectToRemove.LocalFileId);
            objectToRemove.AssetPath = null;
            if (Project.Loaded.MainInMemory(asset.Guid) is { } main) UnityEditor.Dirty.Mark(main);
        }

        /// <summary>Empty: it can be moved there; else why not.</summary>
        public static string ValidateMoveAsset(string oldPath, string newPath)
        {
            (oldPath, newPath) = (AssetPaths.Normal(oldPath), AssetPaths.Normal(newPath));
            if (Index.Find(oldPath) is not { } asset) return $"The source asset could not be found: {oldPath}";
            if (!AssetPaths.IsValidForNew(newPath)) return $"Invalid path: {newPath}";
            if (Index.IsImmutable(oldPath) || Index.IsImmutable(newPath)) return "The package is immutable.";
            if (Index.Find(AssetPaths.FolderOf(newPath)) is not { IsFolder: true }) return "Parent directory is not in asset database";
            if (AssetPaths.IsBelow(newPath, asset.Path)) return "Cannot move a folder into itself.";
            var renamesCase = string.Equals(asset.Path, newPath, StringComparison.OrdinalIgnoreCase);
            if (!renamesCase && Exists(newPath)) return "Destination path name does already exist";
            return "";
        }

        /// <summary>Empty when it was moved; else why not. The GUID stays.</summary>
        public static string MoveAsset(string oldPath, string newPath)
        {
            var refused = ValidateMoveAsset(oldPath, newPath);
            if (refused.Length > 0) return refused;
            (oldPath, newPath) = (Index.Find(oldPath)!.Path, AssetPaths.Normal(newPath));
            switch (AssetHooks.Moving(oldPath, newPath))
            {
                case AssetMoveResult.FailedMove:
                    return "A script of the project refused the move.";
                case AssetMoveResult.DidNotMove:
                    MoveFiles(oldPath, newPath);
                    break;
            }
            Index.Drop(oldPath);
            Index.Reindex(newPath);
            foreach (var moved in Index.All.Where(a => a.Path == newPath || AssetPaths.IsBelow(a.Path, newPath)))
            {
                Project.Loaded.Moved(moved.Guid, moved.Path);
                SceneManagement.EditorSceneManager.FollowMove(oldPath + moved.Path.Substring(newPath.Length), moved.Path);
            }
            Tell(moved: (oldPath, newPath));
            return "";
        }

        public static string RenameAsset(string pathName, string newName) =>
            newName.Contains('/') ? "The name must not hold slashes."
            : MoveAsset(
                pathName,
                $"{AssetPaths.FolderOf(AssetPaths.Normal(pathName))}/{newName}"
                + $"{(IsValidFolder(pathName) ? "" : AssetPaths.ExtensionOf(pathName))}");

        public static bool CopyAsset(string path, string newPath)
        {
            newPath = AssetPaths.Normal(newPath);
            if (Index.Find(path) is not { } asset || !AssetPaths.IsValidForNew(newPath) || Exists(newPath) || Index.IsImmutable(newPath))
                return false;
            if (Index.Find(AssetPaths.FolderOf(newPath)) is not { IsFolder: true } || AssetPaths.IsBelow(newPath, asset.Path)) return false;
            Copy(Index.Absolute(asset.Path), Index.Absolute(newPath));
            return Imported(newPath) != null;
        }

        public static bool MoveAssetToTrash(string path) => Remove(path, RemoveAssetOptions.MoveAssetToTrash);

        public static bool MoveAssetsToTrash(string[] paths, List<string> outFailedPaths)
        {
            foreach (var path in paths)
                if (!MoveAssetToTrash(path)) outFailedPaths.Add(path);
            return outFailedPaths.Count == 0;
        }

        public static bool DeleteAsset(string path) => Remove(path, RemoveAssetOptions.DeleteAssets);

        private static bool Remove(string path, RemoveAssetOptions options)
        {
            if (Index.Find(path) is not { } asset || asset.Path == AssetPaths.Root || Index.IsImmutable(asset.Path)) return false;
            if (asset.Path == AssetPaths.PackagesRoot) return false;
            var doomed = Index.All.Where(a => a.Path == asset.Path || AssetPaths.IsBelow(a.Path, asset.Path)).ToList();
            switch (AssetHooks.Deleting(asset.Path, options))
            {
                case AssetDeleteResult.FailedDelete:
                    return false;
                case AssetDeleteResult.DidNotDelete:
                    if (!Take(asset, options)) return false;
                    break;
            }
            foreach (var gone in doomed)
            {
                PrefabLinks.SourceIsGoing(gone.Guid);
                Project.Loaded.Destroy(gone.Guid);
            }
            Index.Drop(asset.Path);
            Tell(deleted: doomed.Select(d => d.Path));
            return true;
        }

        private static bool Take(AssetRecord asset, RemoveAssetOptions options)
        {
            var file = Index.Absolute(asset.Path);
            var meta = MetaFile.PathFor(file);
            if (options == RemoveAssetOptions.DeleteAssets)
            {
                if (asset.IsFolder) Directory.Delete(file, true);
                else File.Delete(file);
                File.Delete(meta);
                return true;
            }
            if (!Project.Trash.Take(file)) return false;
            // The GUID goes along: who takes the asset out of the trash has all references back.
            if (File.Exists(meta) && !Project.Trash.Take(meta)) File.Delete(meta);
            return true;
        }

        private static void MoveFiles(string from, string to)
        {
            var (source, target) = (Index.Absolute(from), Index.Absolute(to));
            if (Directory.Exists(source)) Directory.Move(source, target);
            else File.Move(source, target);
            if (File.Exists(MetaFile.PathFor(source))) File.Move(MetaFile.PathFor(source), MetaFile.PathFor(target));
        }

        private static void Copy(string from, string to)
        {
            if (File.Exists(from))
            {
                File.Copy(from, to);
                return;
            }
            Directory.CreateDirectory(to);
            foreach (var entry in Directory.GetFileSystemEntries(from))
                if (!entry.EndsWith(".meta", StringComparison.OrdinalIgnoreCase)) Copy(entry, Path.Combine(to, Path.GetFileName(entry)));
        }
    }
}
