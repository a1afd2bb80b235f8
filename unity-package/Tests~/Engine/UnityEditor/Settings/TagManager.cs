#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityEditor
{
    internal sealed class TagManager : SettingsObject
    {
        [SerializeField] private List<string> tags = new List<string>();
        [SerializeField] private string[] layers = new string[32];
        [SerializeField] private List<SortingLayer> m_SortingLayers = new List<SortingLayer>();

        internal TagManager()
            : base("TagManager.asset", "TagManager")
        {
        }

        internal override void Apply()
        {
            TagsAndLayers.CustomTags.Clear();
            TagsAndLayers.CustomTags.AddRange(tags.Where(tag => tag.Length > 0 && !TagsAndLayers.BuiltInTags.Contains(tag)));
            for (var i = 0; i < TagsAndLayers.Layers.Length; i++) TagsAndLayers.Layers[i] = i < layers.Length ? layers[i] ?? "" : "";
        }

        private protected override void Read(SettingsFile from)
        {
            tags = from.List("tags").ToList();
            var named = from.List("layers");
            layers = TagsAndLayers.NewLayers().Select((own, i) => i < named.Count && named[i].Length > 0 ? named[i] : own).ToArray();
            m_SortingLayers = from.Items("m_SortingLayers").Select(SortingLayer.Of).ToList();
            if (m_SortingLayers.Count == 0) m_SortingLayers.Add(new SortingLayer { name = "Default" });
        }

        private protected override void Write(SettingsFile to)
        {
            to.SetBlock("tags", string.Concat(tags.Select(tag => $"  - {tag}\n")));
            to.SetBlock("layers", string.Concat(layers.Select(layer => $"  - {layer}\n")));
            to.SetBlock("m_SortingLayers", string.Concat(m_SortingLayers.Select(layer => layer.Text())));
        }

        [Serializable]
        private sealed class SortingLayer
        {
            public string name = "";
            public uint uniqueID;
            public bool locked;

            internal static SortingLayer Of(string item) => new SortingLayer
            {
                name = SettingsFile.Part(item, "name"),
                uniqueID = uint.TryParse(SettingsFile.Part(item, "uniqueID"), out var id) ? id : 0,
                locked = SettingsFile.Part(item, "locked") == "1",
            };

            internal string Text() => $"  - name: {name}\n    uniqueID: {uniqueID}\n    locked: {(locked ? 1 : 0)}\n";
        }
    }
}
