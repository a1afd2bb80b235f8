#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// The scenes and the prefab that are open in the editor. The relay must not write their files: Unity would ask the user about it in a
    /// modal dialog.
    /// </summary>
    internal sealed class OpenFiles
    {
        /// <summary>The protocol's limit; more scenes are never open at once.</summary>
        private const int MaxFiles = 64;

        private volatile string? json;

        /// <summary>The JSON text of <c>editor.open_files</c>'s params; null: not known yet. Any thread.</summary>
        internal string? Params => json;

        /// <summary>True when it was another list before.</summary>
        internal bool Set(IReadOnlyList<string> files)
        {
            var list = new JArray();
            for (var i = 0; i < files.Count && i < MaxFiles; i++) list.Add(files[i]);
            var text = Json.Write(new JObject { ["files"] = list });
            if (text == json) return false;
            json = text;
            return true;
        }
    }
}
