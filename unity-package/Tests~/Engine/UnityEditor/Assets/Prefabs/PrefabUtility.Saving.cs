#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fairlead.Engine.Assets;
using Newtonsoft.Json.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Writing prefab files and opening their contents.</summary>
    public sealed partial class PrefabUtility
    {
        public static GameObject? SaveAsPrefabAsset(GameObject instanceRoot, string assetPath) =>
            SaveAsPrefabAsset(instanceRoot, assetPath, out _);

        public static GameObject? SaveAsPrefabAsset(GameObject instanceRoot, string assetPath, out bool success) =>
            Save(instanceRoot, assetPath, false, out success);

        public static GameObject? SaveAsPrefabAssetAndConnect(GameObject instanceRoot, string assetPath, InteractionMode action) =>
            SaveAsPrefabAssetAndConnect(instanceRoot, assetPath, action, out _);

        public static GameObject? SaveAsPrefabAssetAndConnect(GameObject instanceRoot, string assetPath, InteractionMode action,
            out bool success)
        {
            if (instanceRoot != null && IsPartOfPrefabInstance(instanceRoot) && !IsOutermostPrefabInstanceRoot(instanceRoot))
                throw new ArgumentException("Can't save part of a Prefab instance as a Prefab");
            return Save(instanceRoot!, assetPath, true, out success);
        }

        public static GameObject? SavePrefabAsset(GameObject asset) => SavePrefabAsset(asset, out _);

        /// <summary>Writes the asset's objects as they are in memory.</summary>
        public static GameObject? SavePrefabAsset(GameObject asset, out bool savedSuccessfully)
        {
            savedSuccessfully = false;
            if (asset == null) throw new ArgumentNullException(nameof(asset));
            if (asset.AssetPath == null || ProjectAssets.Current.Index.Find(asset.AssetPath) is not { } record
                || PrefabFiles.RootOf(record.Guid) is not { } root)
                throw new ArgumentException("GameObject is not the root of a Prefab Asset.");
            var changed = PrefabFiles.JsonOfLoaded(record, root);
            // Back to what the file says: only against that can be told what instances have of their own.
            PrefabFiles.Load(record, ProjectAssets.Current.Loaded);
            savedSuccessfully = Write(record, changed, null);
            foreach (var obj in ProjectAssets.Current.Loaded.InMemory(record.Guid)) Dirty.Saved(obj);
            return PrefabFiles.RootOf(record.Guid);
        }

        /// <summary>The contents of a prefab in a scene that nobody sees; hand them to <see cref="UnloadPrefabContents"/>.</summary>
        public static GameObject LoadPrefabContents(string assetPath)
        {
            if (ProjectAssets.Current.Index.Find(assetPath) is not { } asset || asset.Kind != AssetKinds.Prefab
                || AssetKinds.IsModel(asset.Path))
                throw new ArgumentException($"Prefab asset not found: '{assetPath}'.");
            var scene = SceneTable.Add(asset.Name, asset.Path, true);
            try
            {
                return PrefabFiles.ReadInto(asset, scene);
            }
            catch (ArgumentException)
            {
                SceneTable.Remove(scene);
                throw;
            }
        }

        public static void UnloadPrefabContents(GameObject contentsRoot)
        {
            if (contentsRoot == null) throw new ArgumentNullException(nameof(contentsRoot));
            if (SceneTable.Find(contentsRoot.SceneHandle) is not { IsHidden: true } scene)
                throw new ArgumentException("Specified GameObject is not part of loaded Prefab contents.");
            SceneTable.Remove(scene);
        }

        public struct EditPrefabContentsScope : IDisposable
        {
            public readonly string assetPath;
            public readonly GameObject prefabContentsRoot;

            public EditPrefabContentsScope(string assetPath)
            {
                this.assetPath = assetPath;
                prefabContentsRoot = LoadPrefabContents(assetPath);
            }

            public readonly void Dispose()
            {
                SaveAsPrefabAsset(prefabContentsRoot, assetPath);
                UnloadPrefabContents(prefabContentsRoot);
            }
        }

        private static GameObject? Save(GameObject root, string assetPath, bool connect, out bool success)
        {
            success = false;
            if (root == null) throw new ArgumentNullException("instanceRoot");
            if (root.AssetPath != null) throw new ArgumentException("Can't save a Prefab Asset as a Prefab: it is one already.");
            var path = AssetPaths.Normal(assetPath);
            if (!path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase))
                throw new ArgumentException($"The path '{assetPath}' must end in .prefab.");
            var index = ProjectAssets.Current.Index;
            if (!AssetPaths.IsValidForNew(path) || index.IsImmutable(path))
                throw new ArgumentException($"'{assetPath}' is not a path that a Prefab can be saved at.");
            if (!Directory.Exists(index.Absolute(AssetPaths.FolderOf(path))))
                throw new ArgumentException($"The folder of '{assetPath}' does not exist.");
            if (Hierarchy.Everything(root).OfType<GameObject>().Any(o => o.Components.Contains(null!)))
                EngineEvents.LogError($"You are trying to save a Prefab that contains the script of a missing type: '{root.name}'.");
            AssetHooks.Creating(path);
            var existing = index.Find(path);
            var content = Content(root, path, existing);
            if (existing == null)
            {
                if (!WriteNew(path, content.Json)) return null;
                existing = index.Find(path)!;
                AssetDatabase.ImportAsset(path);
            }
            else if (!Write(existing, content.Json, root.PrefabHandle is { } own && own.SourceGuid == existing.Guid ? own : null))
                return null;
            if (connect && !(root.PrefabHandle is { } handle && handle.SourceGuid == existing.Guid && ReferenceEquals(handle.Root, root)))
                PrefabLinks.Connect(root, existing, content.Ids);
            else if (root.PrefabHandle is { } same && same.SourceGuid == existing.Guid)
                foreach (var obj in Hierarchy.Everything(root).ToList()) PrefabLinks.Link(obj, existing, content.Ids, same);
            success = true;
            SceneManagement.PrefabStageUtility.FileChanged(path, root);
            return PrefabFiles.RootOf(existing.Guid);
        }

        /// <summary>The file's content for a hierarchy, with the ids that what is there already has in the file.</summary>
        private static (JObject Json, Dictionary<Object, long> Ids) Content(GameObject root, string path, AssetRecord? existing)
        {
            var ids = new Dictionary<Object, long>();
            var guid = existing?.Guid ?? "";
            if (SceneTable.Find(root.SceneHandle) is { IsHidden: true } stage && stage.Path == path)
            {
                foreach (var obj in Hierarchy.Everything(root))
                    ids[obj] = obj.LocalFileId != 0 ? obj.LocalFileId : obj.LocalFileId = ProjectAssets.Current.Loaded.NewId(guid);
                return (PrefabFiles.Json(root, new HierarchyView(), ids, guid), ids);
            }
            if (existing != null && root.PrefabHandle is { } handle && handle.SourceGuid == existing.Guid
                && ReferenceEquals(handle.Root, root))
                return PrefabApply.Content(handle, existing);
            if (existing != null && PrefabFiles.RootOf(existing.Guid) is { } old) MatchByName(root, old, ids);
            return (PrefabFiles.Json(root, new HierarchyView(), ids, guid), ids);
        }

        /// <summary>Objects with the same place and name keep the ids that references from elsewhere have.</summary>
        private static void MatchByName(GameObject obj, GameObject old, Dictionary<Object, long> ids)
        {
            ids[obj] = old.LocalFileId;
            var free = old.Components.Where(c => c is not null).ToList();
            foreach (var component in obj.Components.Where(c => c is not null))
            {
                var match = free.Find(c => c.GetType() == component.GetType());
                if (match is null) continue;
                free.Remove(match);
                ids[component] = match.LocalFileId;
            }
            var children = old.transform.Children.Select(c => c.Owner).ToList();
            foreach (var child in obj.transform.Children.Select(c => c.Owner))
            {
                var match = children.Find(c => c.name == child.name);
                if (match is null) continue;
                children.Remove(match);
                MatchByName(child, match, ids);
            }
        }

        private static bool WriteNew(string path, JObject json)
        {
            try
            {
                AssetLoader.WriteOwn(ProjectAssets.Current.Index.Absolute(path), json);
                ProjectAssets.Current.Index.Reindex(path);
                return true;
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                EngineEvents.LogError($"Saving the Prefab '{path}' failed: {e.Message}");
                return false;
            }
        }

        private static bool Write(AssetRecord asset, JObject json, PrefabInstance? except)
        {
            try
            {
                PrefabFiles.Replace(asset, json, except);
                return true;
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                EngineEvents.LogError($"Saving the Prefab '{asset.Path}' failed: {e.Message}");
                return false;
            }
        }
    }
}
