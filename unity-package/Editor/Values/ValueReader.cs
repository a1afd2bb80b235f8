#nullable enable
using System;
using System.Globalization;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>A serialized property as JSON, in the shape that <see cref="ValueWriter"/> takes.</summary>
    internal static class ValueReader
    {
        /// <summary>Elements of arrays above this are left out; the last item says how many.</summary>
        private const int MaxItems = 100;

        /// <summary>2^53: above it a double has gaps between whole numbers.</summary>
        private const decimal ExactInDouble = 9_007_199_254_740_992;

        /// <summary>The depth below which values are left out.</summary>
        private const int MaxDepth = 6;

        /// <summary>The name in reports: <c>float</c>, <c>Vector3</c>, <c>ObjectReference</c>, …</summary>
        internal static string TypeName(SerializedProperty property, Type? enumType = null)
        {
            if (enumType != null) return "enum";
            switch (property.propertyType)
            {
                case SerializedPropertyType.Integer:
                case SerializedPropertyType.ArraySize:
                    return "int";
                case SerializedPropertyType.Float:
                    return "float";
                case SerializedPropertyType.Boolean:
                    return "bool";
                case SerializedPropertyType.String:
                case SerializedPropertyType.Character:
                    return "string";
                case SerializedPropertyType.Enum:
                    return "enum";
                case SerializedPropertyType.Generic:
                    return property.isArray ? "array" : "struct";
                default:
                    return property.propertyType.ToString();
            }
        }

        internal static JToken Read(SerializedProperty property, Type? enumType, GameObject? within, int depth = 0)
        {
            enumType ??= FieldTypes.EnumOf(property);
            switch (property.propertyType)
            {
                case SerializedPropertyType.Integer when enumType != null:
                case SerializedPropertyType.Enum when enumType != null:
                    return ClrValues.EnumName(enumType, property.longValue);
                case SerializedPropertyType.Integer:
                    return property.numericType == SerializedPropertyNumericType.UInt64
                        ? Digits(property.ulongValue) : Digits(property.longValue);
                case SerializedPropertyType.ArraySize:
                    return property.intValue;
                case SerializedPropertyType.RenderingLayerMask:
                    return property.uintValue;
                case SerializedPropertyType.Hash128:
                    return property.hash128Value.ToString();
                case SerializedPropertyType.Float:
                    return property.numericType == SerializedPropertyNumericType.Double
                        ? Plain(property.doubleValue) : ObjectFacts.Plain(property.floatValue);
                case SerializedPropertyType.Boolean:
                    return property.boolValue;
                case SerializedPropertyType.String:
                    return property.stringValue;
                case SerializedPropertyType.Character:
                    return ((char)property.intValue).ToString(CultureInfo.InvariantCulture);
                case SerializedPropertyType.Enum:
                    return EnumText(property);
                case SerializedPropertyType.Color:
                    var color = property.colorValue;
                    return ClrValues.Array(color.r, color.g, color.b, color.a);
                case SerializedPropertyType.LayerMask:
                    return Layers(property.intValue);
                case SerializedPropertyType.Vector2:
                    return ClrValues.Read(property.vector2Value);
                case SerializedPropertyType.Vector3:
                    return ClrValues.Read(property.vector3Value);
                case SerializedPropertyType.Vector4:
                    return ClrValues.Read(property.vector4Value);
                case SerializedPropertyType.Vector2Int:
                    return new JArray(property.vector2IntValue.x, property.vector2IntValue.y);
                case SerializedPropertyType.Vector3Int:
                    return new JArray(property.vector3IntValue.x, property.vector3IntValue.y, property.vector3IntValue.z);
                case SerializedPropertyType.Quaternion:
                    return ClrValues.Angles(property.quaternionValue);
                case SerializedPropertyType.Rect:
                    var rect = property.rectValue;
                    return ClrValues.Array(rect.x, rect.y, rect.width, rect.height);
                case SerializedPropertyType.RectInt:
                    var cells = property.rectIntValue;
                    return new JArray(cells.x, cells.y, cells.width, cells.height);
                case SerializedPropertyType.Bounds:
                    return new JObject { ["center"] = ClrValues.Read(property.boundsValue.center),
                        ["size"] = ClrValues.Read(property.boundsValue.size) };
                case SerializedPropertyType.BoundsInt:
                    var box = property.boundsIntValue;
                    return new JObject
                    {
                        ["position"] = new JArray(box.position.x, box.position.y, box.position.z),
                        ["size"] = new JArray(box.size.x, box.size.y, box.size.z),
                    };
                case SerializedPropertyType.AnimationCurve:
                    return CurveValues.Read(property.animationCurveValue);
                case SerializedPropertyType.Gradient:
                    return CurveValues.Read(property.gradientValue);
                case SerializedPropertyType.ObjectReference:
                    return ReferenceValues.Show(property.objectReferenceValue, within);
                case SerializedPropertyType.ManagedReference:
                    return Managed(property, within, depth);
                case SerializedPropertyType.Generic when property.isArray:
                    return Items(property, within, depth);
                default:
                    return Fields(property, new JObject(), within, depth);
            }
        }

        /// <summary>The number, as text if JavaScript, which reads it next, would lose digits.</summary>
        private static JToken Digits(decimal value) =>
            Math.Abs(value) <= ExactInDouble ? new JValue((long)value) : new JValue(value.ToString(CultureInfo.InvariantCulture));

        private static JToken Plain(double value) =>
            value == Math.Floor(value) && Math.Abs(value) < 1e15 ? new JValue((long)value) : new JValue(value);

        private static JToken EnumText(SerializedProperty property)
        {
            var names = property.enumNames;
            var index = property.enumValueIndex;
            return index >= 0 && index < names.Length ? names[index] : (JToken)property.intValue;
        }

        private static JToken Layers(int mask)
        {
            if (mask == -1) return "Everything";
            if (mask == 0) return "Nothing";
            var names = new JArray();
            for (var layer = 0; layer < 32; layer++)
                if ((mask & (1 << layer)) != 0) names.Add(ObjectFacts.LayerName(layer));
            return names;
        }

        private static JToken Items(SerializedProperty list, GameObject? within, int depth)
        {
            var items = new JArray();
            if (depth >= MaxDepth) return items;
            for (var i = 0; i < list.arraySize && i < MaxItems; i++)
                items.Add(Read(list.GetArrayElementAtIndex(i), null, within, depth + 1));
            if (list.arraySize > MaxItems) items.Add($"… {list.arraySize - MaxItems} more");
            return items;
        }

        private static JToken Managed(SerializedProperty property, GameObject? within, int depth)
        {
            var typeName = property.managedReferenceFullTypename;
            if (string.IsNullOrEmpty(typeName)) return JValue.CreateNull();
            return Fields(property, new JObject { ["$type"] = typeName.Substring(typeName.IndexOf(' ') + 1).Replace('/', '+') }, within,
                depth);
        }

        private static JObject Fields(SerializedProperty property, JObject fields, GameObject? within, int depth)
        {
            if (depth >= MaxDepth) return fields;
            foreach (var child in PropertyLocator.Children(property))
                fields[PropertyNames.Plain(child.name)] = Read(child.Copy(), null, within, depth + 1);
            return fields;
        }
    }
}
