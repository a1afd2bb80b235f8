#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Addressing
{
    /// <summary>The summary of an object in results.</summary>
    internal static class ObjectFacts
    {
        /// <summary>Stands for a component whose script is gone: as Unity calls it in its Inspector.</summary>
        internal const string MissingScript = "Missing (Mono Script)";

        /// <summary>The result of every change to an object.</summary>
        internal static JObject Result(GameObject obj) => new JObject
        {
            ["instanceId"] = ObjectIds.Of(obj),
            ["name"] = obj.name,
            ["path"] = ScenePaths.Of(obj),
            ["scene"] = obj.scene.name ?? "",
        };

        /// <summary>The registry's ObjectSummary.</summary>
        internal static JObject Summary(GameObject obj) => new JObject
        {
            ["instanceId"] = ObjectIds.Of(obj),
            ["name"] = obj.name,
            ["path"] = ScenePaths.Of(obj),
            ["activeSelf"] = obj.activeSelf,
            ["tag"] = obj.tag,
            ["layer"] = LayerName(obj.layer),
            ["components"] = new JArray(ComponentNames(obj)),
            ["childCount"] = obj.transform.childCount,
        };

        /// <summary>The summary without what is as with a new object.</summary>
        internal static JObject Brief(GameObject obj)
        {
            var brief = Summary(obj);
            if (obj.activeSelf) brief.Remove("activeSelf");
            if (obj.CompareTag("Untagged")) brief.Remove("tag");
            if (obj.layer == 0) brief.Remove("layer");
            if (obj.transform.childCount == 0) brief.Remove("childCount");
            return brief;
        }

        /// <summary>Short type names in the Inspector's order.</summary>
        internal static List<string> ComponentNames(GameObject obj)
        {
            var names = new List<string>();
            foreach (var component in obj.GetComponents<Component>())
                names.Add(component == null ? MissingScript : component.GetType().Name);
            return names;
        }

        /// <summary>A layer without a name is called by its number.</summary>
        internal static string LayerName(int layer)
        {
            var name = LayerMask.LayerToName(layer);
            return string.IsNullOrEmpty(name) ? $"Layer {layer}" : name;
        }

        internal static JArray Vector(Vector3 value) => new JArray(Plain(value.x), Plain(value.y), Plain(value.z));

        /// <summary>
        /// A float as the shortest number that is this float: 0.1 rather than 0.10000000149011612; never -0, and no more digits than a
        /// person wrote.
        /// </summary>
        internal static JToken Plain(float value)
        {
            if (float.IsNaN(value) || float.IsInfinity(value)) return value.ToString(System.Globalization.CultureInfo.InvariantCulture);
            if (value == 0f) return 0;
            var number = double.Parse(value.ToString("R", System.Globalization.CultureInfo.InvariantCulture),
                System.Globalization.CultureInfo.InvariantCulture);
            // A whole number is written as one: 5, not 5.0.
            return number == System.Math.Floor(number) && System.Math.Abs(number) < 1e15 ? new JValue((long)number) : new JValue(number);
        }
    }
}
