#nullable enable
using System;
using System.IO;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Prefabs;
using Fairlead.Editor.Scenes;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Assets
{
    /// <summary>
    /// <c>unity_asset</c>: folders, files, materials, import settings. Unity's Undo does not hold what happens on disk;
    /// the relay keeps the files of before.
    /// </summary>
    internal sealed class AssetTool : AgentTool, IBatchable
    {
        private static readonly string[] Actions =
        {
            "create_folder", "move", "copy", "delete", "create_object", "inspect_object", "modify_object", "replace_references",
            "inspect_import", "modify_import", "create_material", "inspect_material", "modify_material",
        };

        /// <summary>Actions that create or change single files, which a batch can restore. Moving and deleting are separate.</summary>
        private static readonly string[] InBatch =
        {
            "create_folder", "copy", "create_object", "inspect_object", "modify_object", "create_material", "inspect_material",
            "modify_material",
        };

        internal AssetTool()
            : base("unity_asset")
        {
        }

        public override bool MayRunAgain(JObject arguments) =>
            Json.Text(arguments, "action") is "inspect_material" or "inspect_object" or "inspect_import"
            || (Json.Text(arguments, "action") == "replace_references" && AssetReplacement.OnlyLooks(arguments));

        public override ToolReply Run(ToolCall call) => ToolReply.Ok(Execute(new ToolArguments(call)));

        /// <inheritdoc/>
        public override void Check(ToolArguments arguments)
        {
            switch (arguments.Action(Actions))
            {
                case "delete":
                    NeedDeletable(arguments.AssetPath("path"));
                    break;
                case "replace_references":
                    AssetReplacement.Check(arguments);
                    break;
            }
        }

        /// <inheritdoc/>
        JToken IBatchable.Execute(ToolArguments arguments)
        {
            var action = arguments.Action(Actions);
            if (Array.IndexOf(InBatch, action) < 0)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"unity_asset {action} cannot be part of a batch.",
                    $"Call it on its own. In a batch: {string.Join(", ", InBatch)}.");
            return Execute(arguments);
        }

        internal static JObject Execute(ToolArguments arguments)
        {
            return arguments.Action(Actions) switch
            {
                "create_folder" => CreateFolder(arguments),
                "move" => Move(arguments),
                "copy" => Copy(arguments),
                "delete" => Delete(arguments),
                "create_object" => DataAssets.Create(arguments),
                "inspect_object" => DataAssets.Inspect(arguments),
                "modify_object" => DataAssets.Modify(arguments),
                "replace_references" => AssetReplacement.Run(arguments),
                "inspect_import" => ImportSettings.Inspect(arguments),
                "modify_import" => ImportSettings.Modify(arguments),
                "create_material" => CreateMaterial(arguments),
                "inspect_material" => InspectMaterial(arguments),
                _ => ModifyMaterial(arguments),
            };
        }

        private static JObject CreateFolder(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            arguments.End();
            var folder = AssetFiles.Vacant(path);
            AssetFiles.MakeFolder(folder);
            return AssetFiles.Result(folder);
        }

        private static JObject Move(ToolArguments arguments)
        {
            var (source, target) = SourceAndTarget(arguments);
            // Unity follows an open scene or prefab to its new place; only what is unsaved in Prefab Mode it asks about.
            PrefabStages.RefuseChanges(source);
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            var refused = AssetDatabase.MoveAsset(source, target);
            if (!string.IsNullOrEmpty(refused))
                throw new ToolFault(CallErrorCode.InvalidArguments, $"Unity did not move {source}: {refused}", "Choose another path.");
            var result = AssetFiles.Result(target);
            result["previousPath"] = source;
            return result;
        }

        private static JObject Copy(ToolArguments arguments)
        {
            var (source, target) = SourceAndTarget(arguments);
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            // Changes that are only in memory belong to the copy too.
            AssetDatabase.SaveAssetIfDirty(AssetDatabase.GUIDFromAssetPath(source));
            FilesBefore.Writes(target);
            if (!AssetDatabase.CopyAsset(source, target))
                throw new ToolFault(CallErrorCode.Internal, $"Unity could not copy {source}.", "Look at the console.");
            return AssetFiles.Result(target);
        }

        private static JObject Delete(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            arguments.End();
            var source = NeedDeletable(path);
            if (!AssetDatabase.MoveAssetToTrash(source))
                throw new ToolFault(
                    CallErrorCode.Internal,
                    $"{source} could not be moved to the trash.",
                    "Another program may have the file open, or this disk has no trash. Nothing was deleted.");
            return new JObject { ["assetPath"] = source, ["trashed"] = true };
        }

        private static string NeedDeletable(string path)
        {
            var source = AssetFiles.Need(path);
            if (source == "Assets")
                throw new ToolFault(CallErrorCode.InvalidArguments, "The Assets folder itself cannot be deleted.");
            RefuseOpen(source);
            return source;
        }

        /// <summary>An open file would stay in memory without its file, and open a dialog when it is closed.</summary>
        private static void RefuseOpen(string source)
        {
            foreach (var open in SceneFacts.OpenFiles())
            {
                if (open != source && !open.StartsWith(source + "/", StringComparison.Ordinal)) continue;
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"{open} is open; its file cannot be deleted.",
                    open.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase)
                        ? "Ask the user to leave Prefab Mode first." : "Open another scene first.");
            }
        }

        private static JObject CreateMaterial(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var shaderName = arguments.OptionalText("shader", 0, 200);
            var (color, properties) = Look(arguments);
            var target = AssetFiles.Vacant(path, ".mat");
            var shader = shaderName == null ? MaterialShaders.Default() : MaterialShaders.Need(shaderName);
            var material = new Material(shader);
            JObject report;
            try
            {
                report = MaterialProperties.Report(MaterialProperties.SetAll(material, color, properties), "the material");
                AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
                FilesBefore.Writes(target);
                AssetDatabase.CreateAsset(material, target);
            }
            catch
            {
                if (!AssetDatabase.Contains(material)) UnityEngine.Object.DestroyImmediate(material);
                throw;
            }
            return MaterialResult(target, material, report);
        }

        private static JObject ModifyMaterial(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var shaderName = arguments.OptionalText("shader", 0, 200);
            var (color, properties) = Look(arguments);
            var (target, material) = NeedMaterial(path);
            if (color == null && properties == null && shaderName == null)
                throw new ToolFault(CallErrorCode.InvalidArguments, "modify_material needs a color, properties or a shader.");
            var shader = shaderName == null ? null : MaterialShaders.Need(shaderName);
            // On a copy first: a call that fails leaves the asset as it was.
            var draft = new Material(material);
            try
            {
                if (shader != null && shader != draft.shader) MaterialShaders.Change(draft, shader);
                var report = MaterialProperties.Report(MaterialProperties.SetAll(draft, color, properties), "the material");
                FilesBefore.Writes(target);
                material.shader = draft.shader;
                material.CopyPropertiesFromMaterial(draft);
                EditorUtility.SetDirty(material);
                AssetDatabase.SaveAssetIfDirty(material);
                return MaterialResult(target, material, report);
            }
            finally
            {
                UnityEngine.Object.DestroyImmediate(draft);
            }
        }

        private static JObject InspectMaterial(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            arguments.End();
            var (target, material) = NeedMaterial(path);
            var result = AssetFiles.Result(target);
            result["shader"] = material.shader.name;
            var properties = MaterialProperties.Show(material);
            result["color"] = MaterialProperties.MainColor(material) is { } color ? properties[color]!.DeepClone() : JValue.CreateNull();
            result["properties"] = properties;
            return result;
        }

        /// <exception cref="ToolFault"><c>not_found</c>; <c>invalid_arguments</c>: it is something else; <c>unsupported</c>: it cannot be
        /// read.</exception>
        private static (string Path, Material Material) NeedMaterial(string path)
        {
            var target = AssetFiles.Need(path);
            var material = AssetDatabase.LoadAssetAtPath<Material>(target);
            if (material != null) return (target, material);
            throw new ToolFault(
                AssetFiles.TypeOf(target) == "Material" ? CallErrorCode.Unsupported : CallErrorCode.InvalidArguments,
                AssetFiles.TypeOf(target) == "Material"
                    ? $"{target} cannot be read as a material."
                    : $"{target} is a {AssetFiles.TypeOf(target)}, not a Material.",
                "Use another file.");
        }

        private static (double[]? Color, JObject? Properties) Look(ToolArguments arguments)
        {
            var color = arguments.OptionalColor("color");
            var properties = arguments.OptionalRecord("properties");
            arguments.End();
            return (color, properties);
        }

        private static JObject MaterialResult(string path, Material material, JObject report)
        {
            var result = AssetFiles.Result(path);
            result["shader"] = material.shader.name;
            result.Merge(report);
            return result;
        }

        /// <summary>A folder as the new path means: into it, under the same name.</summary>
        private static (string Source, string Target) SourceAndTarget(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var newPath = arguments.AssetPath("new_path");
            arguments.End();
            var source = AssetFiles.Need(path);
            if (source == "Assets")
                throw new ToolFault(CallErrorCode.InvalidArguments, "The Assets folder itself cannot be moved.");
            var into = AssetDatabase.IsValidFolder(newPath.TrimEnd('/')) ? $"{newPath.TrimEnd('/')}/{AssetFiles.NameOf(source)}" : newPath;
            var target = AssetFiles.Vacant(into);
            if (target.StartsWith(source + "/", StringComparison.Ordinal))
                throw new ToolFault(CallErrorCode.InvalidArguments, $"{source} cannot be moved into itself.");
            var extension = Path.GetExtension(source);
            if (!AssetDatabase.IsValidFolder(source)
                && !string.Equals(Path.GetExtension(target), extension, StringComparison.OrdinalIgnoreCase))
                throw new ToolFault(CallErrorCode.InvalidArguments, $"The new path must keep the extension {extension}.",
                    $"E.g. {target}{extension}.");
            return (source, target);
        }
    }
}
