#nullable enable
using System;
using System.IO;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>Makes objects of a file, by its kind. A file that cannot be read stays a <see cref="DefaultAsset"/> or nothing.</summary>
    internal static class AssetLoader
    {
        internal static void Load(AssetRecord asset, LoadedAssets loaded)
        {
            var file = ProjectAssets.Current.Index.Absolute(asset.Path);
            if (asset.IsFolder)
            {
                Main(asset, loaded, new DefaultAsset());
                return;
            }
            if (!File.Exists(file)) return;
            switch (asset.Kind)
            {
                case AssetKinds.Scene:
                    Main(asset, loaded, new SceneAsset());
                    break;
                case AssetKinds.Script:
                    Main(asset, loaded, new MonoScript(asset.Path), ScriptAssets.ScriptId);
                    break;
                case AssetKinds.Prefab when AssetKinds.IsModel(asset.Path):
                    Main(asset, loaded, Model(asset));
                    break;
                case AssetKinds.Prefab:
                    PrefabFiles.Load(asset, loaded);
                    break;
                case "Shader":
                    if (ShaderFile.Read(file) is { } shader) loaded.Put(asset, shader, 4_800_000, true);
                    else Main(asset, loaded, new DefaultAsset());
                    break;
                case "Texture2D":
                    Main(asset, loaded, Texture(file), 2_800_000);
                    break;
                case "AudioClip":
                    Main(asset, loaded, new AudioClip(), 8_300_000);
                    break;
                case "TextAsset":
                    Main(asset, loaded, new TextAsset(File.ReadAllBytes(file)), 4_900_000);
                    break;
                case "AssemblyDefinitionAsset":
                case "AssemblyDefinitionReferenceAsset":
                    Main(asset, loaded, new UnityEditorInternal.AssemblyDefinitionAsset(File.ReadAllText(file)), 5_900_000);
                    break;
                default:
                    if (AssetKinds.IsNative(asset.Path) && NativeFiles.Load(asset, loaded)) break;
                    Main(asset, loaded, new DefaultAsset());
                    break;
            }
        }

        /// <summary>The JSON of one of the engine's own files. Returns null if it is damaged, or Unity wrote it.</summary>
        internal static JObject? ReadOwn(string file, string format)
        {
            if (!File.Exists(file)) return null;
            try
            {
                using var reader = new JsonTextReader(new StringReader(File.ReadAllText(file))) { DateParseHandling =
                    DateParseHandling.None };
                var json = JObject.Load(reader);
                return (string?)json["format"] == format ? json : null;
            }
            catch (JsonException)
            {
                return null;
            }
        }

        internal static void WriteOwn(string file, JObject json) =>
            AtomicFile.Write(file, json.ToString(Formatting.Indented).Replace("\r\n", "\n") + "\n");

        private static void Main(AssetRecord asset, LoadedAssets loaded, UnityEngine.Object obj, long id = AssetIds.MainId)
        {
            obj.name = asset.Name;
            loaded.Put(asset, obj, id, true);
        }

        /// <summary>The engine reads no meshes of models; what is placed of one is an empty object of its name.</summary>
        private static GameObject Model(AssetRecord asset)
        {
            var obj = new GameObject(default(GameObject.Blank)) { name = asset.Name };
            var transform = (Transform)Activator.CreateInstance(typeof(Transform), true)!;
            transform.Owner = obj;
            obj.Components.Add(transform);
            transform.AssetPath = asset.Path;
            transform.LocalFileId = AssetIds.MainId + 1;
            return obj;
        }

        private static Texture2D Texture(string file)
        {
            var (width, height) = PictureSize.Of(file);
            return new Texture2D(width, height);
        }
    }
}
