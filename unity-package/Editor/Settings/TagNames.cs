#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditorInternal;
using UnityEngine;

namespace Fairlead.Editor.Settings
{
    /// <summary>Adding to the project's tags, layers and sorting layers. What is there is not renamed: objects refer to it.</summary>
    internal static class TagNames
    {
        private const int LayerCount = 32;

        /// <summary>Places of layers that are the user's, those of old projects first: 3, 6 and 7 became so only lately.</summary>
        private static readonly int[] FreeFrom = Enumerable.Range(8, 24).Concat(new[] { 6, 7, 3 }).ToArray();

        internal static JObject AddTag(string name)
        {
            NeedNewTag(name);
            Change(settings => Append(Need(settings, "tags")).stringValue = name);
            return new JObject { ["name"] = name, ["tags"] = new JArray(InternalEditorUtility.tags.Cast<object>().ToArray()) };
        }

        internal static JObject AddLayer(string name, int? wanted)
        {
            var index = FreeLayer(name, wanted);
            Change(settings => Need(settings, "layers").GetArrayElementAtIndex(index).stringValue = name);
            return new JObject { ["name"] = name, ["index"] = index, ["layers"] = Layers() };
        }

        internal static JObject AddSortingLayer(string name)
        {
            NeedNewSortingLayer(name);
            Change(settings =>
            {
                var list = Need(settings, "m_SortingLayers");
                var used = new HashSet<long>();
                for (var i = 0; i < list.arraySize; i++) used.Add(Part(list.GetArrayElementAtIndex(i), "uniqueID").longValue);
                var added = Append(list);
                Part(added, "name").stringValue = name;
                // The new element is a copy of the last one, and renderers refer to a sorting layer by this number.
                Part(added, "uniqueID").longValue = UnusedId(used);
                if (added.FindPropertyRelative("locked") is { } locked) locked.boolValue = false;
            });
            return new JObject { ["name"] = name, ["sortingLayers"] = new JArray(SortingLayers()) };
        }

        /// <exception cref="ToolFault">There is such a tag.</exception>
        internal static void NeedNewTag(string name)
        {
            if (Array.IndexOf(InternalEditorUtility.tags, name) >= 0) throw Exists("tag", name);
        }

        /// <summary>The place that a new layer gets.</summary>
        /// <param name="wanted">Null for the first free one.</param>
        /// <exception cref="ToolFault">There is such a layer, or no such place.</exception>
        internal static int FreeLayer(string name, int? wanted)
        {
            if (LayerMask.NameToLayer(name) >= 0) throw Exists("layer", name);
            var index = wanted ?? Array.Find(FreeFrom, place => LayerMask.LayerToName(place).Length == 0);
            // 0 is what Find answers where all are taken.
            if (wanted == null && index == 0)
                throw new ToolFault(CallErrorCode.InvalidArguments, "All layers are in use.", "Use one of those that there are.",
                    new JObject { ["layers"] = Layers() });
            if (Array.IndexOf(FreeFrom, index) < 0)
                throw new ToolFault(CallErrorCode.Unsupported, $"Layer {index} is Unity's own.", "Use 3, 6, 7, or 8 to 31.");
            if (LayerMask.LayerToName(index).Length > 0)
                throw new ToolFault(CallErrorCode.AlreadyExists, $"Layer {index} is \"{LayerMask.LayerToName(index)}\".",
                    "Leave index out for the first free one.", new JObject { ["layers"] = Layers() });
            return index;
        }

        /// <exception cref="ToolFault">There is such a sorting layer.</exception>
        internal static void NeedNewSortingLayer(string name)
        {
            if (SortingLayers().Contains(name)) throw Exists("sorting layer", name);
        }

        private static long UnusedId(ICollection<long> used)
        {
            var random = new System.Random();
            while (true)
            {
                var id = random.Next(1, int.MaxValue);
                if (!used.Contains(id)) return id;
            }
        }

        private static void Change(Action<SerializedObject> change)
        {
            var target = SettingsAssets.Need(SettingsAssets.TagsAndLayers);
            using (var settings = new SerializedObject(target))
            {
                change(settings);
                settings.ApplyModifiedProperties();
            }
            SettingsAssets.Save(target);
        }

        private static SerializedProperty Append(SerializedProperty list)
        {
            list.arraySize++;
            return list.GetArrayElementAtIndex(list.arraySize - 1);
        }

        private static SerializedProperty Need(SerializedObject settings, string name) =>
            settings.FindProperty(name) ?? throw Unknown(name);

        private static SerializedProperty Part(SerializedProperty item, string name) =>
            item.FindPropertyRelative(name) ?? throw Unknown(name);

        private static ToolFault Unknown(string name) =>
            new ToolFault(CallErrorCode.Unsupported, $"This version of Unity saves no \"{name}\" in TagManager.asset.",
                "Ask the user to add it in Project Settings > Tags and Layers.");

        private static ToolFault Exists(string what, string name) =>
            new ToolFault(CallErrorCode.AlreadyExists, $"There is a {what} \"{name}\" already.", "Use it.");

        private static JArray Layers() =>
            new JArray(Enumerable.Range(0, LayerCount)
                .Where(layer => LayerMask.LayerToName(layer).Length > 0)
                .Select(layer => new JObject { ["index"] = layer, ["name"] = LayerMask.LayerToName(layer) }));

        private static List<string> SortingLayers()
        {
            var names = new List<string>();
            using (var settings = new SerializedObject(SettingsAssets.Need(SettingsAssets.TagsAndLayers)))
            {
                var list = Need(settings, "m_SortingLayers");
                for (var i = 0; i < list.arraySize; i++) names.Add(Part(list.GetArrayElementAtIndex(i), "name").stringValue);
            }
            return names;
        }
    }
}
