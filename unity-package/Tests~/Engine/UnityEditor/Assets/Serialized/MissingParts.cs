#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// What a file says of things that are not there: components whose script is missing, instances whose prefab is.
    /// It is written back as it was read, so that a script or prefab that returns finds all of it.
    /// </summary>
    internal static class MissingParts
    {
        private static readonly Dictionary<ulong, List<JObject>> Scripts = new Dictionary<ulong, List<JObject>>();
        private static readonly Dictionary<ulong, JObject> Prefabs = new Dictionary<ulong, JObject>();

        /// <summary>In the order of the gaps among the object's components.</summary>
        internal static IReadOnlyList<JObject> ScriptsOf(GameObject obj) =>
            Scripts.TryGetValue(obj.Id, out var found) ? found : (IReadOnlyList<JObject>)new JObject[0];

        internal static void AddScript(GameObject obj, JObject component)
        {
            if (!Scripts.TryGetValue(obj.Id, out var list)) Scripts[obj.Id] = list = new List<JObject>();
            list.Add(component);
            obj.Components.Add(null!);
        }

        internal static void ForgetScripts(GameObject obj) => Scripts.Remove(obj.Id);

        internal static JObject? PrefabOf(GameObject obj) => Prefabs.TryGetValue(obj.Id, out var found) ? found : null;

        internal static void SetPrefab(GameObject obj, JObject? node)
        {
            if (node == null) Prefabs.Remove(obj.Id);
            else Prefabs[obj.Id] = node;
        }

        internal static void Clear()
        {
            Scripts.Clear();
            Prefabs.Clear();
        }
    }
}
