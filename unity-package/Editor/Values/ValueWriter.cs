#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>Puts JSON into a serialized property; nothing is applied to the object yet.</summary>
    internal static class ValueWriter
    {
        private const int MaxArraySize = 10_000;

        /// <exception cref="ValueMismatch">It does not fit; parts of it may be in the property.</exception>
        internal static void Write(SerializedProperty property, JToken value, Type? enumType, GameObject? within)
        {
            enumType ??= FieldTypes.EnumOf(property);
            switch (property.propertyType)
            {
                case SerializedPropertyType.Integer when enumType != null:
                case SerializedPropertyType.Enum when enumType != null:
                    WriteEnum(property, ClrValues.EnumValue(enumType, value));
                    break;
                case SerializedPropertyType.Integer:
                    WriteInteger(property, value);
                    break;
                case SerializedPropertyType.ArraySize:
                    WriteSize(property, (int)ClrValues.Whole(value, 0, MaxArraySize));
                    break;
                case SerializedPropertyType.Float:
                    if (property.numericType == SerializedPropertyNumericType.Double) property.doubleValue = ClrValues.Number(value);
                    else property.floatValue = value is JValue { Value: "Infinity" } ? float.PositiveInfinity : ClrValues.Single(value);
                    break;
                case SerializedPropertyType.Boolean:
                    property.boolValue = ClrValues.Flag(value);
                    break;
                case SerializedPropertyType.String:
                    property.stringValue = ClrValues.Text(value);
                    break;
                case SerializedPropertyType.Character:
                    var text = ClrValues.Text(value);
                    property.intValue = text.Length == 1 ? text[0] : throw ValueMismatch.Expected("one character", value);
                    break;
                case SerializedPropertyType.Enum:
                    WriteEnum(property, value);
                    break;
                case SerializedPropertyType.Color:
                    property.colorValue = ClrValues.ColorOf(value);
                    break;
                case SerializedPropertyType.LayerMask:
                    property.intValue = Layers(value);
                    break;
                case SerializedPropertyType.RenderingLayerMask:
                    property.uintValue = (uint)ClrValues.Whole(value, uint.MinValue, uint.MaxValue);
                    break;
                case SerializedPropertyType.Hash128:
                    property.hash128Value = AssetReferences.IsGuid(ClrValues.Text(value))
                        ? Hash128.Parse((string)value!)
                        : throw ValueMismatch.Expected("32 hexadecimal digits", value);
                    break;
                case SerializedPropertyType.Vector2:
                    property.vector2Value = ClrValues.Vector2Of(value);
                    break;
                case SerializedPropertyType.Vector3:
                    property.vector3Value = ClrValues.Vector3Of(value);
                    break;
                case SerializedPropertyType.Vector4:
                    property.vector4Value = ClrValues.Vector4Of(value);
                    break;
                case SerializedPropertyType.Vector2Int:
                    var pair = Wholes(value, 2, "[0,1]");
                    property.vector2IntValue = new Vector2Int(pair[0], pair[1]);
                    break;
                case SerializedPropertyType.Vector3Int:
                    property.vector3IntValue = Cell(value);
                    break;
                case SerializedPropertyType.Quaternion:
                    property.quaternionValue = ClrValues.Rotation(value);
                    break;
                case SerializedPropertyType.Rect:
                    var rect = ClrValues.Numbers(value, 4, 4, "[0,0,1,1] (x, y, width, height)");
                    property.rectValue = new Rect(rect[0], rect[1], rect[2], rect[3]);
                    break;
                case SerializedPropertyType.RectInt:
                    var cells = Wholes(value, 4, "[0,0,1,1] (x, y, width, height)");
                    property.rectIntValue = new RectInt(cells[0], cells[1], cells[2], cells[3]);
                    break;
                case SerializedPropertyType.Bounds:
                    property.boundsValue = new Bounds(ClrValues.Vector3Of(Member(value, "center", "size")),
                        ClrValues.Vector3Of(Member(value, "size", "center")));
                    break;
                case SerializedPropertyType.BoundsInt:
                    property.boundsIntValue =
                        new BoundsInt(Cell(Member(value, "position", "size")), Cell(Member(value, "size", "position")));
                    break;
                case SerializedPropertyType.AnimationCurve:
                    property.animationCurveValue = CurveValues.Curve(value);
                    break;
                case SerializedPropertyType.Gradient:
                    property.gradientValue = CurveValues.Gradient(value);
                    break;
                case SerializedPropertyType.ObjectReference:
                    WriteReference(property, value, within);
                    break;
                case SerializedPropertyType.ManagedReference:
                    ManagedValues.Write(property, value, within);
                    break;
                case SerializedPropertyType.Generic when property.isArray:
                    WriteItems(property, value, within);
                    break;
                case SerializedPropertyType.Generic:
                    WriteFields(property, value, within);
                    break;
                default:
                    throw new ValueMismatch($"A property of the kind {property.propertyType} cannot be set.");
            }
        }

        private static void WriteSize(SerializedProperty size, int count)
        {
            const string suffix = ".Array.size";
            var path = size.propertyPath;
            var list = path.EndsWith(suffix, StringComparison.Ordinal)
                ? size.serializedObject.FindProperty(path.Substring(0, path.Length - suffix.Length)) : null;
            if (list != null) Resize(list, count);
            else size.intValue = count;
        }

        private static void WriteInteger(SerializedProperty property, JToken value)
        {
            switch (property.numericType)
            {
                case SerializedPropertyNumericType.UInt8:
                    property.intValue = (int)ClrValues.Whole(value, byte.MinValue, byte.MaxValue);
                    break;
                case SerializedPropertyNumericType.Int8:
                    property.intValue = (int)ClrValues.Whole(value, sbyte.MinValue, sbyte.MaxValue);
                    break;
                case SerializedPropertyNumericType.Int16:
                    property.intValue = (int)ClrValues.Whole(value, short.MinValue, short.MaxValue);
                    break;
                case SerializedPropertyNumericType.UInt16:
                    property.intValue = (int)ClrValues.Whole(value, ushort.MinValue, ushort.MaxValue);
                    break;
                case SerializedPropertyNumericType.UInt32:
                    property.longValue = (long)ClrValues.Whole(value, uint.MinValue, uint.MaxValue);
                    break;
                case SerializedPropertyNumericType.UInt64:
                    property.ulongValue = (ulong)ClrValues.Whole(Digits(value), ulong.MinValue, ulong.MaxValue);
                    break;
                case SerializedPropertyNumericType.Int64:
                    property.longValue = (long)ClrValues.Whole(Digits(value), long.MinValue, long.MaxValue);
                    break;
                default:
                    property.intValue = (int)ClrValues.Whole(value, int.MinValue, int.MaxValue);
                    break;
            }
        }

        /// <summary>Takes long numbers as text too, as they are shown.</summary>
        private static JToken Digits(JToken value) =>
            value.Type == JTokenType.String && System.Numerics.BigInteger.TryParse((string)value!, NumberStyles.AllowLeadingSign,
                CultureInfo.InvariantCulture, out var number)
                ? new JValue(number)
                : value;

        private static void WriteEnum(SerializedProperty property, long value)
        {
            if (property.numericType == SerializedPropertyNumericType.Int64 || property.numericType == SerializedPropertyNumericType.UInt64)
                property.longValue = value;
            else property.intValue = unchecked((int)value);
        }

        private static void WriteEnum(SerializedProperty property, JToken value)
        {
            var names = property.enumNames;
            if (value.Type == JTokenType.String)
            {
                var index = Array.FindIndex(names, name => PropertyNames.Same(name.Replace(" ", ""), ((string)value!).Replace(" ", "")));
                if (index >= 0)
                {
                    property.enumValueIndex = index;
                    return;
                }
            }
            if (FlagsOf(property, names, value) is { } mask)
            {
                property.intValue = mask;
                return;
            }
            throw ValueMismatch.Expected($"one of {string.Join(", ", names)}", value);
        }

        /// <summary>The value of several names of a script's flags enum; null if it is not one, or a name is wrong.</summary>
        private static int? FlagsOf(SerializedProperty property, string[] names, JToken value)
        {
            if (!(value is JArray) && (value.Type != JTokenType.String || ((string)value!).IndexOfAny(new[] { ',', '|' }) < 0)) return null;
            var wanted = new List<string>();
            if (value is JArray list)
                foreach (var item in list) wanted.Add(item.ToString());
            else wanted.AddRange(((string)value!).Split(',', '|'));
            var (mask, before) = (0, property.intValue);
            foreach (var text in wanted)
            {
                var index = Array.FindIndex(names, name => string.Equals(name, text.Trim(), StringComparison.OrdinalIgnoreCase));
                if (index < 0)
                {
                    property.intValue = before;
                    return null;
                }
                property.enumValueIndex = index;
                mask |= property.intValue;
            }
            return mask;
        }

        private static int Layers(JToken value)
        {
            if (value.Type == JTokenType.Integer) return unchecked((int)(long)value);
            if (value.Type == JTokenType.String && (string)value! == "Everything") return -1;
            if (value.Type == JTokenType.String && (string)value! == "Nothing") return 0;
            if (value.Type != JTokenType.String && !(value is JArray))
                throw ValueMismatch.Expected("layer names, \"Everything\", \"Nothing\", or a bit mask", value);
            var mask = 0;
            foreach (var name in value is JArray list ? (IEnumerable<JToken>)list : new[] { value })
            {
                var layer = TagsAndLayersOf.Layer(name.ToString());
                if (layer < 0) throw ValueMismatch.Expected($"layers of {string.Join(", ", TagsAndLayersOf.LayerNames())}", name);
                mask |= 1 << layer;
            }
            return mask;
        }

        private static int[] Wholes(JToken value, int count, string example)
        {
            // Read as floats only to say what is wrong: they hold no more than 24 bits.
            ClrValues.Numbers(value, count, count, example);
            var list = (JArray)value;
            var wholes = new int[count];
            for (var i = 0; i < count; i++)
                wholes[i] = Math.Floor((double)list[i]) == (double)list[i]
                    ? (int)ClrValues.Whole(list[i], int.MinValue, int.MaxValue)
                    : throw ValueMismatch.Expected($"whole numbers, e.g. {example}", value);
            return wholes;
        }

        private static Vector3Int Cell(JToken value)
        {
            var n = Wholes(value, 3, "[0,1,0]");
            return new Vector3Int(n[0], n[1], n[2]);
        }

        private static JToken Member(JToken value, string name, string other) =>
            (value as JObject)?[name] ?? throw ValueMismatch.Expected($"an object with {name} and {other}", value);

        private static void WriteReference(SerializedProperty property, JToken value, GameObject? within)
        {
            var wanted = ReferenceValues.TypeOf(property);
            var found = ReferenceValues.Read(value, wanted, within);
            property.objectReferenceValue = found;
            if (found != null && property.objectReferenceValue == null) throw ValueMismatch.Expected($"a {wanted.Name}", value);
        }

        private static void WriteItems(SerializedProperty property, JToken value, GameObject? within)
        {
            if (!(value is JArray items)) throw ValueMismatch.Expected("an array", value);
            if (items.Count > MaxArraySize)
                throw new ValueMismatch($"Expected an array of at most {MaxArraySize} elements; got {items.Count}.");
            Resize(property, items.Count);
            for (var i = 0; i < items.Count; i++) Write(property.GetArrayElementAtIndex(i), items[i], null, within);
        }

        /// <summary>
        /// Unity fills new places with copies of the last one; of a managed reference that would be the same object twice, and a change of
        /// one a change of both.
        /// </summary>
        internal static void Resize(SerializedProperty list, int count)
        {
            var before = list.arraySize;
            list.arraySize = count;
            for (var i = before; i < count; i++)
            {
                var element = list.GetArrayElementAtIndex(i);
                if (element.propertyType != SerializedPropertyType.ManagedReference) return;
                element.managedReferenceValue = null;
            }
        }

        /// <summary>Writes the named fields; others keep their values.</summary>
        internal static void WriteFields(SerializedProperty property, JToken value, GameObject? within)
        {
            var children = new List<SerializedProperty>();
            foreach (var child in PropertyLocator.Children(property)) children.Add(child.Copy());
            var names = string.Join(", ", children.ConvertAll(child => PropertyNames.Plain(child.name)));
            if (!(value is JObject fields)) throw ValueMismatch.Expected($"an object with {names}", value);
            foreach (var field in fields.Properties())
            {
                if (field.Name == "$type") continue;
                var child = children.Find(candidate => PropertyNames.Same(candidate.name, field.Name))
                    ?? throw new ValueMismatch($"There is no \"{field.Name}\" in it; there are {names}.");
                Write(child, field.Value, null, within);
            }
        }
    }
}
