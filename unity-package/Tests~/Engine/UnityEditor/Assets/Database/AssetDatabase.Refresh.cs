#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Engine.Assets;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>Importing what changed on disk.</summary>
    public sealed partial class AssetDatabase
    {
        public static void Refresh() => Refresh(ImportAssetOptions.Default);

        /// <summary>Reads everything again, tells who listens, and asks for a compile where scripts changed.</summary>
        public static void Refresh(ImportAssetOptions options)
        {
            SettingsObjects.Reload();
            var changes = Index.Rescan();
            foreach (var guid in Project.Loaded.Guids.Where(g => Index.ByGuid(g) == null)) Gone(guid);
            foreach (var (from, to) in changes.Moved)
            {
                Project.Loaded.Moved(Index.Find(to)!.Guid, to);
                SceneManagement.EditorSceneManager.FollowMove(from, to);
            }
            foreach (var path in changes.Imported) Reload(path);
            if (changes.Any) Publish(changes);
            ScriptCompilation.RequestIfChanged();
        }

        public static void ImportAsset(string path) => ImportAsset(path, ImportAssetOptions.Default);

        public static void ImportAsset(string path, ImportAssetOptions options)
        {
            if (Imported(AssetPaths.Normal(path), true) is { } asset && AssetPaths.IsScript(asset.Path))
                ScriptCompilation.RequestIfChanged();
        }

        public static void StartAssetEditing() => Project.EditingDepth++;

        public static void StopAssetEditing()
        {
            if (Project.EditingDepth == 0) return;
            if (--Project.EditingDepth > 0 || Project.WaitingImports.Count == 0) return;
            var changes = new AssetChanges();
            changes.Imported.AddRange(Project.WaitingImports.Distinct());
            Project.WaitingImports.Clear();
            Publish(changes);
        }

        public class AssetEditingScope : IDisposable
        {
            private bool disposed;

            public AssetEditingScope() => StartAssetEditing();

            public void Dispose()
            {
                if (disposed) return;
                disposed = true;
                StopAssetEditing();
            }
        }

        private static AssetRecord? Imported(string path, bool reload = false)
        {
            var record = Index.Reindex(path);
            if (record == null) return null;
            if (reload) Reload(path);
            Tell(imported: path);
            return record;
        }

        private static void Reload(string path)
        {
            if (Index.Find(path) is not { } asset || !Project.Loaded.IsLoaded(asset.Guid)) return;
            if (asset.Kind == AssetKinds.Prefab && !AssetKinds.IsModel(path)) PrefabFiles.Reload(asset);
            else if (AssetKinds.IsNative(path)) NativeFiles.Reload(asset, Project.Loaded);
            else if (asset.Kind is not (AssetKinds.Script or AssetKinds.Scene)) Project.Loaded.Forget(asset.Guid);
        }

        private static void Gone(string guid)
        {
            PrefabLinks.SourceIsGoing(guid);
            Project.Loaded.Destroy(guid);
        }

        private static void Tell(string? imported = null, (string From, string To)? moved = null, IEnumerable<string>? deleted = null)
        {
            if (imported != null && Project.EditingDepth > 0)
            {
                Project.WaitingImports.Add(imported);
                return;
            }
            var changes = new AssetChanges();
            if (imported != null) changes.Imported.Add(imported);
            if (moved is { } move) changes.Moved.Add(move);
            if (deleted != null) changes.Deleted.AddRange(deleted);
            Publish(changes);
            if (changes.Imported.Concat(changes.Deleted).Concat(changes.Moved.Select(m => m.To)).Any(AssetPaths.IsScript))
                ScriptCompilation.RequestIfChanged();
        }

        private static void Publish(AssetChanges changes)
        {
            AssetHooks.Changed(changes);
            EditorEvents.ProjectChanged();
        }
    }
}
