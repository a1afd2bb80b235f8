#nullable enable
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace UnityEditorInternal
{
    public partial class InternalEditorUtility
    {
        public static string[] tags => TagsAndLayers.BuiltInTags.Concat(TagsAndLayers.CustomTags).ToArray();

        public static string[] layers => TagsAndLayers.Layers.Where(l => l.Length > 0).ToArray();

        /// <summary>Nothing happens for a tag that is there.</summary>
        public static void AddTag(string tag)
        {
            if (string.IsNullOrWhiteSpace(tag) || TagsAndLayers.IsTag(tag)) return;
            TagsAndLayers.CustomTags.Add(tag);
            SaveTags();
        }

        public static void RemoveTag(string tag)
        {
            if (TagsAndLayers.CustomTags.Remove(tag)) SaveTags();
        }

        public static void SetCustomLighting(Light[] lights, Color ambient) => SceneReader.CustomLights = lights;

        public static void RemoveCustomLighting() => SceneReader.CustomLights = null;

        private static void SaveTags()
        {
            var lines = string.Concat(TagsAndLayers.CustomTags.Select(tag => $"  - {tag}\n"));
            new SettingsFile("TagManager.asset", "TagManager").SetBlock("tags", lines);
            SettingsObjects.Reload();
        }
    }
}
