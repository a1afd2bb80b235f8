#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// The stored content of missing things: components without their script, instances without their prefab.
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

        /// <summary>A reload took the script of the component at this place, which is a gap now.</summary>
        internal static void Lose(GameObject obj, int index, JObject component)
        {
            if (!Scripts.TryGetValue(obj.Id, out var list)) Scripts[obj.Id] = list = new List<JObject>();
            var before = obj.Components.Take(index).Count(other => other is null);
            list.Insert(Math.Min(before, list.Count), component);
        }

        /// <summary>The place of the gap that this component left, which is nobody's any more; -1: there is none.</summary>
        internal static int TakePlace(GameObject obj, JObject component)
        {
            if (!Scripts.TryGetValue(obj.Id, out var list)) return -1;
            var order = list.FindIndex(other => ReferenceEquals(other, component));
            if (order < 0) return -1;
            list.RemoveAt(order);
            for (var i = 0; i < obj.Components.Count; i++)
                if (obj.Components[i] is null && order-- == 0) return i;
            return -1;
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
