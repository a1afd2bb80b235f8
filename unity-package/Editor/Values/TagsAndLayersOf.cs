#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>The project's tags and layers by name.</summary>
    internal static class TagsAndLayersOf
    {
        internal static List<string> LayerNames()
        {
            var names = new List<string>();
            for (var layer = 0; layer < 32; layer++)
                if (!string.IsNullOrEmpty(LayerMask.LayerToName(layer))) names.Add(LayerMask.LayerToName(layer));
            return names;
        }

        /// <summary>Finds a layer by name, number, or "Layer 9"; -1: there is none.</summary>
        internal static int Layer(string name)
        {
            var layer = LayerMask.NameToLayer(name);
            if (layer >= 0) return layer;
            var digits = name.StartsWith("Layer ", StringComparison.Ordinal) ? name.Substring(6) : name;
            return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number < 32 ? number : -1;
        }

        /// <exception cref="ToolFault"><c>not_found</c> with the layers there are.</exception>
        internal static int NeedLayer(string name)
        {
            var layer = Layer(name);
            if (layer >= 0) return layer;
            throw new ToolFault(
                CallErrorCode.NotFound, $"There is no layer \"{name}\".",
                    "Use one of the layers of the project; unity_settings add_layer adds a new one.",
                new JObject { ["available"] = new JArray(LayerNames()) });
        }

        /// <exception cref="ToolFault"><c>not_found</c> with the tags there are.</exception>
        internal static string NeedTag(string tag)
        {
            var tags = UnityEditorInternal.InternalEditorUtility.tags;
            if (Array.IndexOf(tags, tag) >= 0) return tag;
            throw new ToolFault(
                CallErrorCode.NotFound, $"There is no tag \"{tag}\".",
                    "Use one of the tags of the project; unity_settings add_tag adds a new one.",
                new JObject { ["available"] = new JArray(Nearest.Of(tag, tags, tags.Length)) });
        }
    }
}
