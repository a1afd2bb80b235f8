#nullable enable
using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using System.Reflection;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor
{
    /// <summary>One parameter of a tool of this project: its schema, and its value from JSON.</summary>
    internal sealed class ToolParameter
    {
        private readonly ParameterInfo parameter;

        /// <exception cref="NotSupportedException">No value of its type can come over the wire.</exception>
        internal ToolParameter(ParameterInfo parameter)
        {
            this.parameter = parameter;
            if (parameter.ParameterType.IsByRef) throw new NotSupportedException($"parameter \"{Name}\" is passed by reference");
            Schema = SchemaOf(parameter.ParameterType)
                ?? throw new NotSupportedException($"parameter \"{Name}\" has the type {parameter.ParameterType.Name}");
            var said = parameter.GetCustomAttribute<DescriptionAttribute>()?.Description;
            if (!string.IsNullOrEmpty(said)) Schema["description"] = said;
        }

        internal string Name => parameter.Name ?? "";

        internal JObject Schema { get; }

        internal bool IsRequired => !parameter.HasDefaultValue && Nullable.GetUnderlyingType(parameter.ParameterType) == null;

        /// <summary>The value of an argument; null: it was not given.</summary>
        /// <exception cref="FormatException">It does not fit; the message says how.</exception>
        internal object? Read(JToken? given)
        {
            if (given == null)
            {
                if (IsRequired) throw new FormatException("it is missing");
                return parameter.HasDefaultValue ? parameter.DefaultValue : null;
            }
            return ValueOf(given, parameter.ParameterType);
        }

        private static JObject? SchemaOf(Type type)
        {
            var inner = Nullable.GetUnderlyingType(type) ?? type;
            if (inner == typeof(string)) return Type("string");
            if (inner == typeof(bool)) return Type("boolean");
            if (inner == typeof(int) || inner == typeof(long)) return Type("integer");
            if (inner == typeof(float) || inner == typeof(double)) return Type("number");
            if (inner == typeof(JObject)) return Type("object");
            if (inner == typeof(JToken)) return new JObject();
            if (inner.IsEnum) return new JObject { ["type"] = "string", ["enum"] = new JArray(Enum.GetNames(inner)) };
            if (Vectors.Length(inner) is { } length)
                return new JObject { ["type"] = "array", ["items"] = Type("number"), ["minItems"] = length.Min, ["maxItems"] = length.Max };
            if (typeof(Object).IsAssignableFrom(inner))
                return new JObject { ["type"] = "string", ["description"] = ToolObjects.Ways(inner) };
            if (ElementOf(inner) is { } element && SchemaOf(element) is { } items)
                return new JObject { ["type"] = "array", ["items"] = items };
            return null;
        }

        private static object? ValueOf(JToken token, Type type)
        {
            var inner = Nullable.GetUnderlyingType(type) ?? type;
            if (token.Type == JTokenType.Null)
            {
                if (inner.IsValueType && inner == type) throw new FormatException("it may not be null");
                return null;
            }
            if (inner == typeof(JToken)) return token;
            if (inner == typeof(JObject)) return token as JObject ?? throw Expected("an object", token);
            if (inner == typeof(string)) return token.Type == JTokenType.String ? (string?)token : throw Expected("a text", token);
            if (inner == typeof(bool))
                return token.Type == JTokenType.Boolean ? (object)(bool)token : throw Expected("true or false", token);
            if (inner.IsEnum) return EnumOf(token, inner);
            if (inner == typeof(int) || inner == typeof(long)) return WholeOf(token, inner);
            if (inner == typeof(float)) return (float)NumberOf(token);
            if (inner == typeof(double)) return NumberOf(token);
            if (Vectors.Length(inner) != null) return Vectors.Read(token, inner);
            if (typeof(Object).IsAssignableFrom(inner))
                return ToolObjects.Find(token.Type == JTokenType.String ? (string?)token ?? ""
                    : throw Expected("the id or path of an object, or an asset path", token), inner);
            return ListOf(token as JArray ?? throw Expected("a list", token), inner);
        }

        private static object ListOf(JArray items, Type type)
        {
            var element = ElementOf(type)!;
            var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(element))!;
            foreach (var item in items) list.Add(ValueOf(item, element));
            if (!type.IsArray) return list;
            var array = Array.CreateInstance(element, list.Count);
            list.CopyTo(array, 0);
            return array;
        }

        private static object EnumOf(JToken token, Type type)
        {
            var text = token.Type == JTokenType.String ? (string?)token : null;
            foreach (var name in Enum.GetNames(type))
                if (string.Equals(name, text, StringComparison.OrdinalIgnoreCase)) return Enum.Parse(type, name);
            throw Expected($"one of {string.Join(", ", Enum.GetNames(type))}", token);
        }

        private static object WholeOf(JToken token, Type type)
        {
            var number = NumberOf(token);
            if (number != Math.Floor(number)) throw Expected("a whole number", token);
            if (type == typeof(long)) return (long)number;
            if (number < int.MinValue || number > int.MaxValue) throw Expected("a number of 32 bits", token);
            return (int)number;
        }

        private static double NumberOf(JToken token) =>
            token.Type == JTokenType.Integer || token.Type == JTokenType.Float ? (double)token : throw Expected("a number", token);

        private static Type? ElementOf(Type type)
        {
            if (type.IsArray) return type.GetArrayRank() == 1 ? type.GetElementType() : null;
            if (!type.IsGenericType) return null;
            var definition = type.GetGenericTypeDefinition();
            return definition == typeof(List<>) || definition == typeof(IReadOnlyList<>) || definition == typeof(IEnumerable<>)
                ? type.GetGenericArguments()[0]
                : null;
        }

        private static JObject Type(string name) => new JObject { ["type"] = name };

        private static FormatException Expected(string what, JToken token)
        {
            var shown = token.ToString(Newtonsoft.Json.Formatting.None);
            return new FormatException($"{what} is expected, not {(shown.Length <= 60 ? shown : shown.Substring(0, 60) + "…")}");
        }
    }
}
