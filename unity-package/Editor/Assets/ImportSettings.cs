#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEditor.Build;

namespace Fairlead.Editor.Assets
{
    /// <summary>The actions of unity_asset that say how Unity imports a file.</summary>
    internal static class ImportSettings
    {
        private const int MaxPlatformLength = 60;
        private const int MaxNames = 200;
        private const int MaxMessages = 20;
        private const int MaxMessageLength = 500;

        /// <summary>Unity's name of the settings for platforms without their own.</summary>
        private const string DefaultPlatform = "DefaultTexturePlatform";

        internal static JObject Inspect(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var platform = arguments.OptionalText("platform", 1, MaxPlatformLength);
            arguments.End();
            var target = AssetFiles.NeedAny(path);
            var importer = Need(target);
            var result = Result(importer, target);
            if (platform != null)
            {
                var settings = Platform(importer, platform);
                result["platform"] = settings.name;
                result["properties"] = ImporterValues.Show(settings);
                result["alsoSettable"] = new JArray();
                return result;
            }
            result["properties"] = ImporterValues.Show(importer);
            result["alsoSettable"] = new JArray(ImporterValues.Further(importer).Take(MaxNames));
            return result;
        }

        internal static JObject Modify(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var properties = arguments.Record("properties");
            var platform = arguments.OptionalText("platform", 1, MaxPlatformLength);
            arguments.End();
            var target = AssetFiles.Need(path);
            var importer = Need(target);
            if (IsCode(target, importer))
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    $"{target} is code: reimporting it recompiles all scripts.",
                    "Change its .meta file with edit_file, then call unity_refresh.");
            var settings = platform == null ? null : Platform(importer, platform);
            var report = settings == null ? ImporterValues.Apply(importer, properties) : ApplyTo(importer, settings, properties);
            importer.SaveAndReimport();
            // The relay keeps the .meta of before; what Undo has of it would bring back only what is in memory.
            Undo.ClearUndo(importer);
            var now = Need(target);
            ImporterValues.ReadAgain(settings == null ? (object)now : Platform(now, settings.name), report);
            var result = Result(now, target);
            if (settings != null) result["platform"] = settings.name;
            result.Merge(report);
            result["messages"] = Messages(target);
            return result;
        }

        /// <summary>A platform has settings of its own from the first value on that is set for it.</summary>
        private static JObject ApplyTo(AssetImporter importer, TextureImporterPlatformSettings settings, JObject properties)
        {
            if (settings.name != DefaultPlatform && properties["overridden"] == null) settings.overridden = true;
            var report = ImporterValues.Apply(settings, properties);
            ((TextureImporter)importer).SetPlatformTextureSettings(settings);
            return report;
        }

        private static AssetImporter Need(string path)
        {
            var importer = AssetDatabase.IsValidFolder(path) ? null : AssetImporter.GetAtPath(path);
            return importer != null
                ? importer
                : throw new ToolFault(CallErrorCode.InvalidArguments, $"{path} is not imported.",
                    "Name a file that Unity imports: a texture, a model, a sound.");
        }

        private static TextureImporterPlatformSettings Platform(AssetImporter importer, string name)
        {
            if (!(importer is TextureImporter texture))
                throw new ToolFault(CallErrorCode.InvalidArguments, $"{importer.assetPath} is not a texture.",
                    "Leave platform out: only textures have settings per platform here.");
            var known = Platforms();
            var found = known.Keys.FirstOrDefault(each => string.Equals(each, name, StringComparison.OrdinalIgnoreCase));
            if (found == null)
                throw new ToolFault(CallErrorCode.NotFound, $"There is no platform \"{name}\".", "Use one of the nearest names.",
                    new JObject { ["nearest"] = new JArray(Nearest.Of(name, known.Keys)) });
            return known[found] == DefaultPlatform
                ? texture.GetDefaultPlatformTextureSettings()
                : texture.GetPlatformTextureSettings(known[found]);
        }

        /// <summary>Platforms by the names of C# and by those of files: iOS and iPhone are one.</summary>
        private static Dictionary<string, string> Platforms()
        {
            var names = new Dictionary<string, string> { ["Default"] = DefaultPlatform, [DefaultPlatform] = DefaultPlatform };
            foreach (var field in typeof(NamedBuildTarget).GetFields(BindingFlags.Public | BindingFlags.Static))
            {
                if (field.FieldType != typeof(NamedBuildTarget) || field.IsDefined(typeof(ObsoleteAttribute), false)) continue;
                var name = ((NamedBuildTarget)field.GetValue(null)).TargetName;
                if (string.IsNullOrEmpty(name)) continue;
                names[field.Name] = name;
                names[name] = name;
            }
            return names;
        }

        private static bool IsCode(string path, AssetImporter importer) =>
            importer is MonoImporter || importer is PluginImporter
            || path.EndsWith(".asmdef", StringComparison.OrdinalIgnoreCase) || path.EndsWith(".asmref", StringComparison.OrdinalIgnoreCase);

        private static JObject Result(AssetImporter importer, string path)
        {
            var result = AssetFiles.Result(path);
            result["importer"] = importer.GetType().Name;
            return result;
        }

        private static JArray Messages(string path)
        {
            var log = AssetImporter.GetImportLog(path);
            if (log == null) return new JArray();
            return new JArray(log.logEntries
                .Where(entry => (entry.flags & (ImportLogFlags.Error | ImportLogFlags.Warning)) != 0)
                .OrderBy(entry => (entry.flags & ImportLogFlags.Error) != 0 ? 0 : 1)
                .Take(MaxMessages)
                .Select(entry => new JObject
                {
                    ["severity"] = (entry.flags & ImportLogFlags.Error) != 0 ? "error" : "warning",
                    ["message"] = entry.message.Length > MaxMessageLength ? entry.message.Substring(0, MaxMessageLength) : entry.message,
                }));
        }
    }
}
