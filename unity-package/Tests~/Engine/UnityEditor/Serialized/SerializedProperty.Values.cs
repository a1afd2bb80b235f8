using System;
using System.Globalization;
using System.Linq;
using UnityEngine;
using UnityEngine.Serialization;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public partial class SerializedProperty
    {
        private T Get<T>(params SerializedPropertyType[] kinds)
        {
            if (!kinds.Contains(propertyType)) throw Mismatch(typeof(T).Name);
            return (T)ObjectData.WriteValue(typeof(T), Node.Value, null);
        }

        private void Set<T>(T value, params SerializedPropertyType[] kinds)
        {
            if (!kinds.Contains(propertyType)) throw Mismatch(typeof(T).Name);
            Node.Value = ObjectData.ReadValue(typeof(T), value);
        }

        private InvalidOperationException Mismatch(string wanted) =>
            new($"type is not a supported {wanted} value: {propertyPath} is {propertyType}");

        private object Number(object value)
        {
            if (Node.IsSize) return Convert.ToInt32(value, CultureInfo.InvariantCulture);
            var type = Node.Type.IsEnum ? Enum.GetUnderlyingType(Node.Type) : Node.Type;
            if (type == typeof(RenderingLayerMask))
                return new DataMap { ["m_Bits"] = Convert.ToUInt32(value, CultureInfo.InvariantCulture) };
            if (type == typeof(LayerMask)) return new DataMap { ["m_Bits"] = Convert.ToInt32(value, CultureInfo.InvariantCulture) };
            if (type == typeof(char)) return (char)Convert.ToInt32(value, CultureInfo.InvariantCulture);
            return Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
        }

        private object NumberValue => Node.Value switch
        {
            DataMap mask when propertyType is SerializedPropertyType.LayerMask or SerializedPropertyType.RenderingLayerMask =>
                mask["m_Bits"],
            char c => (int)c,
            bool or string or DataMap or DataList or ObjectReference or ManagedReference or null => throw Mismatch("number"),
            var number => number,
        };

        public int intValue { get => unchecked((int)longValue); set => Node.Value = Number(value); }
        public uint uintValue { get => unchecked((uint)longValue); set => Node.Value = Number(value); }

        public long longValue
        {
            get => NumberValue is ulong big ? unchecked((long)big) : Convert.ToInt64(NumberValue, CultureInfo.InvariantCulture);
            set => Node.Value = Number(value);
        }

        public ulong ulongValue
        {
            get => NumberValue is ulong big ? big : unchecked((ulong)Convert.ToInt64(NumberValue, CultureInfo.InvariantCulture));
            set => Node.Value = Number(value);
        }

        public float floatValue { get => Convert.ToSingle(NumberValue, CultureInfo.InvariantCulture); set => Node.Value = Number(value); }
        public double doubleValue { get => Convert.ToDouble(NumberValue, CultureInfo.InvariantCulture); set => Node.Value = Number(value); }
        public bool boolValue { get => Get<bool>(SerializedPropertyType.Boolean); set => Set(value, SerializedPropertyType.Boolean); }
        public string stringValue { get => Get<string>(SerializedPropertyType.String); set => Set(value, SerializedPropertyType.String); }

        public Color colorValue
        {
            get => Node.Type == typeof(Color32) ? (Color)Get<Color32>(SerializedPropertyType.Color)
                : Get<Color>(SerializedPropertyType.Color);
            set
            {
                if (Node.Type == typeof(Color32)) Set((Color32)value, SerializedPropertyType.Color);
                else Set(value, SerializedPropertyType.Color);
            }
        }

        public AnimationCurve animationCurveValue { get => Get<AnimationCurve>(SerializedPropertyType.AnimationCurve); set =>
            Set(value, SerializedPropertyType.AnimationCurve); }
        public Gradient gradientValue { get => Get<Gradient>(SerializedPropertyType.Gradient); set =>
            Set(value, SerializedPropertyType.Gradient); }
        public Vector2 vector2Value { get => Get<Vector2>(SerializedPropertyType.Vector2); set =>
            Set(value, SerializedPropertyType.Vector2); }
        public Vector3 vector3Value { get => Get<Vector3>(SerializedPropertyType.Vector3); set =>
            Set(value, SerializedPropertyType.Vector3); }
        public Vector4 vector4Value { get => Get<Vector4>(SerializedPropertyType.Vector4); set =>
            Set(value, SerializedPropertyType.Vector4); }
        public Vector2Int vector2IntValue { get => Get<Vector2Int>(SerializedPropertyType.Vector2Int); set =>
            Set(value, SerializedPropertyType.Vector2Int); }
        public Vector3Int vector3IntValue { get => Get<Vector3Int>(SerializedPropertyType.Vector3Int); set =>
            Set(value, SerializedPropertyType.Vector3Int); }
        public Quaternion quaternionValue { get => Get<Quaternion>(SerializedPropertyType.Quaternion); set =>
            Set(value, SerializedPropertyType.Quaternion); }
        public Rect rectValue { get => Get<Rect>(SerializedPropertyType.Rect); set => Set(value, SerializedPropertyType.Rect); }
        public RectInt rectIntValue { get => Get<RectInt>(SerializedPropertyType.RectInt); set =>
            Set(value, SerializedPropertyType.RectInt); }
        public Bounds boundsValue { get => Get<Bounds>(SerializedPropertyType.Bounds); set => Set(value, SerializedPropertyType.Bounds); }
        public BoundsInt boundsIntValue { get => Get<BoundsInt>(SerializedPropertyType.BoundsInt); set =>
            Set(value, SerializedPropertyType.BoundsInt); }

        public Hash128 hash128Value { get => Get<Hash128>(SerializedPropertyType.Hash128); set =>
            Set(value, SerializedPropertyType.Hash128); }

        public Object objectReferenceValue
        {
            get => propertyType == SerializedPropertyType.ObjectReference ? ((ObjectReference)Node.Value).Target
                : throw Mismatch("object reference");
            set
            {
                if (propertyType != SerializedPropertyType.ObjectReference) throw Mismatch("object reference");
                // An object of a type that the field does not take is dropped, as in Unity.
                Node.Value = new ObjectReference(value != null && Node.Type.IsInstanceOfType(value) ? value : null);
            }
        }

#if UNITY_6000_5_OR_NEWER
        [Obsolete("objectReferenceInstanceIDValue is obsolete. Use objectReferenceEntityIdValue instead", true)]
#endif
        public int objectReferenceInstanceIDValue => unchecked((int)(uint)((ObjectReference)Node.Value).Id);

        public object managedReferenceValue
        {
            get
            {
                if (propertyType != SerializedPropertyType.ManagedReference) throw Mismatch("managed reference");
                if (Node.Value is not ManagedReference { TypeName: { Length: > 0 } name } managed
                    || ObjectData.FindType(name, Node.Type) is not { } type) return null;
                return ObjectData.WriteValue(type, managed.Data);
            }
            set
            {
                if (propertyType != SerializedPropertyType.ManagedReference) throw Mismatch("managed reference");
                if (value != null && !FieldType.IsInstanceOfType(value))
                    throw new InvalidOperationException(
                        $"Cannot assign an object of type '{value.GetType().FullName}' to a managed reference with a base type of "
                        + $"'{FieldType.FullName}': types are not compatible");
                Node.Value = value == null
                    ? new ManagedReference("", new DataMap())
                    : new ManagedReference($"{value.GetType().Assembly.GetName().Name} {value.GetType().FullName}",
                        (DataMap)ObjectData.ReadValue(value.GetType(), value));
            }
        }

        private Type FieldType => Node.Type;
        public string managedReferenceFullTypename => Node.Value is ManagedReference managed ? managed.TypeName.Replace('+', '/') : "";
        public string managedReferenceFieldTypename => $"{FieldType.Assembly.GetName().Name} {FieldType.FullName?.Replace('+', '/')}";

        /// <summary>-1 where the value has no name, as several flags.</summary>
        public int enumValueIndex
        {
            get => Array.FindIndex(EnumValues, value => value == longValue);
            set => Node.Value = Number(EnumValues[value]);
        }

        public int enumValueFlag { get => intValue; set => Node.Value = Number(value); }
        public string[] enumNames => Node.Type.IsEnum ? EnumFields.Select(member => member.Name).ToArray() : Array.Empty<string>();
        public string[] enumDisplayNames => enumNames.Select(Nicify).ToArray();

        private System.Reflection.FieldInfo[] EnumFields =>
            Node.Type.GetFields(System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.Static)
                .OrderBy(member => member.MetadataToken).ToArray();
        private long[] EnumValues =>
            EnumFields.Select(member => Convert.ToInt64(member.GetRawConstantValue(), CultureInfo.InvariantCulture)).ToArray();

        public SerializedPropertyNumericType numericType =>
            Type.GetTypeCode(Node.Type.IsEnum ? Enum.GetUnderlyingType(Node.Type) : Node.Type) switch
        {
            TypeCode.SByte => SerializedPropertyNumericType.Int8,
            TypeCode.Byte => SerializedPropertyNumericType.UInt8,
            TypeCode.Int16 => SerializedPropertyNumericType.Int16,
            TypeCode.UInt16 => SerializedPropertyNumericType.UInt16,
            TypeCode.Int32 => SerializedPropertyNumericType.Int32,
            TypeCode.UInt32 => SerializedPropertyNumericType.UInt32,
            TypeCode.Int64 => SerializedPropertyNumericType.Int64,
            TypeCode.UInt64 => SerializedPropertyNumericType.UInt64,
            TypeCode.Single => SerializedPropertyNumericType.Float,
            TypeCode.Double => SerializedPropertyNumericType.Double,
            _ => SerializedPropertyNumericType.Unknown,
        };

        /// <summary>The value as the C# type that the field has.</summary>
        public object boxedValue
        {
            get => propertyType switch
            {
                SerializedPropertyType.ManagedReference => managedReferenceValue,
                SerializedPropertyType.ObjectReference => objectReferenceValue,
                SerializedPropertyType.ArraySize => intValue,
                _ => ObjectData.WriteValue(Node.Type, Node.Value),
            };
            set
            {
                if (propertyType == SerializedPropertyType.ManagedReference) managedReferenceValue = value;
                else if (propertyType == SerializedPropertyType.ObjectReference) objectReferenceValue = (Object)value;
                else if (Node.IsSize) intValue = (int)value;
                else Node.Value = ObjectData.ReadValue(Node.Type, value);
            }
        }
    }
}
