#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using UnityEngine;

namespace Fairlead.Editor.Queries
{
    /// <summary>Objects of the loaded scenes by what they are: as <c>find</c> and <c>modify_where</c> choose them.</summary>
    internal sealed class ObjectFilter
    {
        private string? name;
        private string? tag;
        private string? layer;
        private string? path;
        private bool includesInactive;

        /// <summary>Nothing narrows it.</summary>
        internal bool TakesAll => name == null && tag == null && layer == null && path == null;

        /// <summary>The arguments shared with <c>modify_where</c>.</summary>
        internal static ObjectFilter ReadWhere(ToolArguments arguments) => new ObjectFilter
        {
            name = arguments.OptionalText("name", 0, 200),
            tag = arguments.OptionalText("tag", 0, 100),
            layer = arguments.OptionalText("layer", 0, 100),
            includesInactive = true,
        };

        internal static ObjectFilter Read(ToolArguments arguments)
        {
            var filter = ReadWhere(arguments);
            filter.path = arguments.OptionalText("path", 0, 1_000);
            filter.includesInactive = arguments.Flag("include_inactive", true);
            return filter;
        }

        /// <param name="type">Only objects that have such a component; null: all.</param>
        /// <exception cref="ToolFault">There is no such tag or layer.</exception>
        internal List<GameObject> Find(Type? type)
        {
            if (tag != null) TagsAndLayersOf.NeedTag(tag);
            var wantedLayer = layer == null ? (int?)null : TagsAndLayersOf.NeedLayer(layer);
            var within = path == null ? null : new HashSet<GameObject>(ScenePaths.Find(path));
            if (within != null && within.Count == 0) RefusePattern(path!);
            var found = new List<GameObject>();
            // An object that is called so is meant before those whose names contain it.
            var called = 0;
            foreach (var obj in ScenePaths.LoadedObjects())
                if ((name == null || obj.name.IndexOf(name, StringComparison.OrdinalIgnoreCase) >= 0)
                    && (tag == null || obj.CompareTag(tag)) && (wantedLayer == null || obj.layer == wantedLayer)
                    && (type == null || obj.GetComponent(type) != null) && (within == null || within.Contains(obj))
                    && (includesInactive || obj.activeInHierarchy))
                    found.Insert(name != null && obj.name == name ? called++ : found.Count, obj);
            // An object may be called so.
            if (found.Count == 0 && name != null && name.IndexOf('*') >= 0)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, $"No name contains \"{name}\".",
                    "name is a part of a name and has no wildcards: leave the * out.");
            return found;
        }

        private static void RefusePattern(string path)
        {
            if (path.StartsWith("/", StringComparison.Ordinal) && path.IndexOf('*') < 0) return;
            throw new ToolFault(
                CallErrorCode.InvalidArguments, $"No object has the path \"{path}\".",
                "A path begins with / and has no wildcards. Use name for a part of a name, or hierarchy with root for all below an "
                + "object.");
        }
    }
}
