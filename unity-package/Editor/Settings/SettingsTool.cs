#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Queries;
using Fairlead.Editor.Values;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Settings
{
    /// <summary><c>unity_settings</c>: project settings that can be written, by category; tags and layers.</summary>
    internal sealed class SettingsTool : AgentTool
    {
        private const int MaxName = 100;
        private const int MaxQuery = 200;
        private const int MaxPage = 200;
        private const int DefaultPage = 50;

        /// <summary>A longer value is shown when the search finds nothing but it.</summary>
        private const int MaxValueLength = 2_000;

        private const int MaxScenePath = 400;
        private static readonly string[] Actions =
        {
            "inspect", "modify", "add_tag", "add_layer", "add_sorting_layer", "set_build_scenes",
        };

        private static readonly Regex Element = new Regex(@"\[\d+\]");

        internal SettingsTool()
            : base("unity_settings")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => Json.Text(arguments, "action") == "inspect";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call) => ToolReply.Ok(Execute(new ToolArguments(call)));

        /// <inheritdoc/>
        public override void Check(ToolArguments arguments)
        {
            switch (arguments.Action(Actions))
            {
                case "add_tag":
                    TagNames.NeedNewTag(NameOnly(arguments));
                    break;
                case "add_layer":
                    var (name, index) = Layer(arguments);
                    TagNames.FreeLayer(name, index);
                    break;
                case "add_sorting_layer":
                    TagNames.NeedNewSortingLayer(NameOnly(arguments));
                    break;
                case "set_build_scenes":
                    BuildScenes.Need(Scenes(arguments));
                    break;
            }
        }

        internal static JObject Execute(ToolArguments arguments)
        {
            switch (arguments.Action(Actions))
            {
                case "inspect":
                    return Inspect(arguments);
                case "modify":
                    return Modify(arguments);
                case "add_tag":
                    return TagNames.AddTag(NameOnly(arguments));
                case "add_layer":
                    var (name, index) = Layer(arguments);
                    return TagNames.AddLayer(name, index);
                case "add_sorting_layer":
                    return TagNames.AddSortingLayer(NameOnly(arguments));
                default:
                    return BuildScenes.Set(Scenes(arguments));
            }
        }

        private static IReadOnlyList<string> Scenes(ToolArguments arguments)
        {
            var scenes = arguments.Texts("scenes", 0, BuildScenes.MaxScenes, 1, MaxScenePath);
            arguments.End();
            return scenes;
        }

        private static JObject Inspect(ToolArguments arguments)
        {
            var category = arguments.Choice("settings_category", SettingsAssets.Categories);
            var query = arguments.OptionalText("search_query", 0, MaxQuery);
            var limit = arguments.Integer("limit", 1, MaxPage, DefaultPage);
            var cursor = arguments.OptionalText("cursor", 0, MaxQuery);
            arguments.End();
            var target = SettingsAssets.Need(category);
            var result = new JObject { ["category"] = category, ["file"] = SettingsAssets.FileOf(category) };
            using (var settings = new SerializedObject(target))
            {
                var found = PropertyLocator.TopLevel(settings).Select(property => property.Copy()).Where(property => Fits(property, query))
                    .ToList();
                var page = Pages<SerializedProperty>.Of(found, limit, cursor);
                var shown = new JObject();
                foreach (var property in page.Shown)
                    shown[PropertyNames.Plain(property.name)] = Value(category, settings, property, found.Count == 1);
                result["properties"] = shown;
                result["total"] = found.Count;
                result["nextCursor"] = page.NextCursor;
            }
            return result;
        }

        private static JObject Modify(ToolArguments arguments)
        {
            var category = arguments.Choice("settings_category", SettingsAssets.Categories);
            var properties = arguments.Record("properties");
            arguments.End();
            var whole = properties.Properties().FirstOrDefault(property => !Element.IsMatch(property.Name));
            if (category == SettingsAssets.TagsAndLayers && whole != null)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{whole.Name}\" as a whole is not set: objects refer to tags and layers by name and place.",
                    "Use add_tag, add_layer or add_sorting_layer; or one element, e.g. layers[8].");
            var target = SettingsAssets.Need(category);
            var results = new List<JObject>();
            foreach (var property in properties.Properties())
                results.Add(FixedTimestep.Is(category, property.Name)
                    ? FixedTimestep.Set(target, property.Name, property.Value)
                    : ComponentValues.Set(target, property.Name, property.Value));
            var report = PropertyReport.Of(results, $"the {category} settings");
            SettingsAssets.Save(target);
            var result = new JObject { ["category"] = category, ["file"] = SettingsAssets.FileOf(category) };
            result.Merge(report);
            return result;
        }

        private static (string Name, int? Index) Layer(ToolArguments arguments)
        {
            var name = Named(arguments);
            var index = arguments.OptionalInteger("index", 0, 31);
            arguments.End();
            return (name, index);
        }

        private static string NameOnly(ToolArguments arguments)
        {
            var name = Named(arguments);
            arguments.End();
            return name;
        }

        private static string Named(ToolArguments arguments)
        {
            var name = arguments.Text("name", 1, MaxName);
            return name.Trim() == name
                ? name
                : throw new ToolFault(CallErrorCode.InvalidArguments, "A name neither begins nor ends with a space.",
                    "Leave the spaces out.");
        }

        private static bool Fits(SerializedProperty property, string? query) =>
            string.IsNullOrEmpty(query) || PropertyNames.Plain(property.name).IndexOf(query!, StringComparison.OrdinalIgnoreCase) >= 0;

        private static JToken Value(string category, SerializedObject settings, SerializedProperty property, bool isOnly)
        {
            if (FixedTimestep.Is(category, property.name) && FixedTimestep.Read(settings) is { } seconds) return seconds;
            var value = ValueReader.Read(property, null, null);
            var length = value.ToString(Formatting.None).Length;
            return isOnly || length <= MaxValueLength ? value
                : $"{length} characters; search_query {PropertyNames.Plain(property.name)} shows them.";
        }
    }
}
