#nullable enable
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Objects
{
    /// <summary>The first line of a scene change's result in play mode.</summary>
    internal static class PlayNotice
    {
        private const string Text = "Play mode: what this changed in the scene is lost when play mode ends.";

        internal static JToken On(JToken result)
        {
            if (EditorApplication.isPlaying && result is JObject json) ToolNote.Add(json, Text);
            return result;
        }
    }
}
