#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Queries
{
    /// <summary>Values of objects to compare with later: they survive domain reloads, and end with the editor.</summary>
    internal static class KeptValues
    {
        /// <summary>More would fill the memory of an editor that runs for days.</summary>
        private const int MaxKept = 10;
        private const string NamesKey = "Fairlead.KeptValues";

        internal static void Keep(string name, JObject objects)
        {
            var names = Names();
            names.Remove(name);
            names.Add(name);
            foreach (var old in names.Take(names.Count - MaxKept)) SessionState.EraseString(KeyOf(old));
            SessionState.SetString(KeyOf(name), objects.ToString(Formatting.None));
            SessionState.SetString(NamesKey, new JArray(names.Skip(names.Count - MaxKept)).ToString(Formatting.None));
        }

        /// <summary>Returns null if there are none of that name.</summary>
        internal static JObject? Find(string name) => Json.TryParse(SessionState.GetString(KeyOf(name), "")) as JObject;

        /// <summary>Oldest first.</summary>
        internal static List<string> Names() =>
            JArray.Parse(SessionState.GetString(NamesKey, "[]")).Select(name => (string)name!).ToList();

        private static string KeyOf(string name) => $"{NamesKey}.{name}";
    }
}
