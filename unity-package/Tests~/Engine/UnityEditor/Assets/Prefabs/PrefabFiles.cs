#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Prefab files and their contents in memory. Everything is written first; memory follows the file.</summary>
    internal static class PrefabFiles
    {
        internal const string Format = "fairlead-engine prefab, not Unity YAML";

        /// <summary>Id of the root object of a new file.</summary>
        private const long RootId = 1;

        /// <summary>The root of a prefab by GUID. Returns null if there is no such prefab, or it cannot be read.</summary>
        internal static GameObject? RootOf(string guid) =>
            ProjectAssets.Current.Index.ByGuid(guid) is { } asset && asset.Kind == AssetKinds.Prefab
                ? ProjectAssets.Current.Loaded.Main(asset) as GameObject
                : null;

        internal static JObject? ReadFile(AssetRecord asset) =>
            AssetLoader.ReadOwn(ProjectAssets.Current.Index.Absolute(asset.Path), Format);

        /// <summary>Reads the file into memory; objects that are there stay the same objects.</summary>
        internal static void Load(AssetRecord asset, LoadedAssets loaded)
        {
            if (ReadFile(asset) is { } json) Sync(asset, json, loaded);
        }

        /// <summary>Makes the contents of the file for editing, in a scene of its own.</summary>
        internal static GameObject ReadInto(AssetRecord asset, UnityEngine.SceneManagement.SceneData scene)
        {
            var json = ReadFile(asset) ?? throw new ArgumentException($"{asset.Path} is not a prefab that can be read.");
            var reader = new HierarchyReader(null, scene.Handle, () => ProjectAssets.Current.Loaded.NewId(asset.Guid));
            var root = reader.Node((JObject)json["root"]!);
            reader.Embedded(json["embedded"] as JArray ?? new JArray());
            reader.Fill();
            root.name = asset.Name;
            scene.Roots.Add(root);
            return root;
        }

        /// <summary>An instance with nothing of its own.</summary>
        internal static JObject BareInstance(string guid, long id) =>
            new JObject
            {
                ["id"] = id,
                ["prefab"] = guid,
                ["ids"] = new JObject(),
                ["changes"] = new JArray(),
                ["removed"] = new JArray(),
            };

        /// <summary>The file's JSON for a hierarchy.</summary>
        /// <param name="ids">Ids of objects in the file; grows with what has none yet.</param>
        internal static JObject Json(GameObject root, HierarchyView view, Dictionary<Object, long> ids, string guid, Action<Object,
            JObject>? adjust = null)
        {
            var inside = new HashSet<Object>(Hierarchy.Everything(root));
            var used = new HashSet<long>(ids.Values);
            var next = RootId;
            long IdOf(Object obj)
            {
                if (ids.TryGetValue(obj, out var known)) return known;
                while (!used.Add(next)) next++;
                return ids[obj] = next;
            }
            var writer = new HierarchyWriter(view, inside.Contains, IdOf, guid) { Adjust = adjust ?? ((_, _) => { }), MayEmbed = false };
            return new JObject
            {
                ["format"] = Format,
                ["version"] = 1,
                ["root"] = writer.Node(root),
                ["embedded"] = writer.Embedded(),
            };
        }

        /// <summary>The file's JSON for the objects of the asset that are in memory.</summary>
        internal static JObject JsonOfLoaded(AssetRecord asset, GameObject root)
        {
            var ids = new Dictionary<Object, long>();
            foreach (var obj in ProjectAssets.Current.Loaded.InMemory(asset.Guid).Concat(Hierarchy.Everything(root)))
                ids[obj] = obj.LocalFileId != 0 ? obj.LocalFileId : ProjectAssets.Current.Loaded.NewId(asset.Guid);
            return Json(root, new HierarchyView(), ids, asset.Guid);
        }

        /// <summary>
        /// Gives the asset this content: writes the file, then brings memory and all instances in line, which keep what
        /// they have of their own.
        /// </summary>
        /// <param name="except">An instance that is in line already: the one whose content it is.</param>
        /// <returns>How many instances in scenes were updated.</returns>
        internal static int Replace(AssetRecord asset, JObject json, PrefabInstance? except = null)
        {
            var update = PrefabUpdate.Prepare(asset.Guid, except);
            AssetLoader.WriteOwn(ProjectAssets.Current.Index.Absolute(asset.Path), json);
            ProjectAssets.Current.Index.Reindex(asset.Path);
            Sync(asset, json, ProjectAssets.Current.Loaded);
            return update.Finish();
        }

        /// <summary>Brings memory and instances in line with a file that was changed on disk.</summary>
        internal static void Reload(AssetRecord asset)
        {
            if (!ProjectAssets.Current.Loaded.IsLoaded(asset.Guid) || ReadFile(asset) is not { } json) return;
            var update = PrefabUpdate.Prepare(asset.Guid, null);
            Sync(asset, json, ProjectAssets.Current.Loaded);
            update.Finish();
        }

        private static void Sync(AssetRecord asset, JObject json, LoadedAssets loaded)
        {
            var existing = new Dictionary<long, Object>();
            foreach (var obj in loaded.InMemory(asset.Guid)) existing[obj.LocalFileId] = obj;
            var reader = new HierarchyReader(asset.Path, 0, () => loaded.NewId(asset.Guid), existing);
            var root = reader.Node((JObject)json["root"]!);
            reader.Embedded(json["embedded"] as JArray ?? new JArray());
            reader.Fill();
            root.name = asset.Name;
            reader.EndOthers();
            loaded.Forget(asset.Guid);
            foreach (var entry in reader.ById) loaded.Put(asset, entry.Value, entry.Key, ReferenceEquals(entry.Value, root));
        }
    }
}
