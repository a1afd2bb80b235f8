#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Queries
{
    /// <summary>All values of an object, by component and property, and where two readings of them differ.</summary>
    internal static class ObjectValues
    {
        /// <summary>The least difference that counts: bodies at rest tremble by less.</summary>
        private const double MinDifference = 1e-5;

        /// <summary>Components of one type are numbered: <c>BoxCollider[2]</c>.</summary>
        internal static JObject Of(GameObject obj)
        {
            var parent = obj.transform.parent;
            var values = new JObject
            {
                ["GameObject"] = new JObject
                {
                    ["name"] = obj.name,
                    ["activeSelf"] = obj.activeSelf,
                    ["tag"] = obj.tag,
                    ["layer"] = ObjectFacts.LayerName(obj.layer),
                    ["isStatic"] = obj.isStatic,
                    ["parent"] = parent == null ? JValue.CreateNull() : new JValue(ScenePaths.Of(parent.gameObject)),
                },
            };
            foreach (var component in obj.GetComponents<Component>())
            {
                if (component == null) continue;
                var type = component.GetType().Name;
                var name = type;
                for (var number = 2; values.ContainsKey(name); number++) name = $"{type}[{number}]";
                var shown = ComponentValues.Show(component);
                if (ComponentValues.Enabled(component) is { } enabled) shown["enabled"] = enabled;
                values[name] = shown;
            }
            return values;
        }

        /// <summary>The changed values, with <c>before</c> and <c>after</c>, unless there was or is none.</summary>
        internal static IEnumerable<JObject> Changes(string path, JObject before, JObject after, KeptReferences references)
        {
            foreach (var type in Names(before, after))
            {
                if (!(before[type] is JObject old) || !(after[type] is JObject now))
                {
                    yield return Change(path, type, before[type], after[type]);
                    continue;
                }
                foreach (var name in Names(old, now))
                    if (!Same(old[name], now[name], references) && !SaidByLocal(name, old, now, references))
                        yield return Change(path, $"{type}.{name}", old[name], now[name]);
            }
        }

        /// <summary>Whether the local value differs too: the world's then says the same again.</summary>
        private static bool SaidByLocal(string name, JObject old, JObject now, KeptReferences references)
        {
            var local = name == "position" ? "localPosition" : name == "rotation" ? "localRotation" : null;
            return local != null && !Same(old[local], now[local], references);
        }

        private static IEnumerable<string> Names(JObject before, JObject after) =>
            before.Properties().Concat(after.Properties()).Select(property => property.Name).Distinct();

        private static JObject Change(string path, string property, JToken? before, JToken? after)
        {
            var change = new JObject { ["object"] = path, ["property"] = property };
            if (before != null) change["before"] = before;
            if (after != null) change["after"] = after;
            return change;
        }

        /// <summary>Equal, but for differences that nobody sees.</summary>
        private static bool Same(JToken? a, JToken? b, KeptReferences references)
        {
            if (IsNumber(a) && IsNumber(b))
            {
                var (x, y) = ((double)a!, (double)b!);
                return Math.Abs(x - y) <= MinDifference * Math.Max(1, Math.Max(Math.Abs(x), Math.Abs(y)));
            }
            if (a is JArray left && b is JArray right)
                return left.Count == right.Count && left.Zip(right, (x, y) => Same(x, y, references)).All(same => same);
            if (a is JObject first && b is JObject second)
                return first.Count == second.Count
                    && first.Properties().All(property => Same(property.Value, second[property.Name], references));
            if (a is { Type: JTokenType.String } && b is { Type: JTokenType.String }) return references.Same((string)a!, (string)b!);
            return JToken.DeepEquals(a, b);
        }

        private static bool IsNumber(JToken? value) => value is { Type: JTokenType.Integer } or { Type: JTokenType.Float };
    }
}
