using System;
using UnityEngine.Serialization;

namespace UnityEngine
{
    [Serializable]
    public struct LayerMask
    {
        [SerializeField, NativeName("m_Bits")] private int m_Mask;

        public int value { readonly get => m_Mask; set => m_Mask = value; }
        public static implicit operator int(LayerMask mask) => mask.m_Mask;
        public static implicit operator LayerMask(int intVal) => new() { m_Mask = intVal };

        public static string LayerToName(int layer) => layer is >= 0 and < 32 ? TagsAndLayers.Layers[layer] : "";

        /// <summary>Returns -1 if no layer has the name.</summary>
        public static int NameToLayer(string layerName) =>
            string.IsNullOrEmpty(layerName) ? -1 : Array.IndexOf(TagsAndLayers.Layers, layerName);

        public static int GetMask(params string[] layerNames)
        {
            var mask = 0;
            foreach (var name in layerNames)
                if (NameToLayer(name) is >= 0 and var layer) mask |= 1 << layer;
            return mask;
        }
    }

    /// <summary>The content of TagManager.asset; the editor's settings write it.</summary>
    internal static class TagsAndLayers
    {
        internal static readonly string[] BuiltInTags =
            { "Untagged", "Respawn", "Finish", "EditorOnly", "MainCamera", "Player", "GameController" };
        internal static System.Collections.Generic.List<string> CustomTags { get; } = new();
        internal static string[] Layers { get; } = NewLayers();
        internal static System.Collections.Generic.List<string> SortingLayers { get; } = new() { "Default" };

        internal static bool IsTag(string tag) => Array.IndexOf(BuiltInTags, tag) >= 0 || CustomTags.Contains(tag);

        internal static string[] NewLayers()
        {
            var layers = new string[32];
            Array.Fill(layers, "");
            (layers[0], layers[1], layers[2], layers[4], layers[5]) = ("Default", "TransparentFX", "Ignore Raycast", "Water", "UI");
            return layers;
        }
    }
}
