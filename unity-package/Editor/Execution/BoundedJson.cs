#nullable enable
using System;
using System.Collections;
using System.Globalization;
using System.Reflection;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Execution
{
    /// <summary>
    /// Any value of C# as JSON of a bounded size: objects of Unity by name and id, vectors as lists, other objects
    /// by their public fields and properties.
    /// </summary>
    internal sealed class BoundedJson
    {
        private const int MaxDepth = 5;
        private const int MaxItems = 100;
        private const int MaxNodes = 1_000;
        private const int MaxText = 4_000;

        /// <summary>Texts of all kinds together.</summary>
        private const int MaxCharacters = 40_000;

        private int nodes;
        private int characters;

        /// <summary>Whether something was left out.</summary>
        internal bool Truncated { get; private set; }

        internal JToken Write(object? value) => Write(value, 0);

        private JToken Write(object? value, int depth)
        {
            if (++nodes > MaxNodes || characters > MaxCharacters) return Cut("…");
            switch (value)
            {
                case null:
                    return JValue.CreateNull();
                case JToken json:
                    return Write(json, depth);
                case string text:
                    return Text(text, MaxText);
                case bool flag:
                    return new JValue(flag);
                case Enum or char or Guid or Version or Uri:
                    return Text(value.ToString(), MaxText);
                case Type type:
                    return Text(type.FullName ?? type.Name, MaxText);
                case DateTime time:
                    return Text(time.ToString("o", CultureInfo.InvariantCulture), MaxText);
                case float number:
                    return Number(number);
                case double number:
                    return Number(number);
                case decimal number:
                    return new JValue(number);
                case long or ulong:
                    // Above 2^53 JavaScript loses digits: ids are texts.
                    var whole = Convert.ToString(value, CultureInfo.InvariantCulture)!;
                    return whole.Length > 15 ? new JValue(whole) : new JValue(value);
                case IConvertible number when number.GetType().IsPrimitive:
                    return new JValue(number.ToInt64(CultureInfo.InvariantCulture));
                case Object unity:
                    return ToolObjects.ToJson(unity);
                case Delegate or MemberInfo or IntPtr or UIntPtr or Pointer:
                    return Text(value.ToString() ?? "", MaxText);
            }
            if (Vectors.Write(value) is { } list) return list;
            if (depth >= MaxDepth) return Cut(value.GetType().Name + " …");
            if (value is IDictionary dictionary) return Entries(dictionary, depth);
            if (value is IEnumerable items) return Items(items, depth);
            return Members(value, depth);
        }

        private JToken Write(JToken json, int depth)
        {
            if (json is JValue plain) return plain.Value is string text ? Text(text, MaxText) : plain;
            if (depth >= MaxDepth) return Cut("…");
            if (json is JArray array) return Items(array, depth);
            var copy = new JObject();
            foreach (var property in ((JObject)json).Properties())
            {
                if (copy.Count == MaxItems || nodes > MaxNodes)
                {
                    Truncated = true;
                    break;
                }
                copy[property.Name] = Write(property.Value, depth + 1);
            }
            return copy;
        }

        /// <summary>Numbers that JSON has no words for are texts.</summary>
        private static JToken Number(double number) =>
            double.IsNaN(number) || double.IsInfinity(number)
                ? new JValue(number.ToString(CultureInfo.InvariantCulture))
                : new JValue(number);

        private static JToken Number(float number) =>
            float.IsNaN(number) || float.IsInfinity(number)
                ? new JValue(number.ToString(CultureInfo.InvariantCulture))
                : new JValue(double.Parse(number.ToString("R", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture));

        private JToken Items(IEnumerable items, int depth)
        {
            var array = new JArray();
            try
            {
                foreach (var item in items)
                {
                    if (array.Count == MaxItems || nodes > MaxNodes)
                    {
                        array.Add(Cut(items is ICollection all ? $"… {all.Count - array.Count} more" : "… more"));
                        break;
                    }
                    array.Add(Write(item, depth + 1));
                }
            }
            catch (Exception e) when (!(e is OutOfMemoryException))
            {
                array.Add(Cut($"… {e.GetType().Name}: {e.Message}"));
            }
            return array;
        }

        private JToken Entries(IDictionary dictionary, int depth)
        {
            var json = new JObject();
            foreach (DictionaryEntry entry in dictionary)
            {
                if (json.Count == MaxItems || nodes > MaxNodes)
                {
                    Truncated = true;
                    break;
                }
                json[Core.Json.Cut(Convert.ToString(entry.Key, CultureInfo.InvariantCulture) ?? "", 200)] = Write(entry.Value, depth + 1);
            }
            return json;
        }

        private JToken Members(object value, int depth)
        {
            const BindingFlags shown = BindingFlags.Instance | BindingFlags.Public;
            var json = new JObject();
            foreach (var field in value.GetType().GetFields(shown)) json[field.Name] = Write(field.GetValue(value), depth + 1);
            foreach (var property in value.GetType().GetProperties(shown))
            {
                if (json.Count >= MaxItems || !property.CanRead || property.GetIndexParameters().Length > 0
                    || property.PropertyType.IsByRef) continue;
                try
                {
                    json[property.Name] = Write(property.GetValue(value), depth + 1);
                }
                catch (Exception e) when (e is TargetInvocationException || e is NotSupportedException || e is ArgumentException)
                {
                    json[property.Name] = Cut($"… {(e.InnerException ?? e).GetType().Name}");
                }
            }
            return json.Count > 0 ? json : Text(value.ToString() ?? "", MaxText);
        }

        private JToken Text(string text, int max)
        {
            if (text.Length > max) Truncated = true;
            var cut = Core.Json.Cut(text, max);
            characters += cut.Length;
            return new JValue(cut);
        }

        private JToken Cut(string said)
        {
            Truncated = true;
            return new JValue(Core.Json.Cut(said, 200));
        }
    }
}
