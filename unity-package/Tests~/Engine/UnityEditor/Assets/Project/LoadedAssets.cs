#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// Objects of assets that are in memory, by GUID and id in the file. They are kept by their engine ids:
    /// a domain reload makes new objects under the same ids.
    /// </summary>
    internal sealed class LoadedAssets
    {
        private readonly Dictionary<string, Dictionary<long, ulong>> files = new Dictionary<string, Dictionary<long, ulong>>();
        private readonly Dictionary<string, long> mains = new Dictionary<string, long>();
        private readonly HashSet<string> loading = new HashSet<string>();

        internal bool IsLoaded(string guid) => mains.ContainsKey(guid);

        internal IEnumerable<string> Guids => mains.Keys.ToList();

        /// <summary>Loads it where it is not. Returns null if the file cannot be read.</summary>
        internal Object? Main(AssetRecord asset)
        {
            Load(asset);
            return mains.TryGetValue(asset.Guid, out var id) ? Known(asset.Guid, id) : null;
        }

        internal Object? Object(AssetRecord asset, long fileId)
        {
            Load(asset);
            return Known(asset.Guid, fileId);
        }

        /// <summary>The main object first.</summary>
        internal IReadOnlyList<Object> All(AssetRecord asset)
        {
            var main = Main(asset);
            if (main is null) return Array.Empty<Object>();
            return new[] { main }.Concat(InMemory(asset.Guid).Where(o => !ReferenceEquals(o, main))).ToList();
        }

        /// <summary>Without loading anything.</summary>
        internal IEnumerable<Object> InMemory(string guid) =>
            files.TryGetValue(guid, out var file)
                ? file.Values.Select(ObjectTable.Find).Where(o => o is not null).ToList()!
                : Enumerable.Empty<Object>();

        internal Object? MainInMemory(string guid) => mains.TryGetValue(guid, out var id) ? Known(guid, id) : null;

        internal void Put(AssetRecord asset, Object obj, long fileId, bool isMain)
        {
            if (!files.TryGetValue(asset.Guid, out var file)) files[asset.Guid] = file = new Dictionary<long, ulong>();
            file[fileId] = obj.Id;
            if (isMain) mains[asset.Guid] = fileId;
            obj.AssetPath = asset.Path;
            obj.LocalFileId = fileId;
        }

        /// <summary>An id that the file does not use.</summary>
        internal long NewId(string guid)
        {
            var bytes = Guid.NewGuid().ToByteArray();
            var id = Math.Abs(BitConverter.ToInt64(bytes, 0)) >> 1;
            return files.TryGetValue(guid, out var file) && file.ContainsKey(id) ? NewId(guid) : id;
        }

        internal void Remove(string guid, long fileId)
        {
            if (files.TryGetValue(guid, out var file)) file.Remove(fileId);
        }

        /// <summary>The file is gone: its objects are destroyed.</summary>
        internal void Destroy(string guid)
        {
            foreach (var obj in InMemory(guid))
            {
                EngineEvents.Destroying(obj);
                obj.IsAlive = false;
            }
            Forget(guid);
        }

        /// <summary>The next use reads the file again.</summary>
        internal void Forget(string guid)
        {
            files.Remove(guid);
            mains.Remove(guid);
        }

        internal void Moved(string guid, string path)
        {
            foreach (var obj in InMemory(guid))
            {
                obj.AssetPath = path;
                if (mains[guid] == obj.LocalFileId && !(obj is Shader)) obj.name = AssetPaths.NameWithoutExtension(path);
            }
        }

        /// <summary>A shader of the project by the name that it gives itself.</summary>
        internal Shader? ShaderNamed(string name) =>
            ProjectAssets.Current.Index.All
                .Where(a => a.Kind == "Shader" && ShaderFile.NameIn(ProjectAssets.Current.Index.Absolute(a.Path)) == name)
                .Select(a => Main(a) as Shader)
                .FirstOrDefault(s => s is not null);

        private Object? Known(string guid, long id) =>
            files.TryGetValue(guid, out var file) && file.TryGetValue(id, out var known) ? ObjectTable.Find(known) : null;

        private void Load(AssetRecord asset)
        {
            if (mains.TryGetValue(asset.Guid, out var id) && Known(asset.Guid, id) is not null) return;
            // A prefab that holds itself, through whatever: the inner one is missing.
            if (!loading.Add(asset.Guid)) return;
            try
            {
                AssetLoader.Load(asset, this);
            }
            finally
            {
                loading.Remove(asset.Guid);
            }
        }
    }
}
