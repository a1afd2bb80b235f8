#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Assets
{
    /// <summary>The actions of unity_asset that work on any asset by its serialized properties: ScriptableObjects first of all.</summary>
    internal static class DataAssets
    {
        internal static JObject Create(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var typeName = arguments.Text("type_name", 1, 200);
            var properties = arguments.OptionalRecord("properties") ?? new JObject();
            arguments.End();
            var target = AssetFiles.Vacant(path, ".asset");
            var asset = ScriptableObject.CreateInstance(NeedType(typeName));
            JObject report;
            try
            {
                report = ComponentValues.Apply(asset, properties);
                AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
                FilesBefore.Writes(target);
                AssetDatabase.CreateAsset(asset, target);
            }
            catch
            {
                if (!AssetDatabase.Contains(asset)) Object.DestroyImmediate(asset);
                throw;
            }
            // The relay keeps the file of before; what Undo has of it would bring back only what is in memory.
            Undo.ClearUndo(asset);
            return Result(target, report);
        }

        internal static JObject Inspect(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            arguments.End();
            var (target, asset) = Need(path);
            var result = AssetFiles.Result(target);
            result["properties"] = ComponentValues.Show(asset);
            return result;
        }

        internal static JObject Modify(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var properties = arguments.Record("properties");
            arguments.End();
            var (target, asset) = Need(path);
            if (!AssetDatabase.IsNativeAsset(asset))
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    $"{target} is imported: Unity regenerates it from its file, so changes would be lost.",
                    "Change the file itself.");
            FilesBefore.Writes(target);
            var report = ComponentValues.Apply(asset, properties);
            EditorUtility.SetDirty(asset);
            AssetDatabase.SaveAssetIfDirty(asset);
            Undo.ClearUndo(asset);
            return Result(target, report);
        }

        /// <summary>The main object of a file; not what has tools of its own.</summary>
        private static (string Path, Object Asset) Need(string path)
        {
            var target = AssetFiles.Need(path);
            var type = AssetFiles.TypeOf(target);
            var hint = type == "Prefab" || type == "Model" ? "Use unity_prefab inspect_asset and edit_asset."
                : type == nameof(SceneAsset) ? "Open it with unity_scene, and look with unity_query."
                : type == nameof(Material) ? "Use inspect_material and modify_material."
                : AssetDatabase.IsValidFolder(target) ? "Name a file."
                : null;
            if (hint != null) throw new ToolFault(CallErrorCode.InvalidArguments, $"{target} is a {type}.", hint);
            var asset = AssetDatabase.LoadMainAssetAtPath(target);
            return asset != null
                ? (target, asset)
                : throw new ToolFault(CallErrorCode.Unsupported, $"{target} cannot be read as an asset.",
                    "Its script may be missing, or the file is damaged.");
        }

        private static Type NeedType(string name)
        {
            Type? byShortName = null;
            var names = new List<string>();
            foreach (var type in TypeCache.GetTypesDerivedFrom<ScriptableObject>())
            {
                if (type.IsAbstract || type.IsGenericTypeDefinition || IsEditorsOwn(type)) continue;
                if (type.FullName == name) return type;
                if (type.Name == name) byShortName ??= type;
                names.Add(type.Name);
            }
            return byShortName ?? throw new ToolFault(
                CallErrorCode.UnknownType,
                $"There is no ScriptableObject type \"{name}\".",
                "Use one of the nearest names. A new script needs unity_refresh first.",
                new JObject { ["nearest"] = new JArray(Nearest.Of(name, names)) });
        }

        /// <summary>Windows and inspectors are ScriptableObjects too, and no data.</summary>
        private static bool IsEditorsOwn(Type type) =>
            UnityTypes.IsA(type, "UnityEditor.EditorWindow", "UnityEditor.Editor", "UnityEditor.AssetImporters.ScriptedImporter");

        private static JObject Result(string path, JObject report)
        {
            var result = AssetFiles.Result(path);
            result.Merge(report);
            return result;
        }
    }
}
