#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>Converts JSON and C# values of component properties: numbers, text, enums by name, vectors, colours, angles.</summary>
    internal static class ClrValues
    {
        /// <summary>Whether a property of this type can be read and set here.</summary>
        internal static bool Holds(Type type) =>
            type == typeof(float) || type == typeof(int) || type == typeof(bool) || type == typeof(string) || type.IsEnum
            || type == typeof(Vector2) || type == typeof(Vector3) || type == typeof(Vector4) || type == typeof(Color)
                || type == typeof(Quaternion);

        internal static string NameOf(Type type) =>
            type.IsEnum ? "enum"
            : type == typeof(float) ? "float"
            : type == typeof(int) ? "int"
            : type == typeof(bool) ? "bool"
            : type == typeof(string) ? "string"
            : type.Name;

        internal static JToken Read(object? value)
        {
            switch (value)
            {
                case float number: return ObjectFacts.Plain(number);
                case int number: return number;
                case bool flag: return flag;
                case string text: return text;
                case Enum named: return EnumName(named.GetType(), Convert.ToInt64(named, CultureInfo.InvariantCulture));
                case Vector2 v: return Array(v.x, v.y);
                case Vector3 v: return Array(v.x, v.y, v.z);
                case Vector4 v: return Array(v.x, v.y, v.z, v.w);
                case Color c: return Array(c.r, c.g, c.b, c.a);
                case Quaternion q: return Angles(q);
                default: return JValue.CreateNull();
            }
        }

        /// <exception cref="ValueMismatch">It does not fit.</exception>
        internal static object Write(Type type, JToken value)
        {
            if (type == typeof(float)) return Single(value);
            if (type == typeof(int)) return (int)Whole(value, int.MinValue, int.MaxValue);
            if (type == typeof(bool)) return Flag(value);
            if (type == typeof(string)) return Text(value);
            if (type.IsEnum) return Enum.ToObject(type, EnumValue(type, value));
            if (type == typeof(Vector2)) return Vector2Of(value);
            if (type == typeof(Vector3)) return Vector3Of(value);
            if (type == typeof(Vector4)) return Vector4Of(value);
            if (type == typeof(Color)) return ColorOf(value);
            return Rotation(value);
        }

        internal static JArray Array(params float[] numbers)
        {
            var array = new JArray();
            foreach (var number in numbers) array.Add(ObjectFacts.Plain(number));
            return array;
        }

        /// <summary>Euler angles in degrees, rounded to what a float of them means.</summary>
        internal static JArray Angles(Quaternion rotation)
        {
            var euler = rotation.eulerAngles;
            return Array(Tidy(euler.x), Tidy(euler.y), Tidy(euler.z));
        }

        private static float Tidy(float degrees)
        {
            // A rotation set to 30 is read back as 29.999998 or 30.000002.
            var rounded = (float)Math.Round(degrees, 3);
            return rounded >= 360f ? rounded - 360f : rounded;
        }

        internal static double Number(JToken value, string shape = "a number, e.g. 1.5")
        {
            if (value.Type != JTokenType.Float && value.Type != JTokenType.Integer) throw ValueMismatch.Expected(shape, value);
            var number = (double)value;
            if (double.IsNaN(number) || double.IsInfinity(number)) throw ValueMismatch.Expected(shape, value);
            return number;
        }

        /// <summary>A number that a float can hold.</summary>
        internal static float Single(JToken value, string shape = "a number, e.g. 1.5")
        {
            var number = Number(value, shape);
            // The largest float, written as the shortest number that is that float, is a larger double.
            return float.IsInfinity((float)number) ? throw ValueMismatch.Expected("a number of at most 3.4e38", value) : (float)number;
        }

        /// <summary>A whole number, exact for all that 64 bits can hold, which a double is not.</summary>
        internal static decimal Whole(JToken value, decimal min, decimal max)
        {
            const string shape = "a whole number, e.g. 3";
            var number = Number(value, shape);
            if (Math.Floor(number) != number) throw ValueMismatch.Expected(shape, value);
            if (number < (double)min || (Fits(number) && Exact(value) < min))
                throw ValueMismatch.Expected($"a number of at least {min.ToString(CultureInfo.InvariantCulture)}", value);
            if (number > (double)max || (Fits(number) && Exact(value) > max))
                throw ValueMismatch.Expected($"a number of at most {max.ToString(CultureInfo.InvariantCulture)}", value);
            return Exact(value);
        }

        private static bool Fits(double number) => Math.Abs(number) < 1e20;

        private static decimal Exact(JToken value) => value.Type == JTokenType.Integer ? (decimal)value : (decimal)(double)value;

        internal static bool Flag(JToken value) =>
            value.Type == JTokenType.Boolean ? (bool)value : throw ValueMismatch.Expected("true or false", value);

        internal static string Text(JToken value) =>
            value.Type == JTokenType.String ? (string)value! : throw ValueMismatch.Expected("a string", value);

        internal static float[] Numbers(JToken value, int min, int max, string example)
        {
            var shape = $"an array of {(min == max ? $"{min}" : $"{min} or {max}")} numbers, e.g. {example}";
            if (!(value is JArray list) || list.Count < min || list.Count > max) throw ValueMismatch.Expected(shape, value);
            var numbers = new float[list.Count];
            for (var i = 0; i < numbers.Length; i++)
            {
                if (list[i].Type != JTokenType.Float && list[i].Type != JTokenType.Integer) throw ValueMismatch.Expected(shape, value);
                numbers[i] = (float)list[i];
                if (float.IsNaN(numbers[i]) || float.IsInfinity(numbers[i])) throw ValueMismatch.Expected(shape, value);
            }
            return numbers;
        }

        internal static Vector2 Vector2Of(JToken value)
        {
            var n = Numbers(value, 2, 2, "[0,1]");
            return new Vector2(n[0], n[1]);
        }

        internal static Vector3 Vector3Of(JToken value)
        {
            var n = Numbers(value, 3, 3, "[0,1,0]");
            return new Vector3(n[0], n[1], n[2]);
        }

        internal static Vector4 Vector4Of(JToken value)
        {
            var n = Numbers(value, 4, 4, "[0,1,0,0]");
            return new Vector4(n[0], n[1], n[2], n[3]);
        }

        internal static Color ColorOf(JToken value)
        {
            var n = FromHex(value) ?? Numbers(value, 3, 4, "[1, 0, 0] or \"#ff8000\"");
            if (IsInBytes(n)) throw ValueMismatch.Expected("a colour in numbers from 0 to 1, e.g. [1, 0.5, 0], or \"#ff8000\"", value);
            return new Color(n[0], n[1], n[2], n.Length > 3 ? n[3] : 1f);
        }

        /// <summary><c>#rrggbb</c> or <c>#rrggbbaa</c>; null: it is something else.</summary>
        private static float[]? FromHex(JToken value)
        {
            if (value.Type != JTokenType.String) return null;
            var text = (string)value!;
            if (text.Length != 7 && text.Length != 9 || text[0] != '#') return null;
            var numbers = new float[(text.Length - 1) / 2];
            for (var i = 0; i < numbers.Length; i++)
            {
                var pair = text.Substring(1 + 2 * i, 2);
                if (!byte.TryParse(pair, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var part)) return null;
                numbers[i] = part / 255f;
            }
            return numbers;
        }

        /// <summary>A colour brighter than white has decimals or small numbers; whole ones up to 255 are meant as bytes.</summary>
        private static bool IsInBytes(float[] color)
        {
            var isAbove = false;
            for (var i = 0; i < 3; i++)
            {
                if (color[i] > 255f || color[i] != Math.Floor(color[i])) return false;
                isAbove |= color[i] > 16f;
            }
            return isAbove;
        }

        internal static Quaternion Rotation(JToken value)
        {
            var n = Numbers(value, 3, 3, "[0, 90, 0], Euler angles in degrees");
            return Quaternion.Euler(n[0], n[1], n[2]);
        }

        /// <summary>The names of several flags, joined by ", "; a number that has no name, or bits that have none, as digits.</summary>
        internal static JToken EnumName(Type type, long value)
        {
            var values = Values(type);
            foreach (var (name, bit) in values)
                if (bit == value) return name;
            if (!IsFlags(type)) return value;
            var names = new List<string>();
            var rest = value;
            foreach (var (name, bit) in values)
            {
                if (bit == 0 || (bit & (bit - 1)) != 0 || (bit & value) == 0) continue;
                names.Add(name);
                rest &= ~bit;
            }
            // -1 is "everything": bits without a name count for nothing then.
            return rest == 0 || value == -1 ? (JToken)string.Join(", ", names) : value;
        }

        /// <summary>The value of a name; of flags also that of several names, or of a number.</summary>
        internal static long EnumValue(Type type, JToken value)
        {
            var values = Values(type);
            var names = new List<string>();
            foreach (var (name, _) in values) names.Add(name);
            var isFlags = IsFlags(type);
            var shape = $"{(isFlags ? "one or several" : "one")} of {string.Join(", ", names)}";
            if (isFlags && value.Type == JTokenType.Integer) return (long)Whole(value, int.MinValue, uint.MaxValue);
            var wanted = new List<string>();
            if (value.Type == JTokenType.String)
                wanted.AddRange(isFlags ? ((string)value!).Split(',', '|') : new[] { (string)value! });
            else if (isFlags && value is JArray list)
                foreach (var item in list) wanted.Add(item.ToString());
            else throw ValueMismatch.Expected(shape, value);
            long mask = 0;
            foreach (var text in wanted)
            {
                // Empty text stands for no flag at all.
                if (isFlags && text.Trim().Length == 0 && wanted.Count == 1) return 0;
                var found = values.FindIndex(entry => PropertyNames.Same(entry.Name, text.Replace(" ", "")));
                if (found < 0) throw ValueMismatch.Expected(shape, value);
                mask |= values[found].Value;
            }
            return mask;
        }

        /// <summary>Whether the enum holds flags: Unity has not marked all of its own.</summary>
        private static bool IsFlags(Type type) =>
            type.IsDefined(typeof(FlagsAttribute), false) || type.FullName == "UnityEngine.RigidbodyConstraints";

        private static List<(string Name, long Value)> Values(Type type)
        {
            var values = new List<(string, long)>();
            var isUnsigned = Enum.GetUnderlyingType(type) == typeof(ulong);
            foreach (var value in Enum.GetValues(type))
            {
                var number = isUnsigned
                    ? unchecked((long)Convert.ToUInt64(value, CultureInfo.InvariantCulture))
                    : Convert.ToInt64(value, CultureInfo.InvariantCulture);
                if (!values.Exists(entry => entry.Item2 == number)) values.Add((Enum.GetName(type, value)!, number));
            }
            return values;
        }
    }
}
