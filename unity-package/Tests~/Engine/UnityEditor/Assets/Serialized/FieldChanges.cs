#nullable enable
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using Newtonsoft.Json.Linq;

namespace Fairlead.Engine.Assets
{
    /// <summary>Differences of objects' fields, by Unity's property paths: <c>m_LocalPosition.x</c>, <c>list.Array.data[0]</c>.</summary>
    internal static class FieldChanges
    {
        private const string Size = "Array.size";

        private static readonly Regex Step = new Regex(@"\A(?:Array\.data\[(\d+)\]|([^.]+))(?:\.|\z)");

        internal static List<(string Path, JToken Value)> Between(JObject before, JObject after)
        {
            var found = new List<(string, JToken)>();
            Compare("", before, after, found);
            return found;
        }

        /// <summary>Sets the paths that exist; others are left out: the type has changed.</summary>
        internal static void Apply(JObject fields, IEnumerable<(string Path, JToken Value)> changes)
        {
            // A list has its new length before its new elements are set.
            foreach (var (path, value) in changes.OrderBy(c => c.Path.EndsWith(Size) ? 0 : 1)) Set(fields, path, value);
        }

        private static void Compare(string path, JToken? before, JToken after, List<(string, JToken)> found)
        {
            if (JToken.DeepEquals(before, after)) return;
            switch (after)
            {
                case JObject fields when !ObjectCodec.IsReference(fields) && before is JObject old && !ObjectCodec.IsReference(old):
                    foreach (var field in fields.Properties()) Compare(Joined(path, field.Name), old[field.Name], field.Value, found);
                    break;
                case JArray items when before is JArray old:
                    if (items.Count != old.Count) found.Add((Joined(path, Size), items.Count));
                    for (var i = 0; i < items.Count; i++)
                        Compare(Joined(path, $"Array.data[{i.ToString(CultureInfo.InvariantCulture)}]"), i < old.Count ? old[i] : null,
                            items[i], found);
                    break;
                default:
                    found.Add((path, after.DeepClone()));
                    break;
            }
        }

        private static string Joined(string path, string name) => path.Length == 0 ? name : $"{path}.{name}";

        private static void Set(JToken at, string path, JToken value)
        {
            if (path == Size)
            {
                if (at is JArray list && value is JValue { Value: long or int }) Resize(list, (int)value);
                return;
            }
            var step = Step.Match(path);
            if (!step.Success) return;
            var rest = path.Substring(step.Length);
            var next = step.Groups[1].Success
                ? at is JArray items && int.Parse(step.Groups[1].Value, CultureInfo.InvariantCulture) is var i
                    && i < items.Count ? items[i] : null
                : (at as JObject)?[step.Groups[2].Value];
            if (next == null) return;
            if (rest.Length > 0) Set(next, rest, value);
            else next.Replace(value.DeepClone());
        }

        private static void Resize(JArray list, int count)
        {
            while (list.Count > count) list.RemoveAt(list.Count - 1);
            while (list.Count < count) list.Add(list.Count > 0 ? list[list.Count - 1].DeepClone() : JValue.CreateNull());
        }
    }
}
