#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Engine.Assets;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Loading objects, and writing those that were changed.</summary>
    public sealed partial class AssetDatabase
    {
        public static Object? LoadAssetAtPath(string assetPath, Type type)
        {
            if (Index.Find(assetPath) is not { } asset) return null;
            var main = Project.Loaded.Main(asset);
            if (main is null) return null;
            if (type.IsInstanceOfType(main)) return main;
            if (main is GameObject root && typeof(Component).IsAssignableFrom(type)) return root.GetComponent(type);
            return Project.Loaded.All(asset).FirstOrDefault(o => !(o is Component) && type.IsInstanceOfType(o));
        }

        public static T? LoadAssetAtPath<T>(string assetPath)
            where T : Object => LoadAssetAtPath(assetPath, typeof(T)) as T;

        public static Object? LoadMainAssetAtPath(string assetPath) =>
            Index.Find(assetPath) is { } asset ? Project.Loaded.Main(asset) : null;

        public static Object[] LoadAllAssetsAtPath(string assetPath) =>
            SettingsObjects.Has(assetPath) ? SettingsObjects.At(assetPath) is { } settings ? new[] { settings } : Array.Empty<Object>() :
            Index.Find(assetPath) is { } asset ? Project.Loaded.All(asset).ToArray() : Array.Empty<Object>();

        public static Object[] LoadAllAssetRepresentationsAtPath(string assetPath) =>
            LoadAllAssetsAtPath(assetPath).Skip(1).Where(o => !(o is GameObject) && !(o is Component)).ToArray();

        public static bool IsMainAssetAtPathLoaded(string assetPath) =>
            Index.Find(assetPath) is { } asset && Project.Loaded.IsLoaded(asset.Guid);

        /// <summary>Without loading it where the extension tells. Returns null if there is no asset.</summary>
        public static Type? GetMainAssetTypeAtPath(string assetPath)
        {
            if (Index.Find(assetPath) is not { } asset) return null;
            if (asset.IsFolder) return typeof(DefaultAsset);
            if (AssetKinds.IsNative(asset.Path)) return NativeType(asset) ?? typeof(DefaultAsset);
            return asset.Kind switch
            {
                AssetKinds.Prefab => typeof(GameObject),
                AssetKinds.Scene => typeof(SceneAsset),
                AssetKinds.Script => typeof(MonoScript),
                "Shader" => typeof(Shader),
                "Texture2D" => typeof(Texture2D),
                "AudioClip" => typeof(AudioClip),
                "TextAsset" => typeof(TextAsset),
                "AssemblyDefinitionAsset" or "AssemblyDefinitionReferenceAsset" => typeof(UnityEditorInternal.AssemblyDefinitionAsset),
                _ => typeof(DefaultAsset),
            };
        }

        public static Type? GetMainAssetTypeFromGUID(GUID guid) => GetMainAssetTypeAtPath(GUIDToAssetPath(guid));

        public static T? GetBuiltinExtraResource<T>(string path)
            where T : Object => GetBuiltinExtraResource(typeof(T), path) as T;

        public static Object? GetBuiltinExtraResource(Type type, string path) =>
            BuiltinResources.Find(type, AssetPaths.NameWithoutExtension(path));

        public static void SaveAssets()
        {
            foreach (var path in Unsaved().Select(o => o.AssetPath!).Distinct().ToList()) Save(path);
        }

        public static void SaveAssetIfDirty(Object obj)
        {
            if (obj != null && obj.AssetPath != null && Unsaved().Any(o => o.AssetPath == obj.AssetPath)) Save(obj.AssetPath);
        }

        public static void SaveAssetIfDirty(GUID guid)
        {
            var path = GUIDToAssetPath(guid);
            if (path.Length > 0 && Unsaved().Any(o => o.AssetPath == path)) Save(path);
        }

        private static IEnumerable<Object> Unsaved() =>
            UnityEditor.Dirty.All.Select(ObjectTable.Find).Where(o => o is not null && o.AssetPath != null).ToList()!;

        private static void Save(string path)
        {
            SettingsObjects.Save(path);
            if (Index.Find(path) is not { } asset || Index.IsImmutable(path)) return;
            if (!AssetHooks.MaySave(path)) return;
            if (asset.Kind == AssetKinds.Prefab)
            {
                if (Project.Loaded.MainInMemory(asset.Guid) is GameObject root) PrefabUtility.SavePrefabAsset(root);
            }
            else if (AssetKinds.IsNative(path))
            {
                NativeFiles.Save(asset, Project.Loaded.All(asset));
                Index.Reindex(path);
            }
            foreach (var obj in Project.Loaded.InMemory(asset.Guid)) UnityEditor.Dirty.Saved(obj);
        }

        private static Type? NativeType(AssetRecord asset)
        {
            if (Project.Loaded.MainInMemory(asset.Guid) is { } loaded) return loaded.GetType();
            var json = AssetLoader.ReadOwn(Index.Absolute(asset.Path), NativeFiles.Format);
            if (json == null)
                return asset.Kind switch
                {
                    AssetKinds.Material => typeof(Material),
                    "PhysicsMaterial" => typeof(PhysicsMaterial),
                    "Mesh" => typeof(Mesh),
                    AssetKinds.ScriptableObject => typeof(ScriptableObject),
                    _ => null,
                };
            var first = ((JArray)json["objects"]!).OfType<JObject>().FirstOrDefault();
            return first == null ? null
                : (first["script"] is JObject script ? ScriptAssets.TypeOf(script) : null) ?? TypeNames.Find((string?)first["type"] ?? "")
                    ?? typeof(ScriptableObject);
        }
    }
}
