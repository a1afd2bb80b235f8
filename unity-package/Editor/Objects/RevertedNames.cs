#nullable enable
using System;
using System.Linq;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Objects
{
    /// <summary>Names that an error of a batch calls near, although the batch itself had made them and they are gone again.</summary>
    internal static class RevertedNames
    {
        /// <summary>Removes them, to be called when the batch is reverted. True: there were such names.</summary>
        internal static bool Remove(JObject? facts)
        {
            var gone = Items(facts, "nearest").Where(item => !Exists((string?)item ?? ""))
                .Concat(Items(facts, "matches").Where(item => ObjectIds.Find((string?)item["instanceId"] ?? "") == null))
                .ToList();
            foreach (var item in gone) item.Remove();
            return gone.Count > 0;
        }

        private static JToken[] Items(JObject? facts, string name) =>
            facts?[name] is JArray list ? list.ToArray() : Array.Empty<JToken>();

        private static bool Exists(string name) =>
            name.StartsWith("/", StringComparison.Ordinal) ? ScenePaths.Find(name).Count > 0
                : !AssetReferences.IsPath(name) || AssetFiles.Exists(name);
    }
}
