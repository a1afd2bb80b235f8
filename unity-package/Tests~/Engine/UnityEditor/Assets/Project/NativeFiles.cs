#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;
using UnityEngine.Serialization;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Files that hold objects of the engine: materials, ScriptableObjects, physics materials, meshes.</summary>
    internal static class NativeFiles
    {
        internal const string Format = "fairlead-engine asset, not Unity YAML";

        private const long FirstId = 11_400_000;

        /// <summary>Id of the main object, as in Unity: class number times 100,000.</summary>
        internal static long MainIdOf(Object obj) => obj is Material ? 2_100_000 : obj is Mesh ? 4_300_000 : FirstId;

        /// <summary>False: the file is not one of ours.</summary>
        internal static bool Load(AssetRecord asset, LoadedAssets loaded)
        {
            if (AssetLoader.ReadOwn(ProjectAssets.Current.Index.Absolute(asset.Path), Format) is not { } json) return false;
            Sync(asset, json, loaded);
            return loaded.IsLoaded(asset.Guid);
        }

        /// <summary>Brings objects in memory in line with the file, without replacing those that are there.</summary>
        internal static void Reload(AssetRecord asset, LoadedAssets loaded)
        {
            if (AssetLoader.ReadOwn(ProjectAssets.Current.Index.Absolute(asset.Path), Format) is { } json) Sync(asset, json, loaded);
        }

        /// <summary>Writes all objects of the asset.</summary>
        internal static void Save(AssetRecord asset, IReadOnlyList<Object> objects) =>
            AssetLoader.WriteOwn(ProjectAssets.Current.Index.Absolute(asset.Path), Json(asset.Guid, objects));

        /// <summary><paramref name="objects"/>: the main one first; all have their ids.</summary>
        internal static JObject Json(string guid, IReadOnlyList<Object> objects)
        {
            var writer = new HierarchyWriter(new HierarchyView(), _ => false, o => o.LocalFileId, guid);
            return new JObject
            {
                ["format"] = Format,
                ["version"] = 1,
                ["objects"] = new JArray(objects.Select(o => Entry(o, writer))),
            };
        }

        private static JObject Entry(Object obj, IReferences references)
        {
            var json = new JObject { ["id"] = obj.LocalFileId, ["type"] = TypeNames.Of(obj.GetType()) };
            if (obj is ScriptableObject && ScriptAssets.Of(obj.GetType()) is { } script) json["script"] = script;
            json["name"] = obj.name;
            json["fields"] = ObjectCodec.Write(obj, references);
            return json;
        }

        private static void Sync(AssetRecord asset, JObject json, LoadedAssets loaded)
        {
            var known = loaded.InMemory(asset.Guid).ToDictionary(o => o.LocalFileId);
            var read = new List<(Object Object, JObject Entry)>();
            foreach (var entry in ((JArray)json["objects"]!).OfType<JObject>())
            {
                if (TypeOf(entry) is not { } type) continue;
                var id = (long)entry["id"]!;
                var obj = known.TryGetValue(id, out var old) && old.GetType() == type ? old : (Object?)ObjectData.Create(type);
                if (obj is null) continue;
                if (obj is ScriptableObject scriptable) scriptable.Script = ScriptAssets.AssetOf(type);
                loaded.Put(asset, obj, id, read.Count == 0);
                read.Add((obj, entry));
            }
            var references = new OwnReferences(read.ToDictionary(r => r.Object.LocalFileId, r => r.Object));
            for (var i = 0; i < read.Count; i++)
            {
                var (obj, entry) = read[i];
                ObjectCodec.Read(obj, (JObject)entry["fields"]!, references);
                // The file's name is the main object's, whatever it was called when it was written.
                obj.name = i == 0 ? asset.Name : (string?)entry["name"] ?? "";
            }
        }

        private static Type? TypeOf(JObject entry)
        {
            var type = entry["script"] is JObject script ? ScriptAssets.TypeOf(script) : null;
            type ??= TypeNames.Find((string?)entry["type"] ?? "");
            return type != null && typeof(Object).IsAssignableFrom(type) && !type.IsAbstract ? type : null;
        }

        private sealed class OwnReferences : IReferences
        {
            private readonly IReadOnlyDictionary<long, Object> own;

            internal OwnReferences(IReadOnlyDictionary<long, Object> own)
            {
                this.own = own;
            }

            public JObject? Name(Object referred) => throw new NotSupportedException("This only reads.");

            public Object? Find(JObject name) =>
                name["$id"] is not { } id ? null
                : name["$guid"] is { } guid ? AssetIds.Find((string)guid!, (long)id)
                : own.TryGetValue((long)id, out var found) ? found : null;
        }
    }
}
