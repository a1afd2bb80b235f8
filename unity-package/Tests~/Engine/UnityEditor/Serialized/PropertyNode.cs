using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEngine;
using UnityEngine.Serialization;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>One place in the saved values of an object: a field, an element, the size of an array.</summary>
    internal sealed class PropertyNode
    {
        private enum Role
        {
            Field,
            Element,
            Size,
        }

        private readonly DataMap root;
        private readonly Role role;
        private readonly int index;

        private PropertyNode(DataMap root, PropertyNode parent, string name, string path, Type type, SerializedField field, Role role,
            int index)
        {
            this.root = root;
            this.role = role;
            this.index = index;
            Parent = parent;
            Name = name;
            Path = path;
            Type = type;
            Field = field;
        }

        internal PropertyNode Parent { get; }
        internal string Name { get; }
        internal string Path { get; }
        /// <summary>The declared type.</summary>
        internal Type Type { get; }
        /// <summary>The field; null for elements and sizes.</summary>
        internal SerializedField Field { get; }
        internal int Depth => Parent == null ? 0 : Parent.Depth + 1;
        internal bool IsSize => role == Role.Size;

        internal SerializedField DeclaringField => Field ?? Parent?.DeclaringField;
        internal bool IsManaged => role == Role.Element ? Parent.IsManagedList : Field is { IsManagedReference: true } && !IsList;
        private bool IsManagedList => IsList && DeclaringField is { IsManagedReference: true };
        internal bool IsList => role == Role.Field && SerializedLayout.ElementOf(Type) != null;
        internal bool IsHidden => Field is { IsHidden: true };

        internal static List<PropertyNode> Roots(DataMap root, Type type) => SerializedLayout.Of(type)
            .Select(field => new PropertyNode(root, null, field.Name, field.Name, field.Type, field, Role.Field, 0))
            .ToList();

        internal object Value
        {
            get => role switch
            {
                Role.Size => (Parent.Value as DataList)?.Count ?? 0,
                Role.Element => Parent.Value is DataList list && index < list.Count ? list[index] : null,
                _ => Container is { } map && map.TryGet(Name, out var value) ? value : null,
            };
            set
            {
                if (role == Role.Size) Resize(Parent, Convert.ToInt32(value, CultureInfo.InvariantCulture));
                else if (role == Role.Element) ((DataList)Parent.Value)[index] = value;
                else Container[Name] = value;
            }
        }

        private DataMap Container => Parent == null ? root : Parent.Value switch
        {
            DataMap map => map,
            ManagedReference managed => managed.Data,
            _ => null,
        };

        /// <summary>False once the array became shorter, or the managed reference another type.</summary>
        internal bool Exists => role switch
        {
            Role.Element => Parent.Exists && Parent.Value is DataList list && index < list.Count,
            Role.Size => Parent.Exists,
            _ => Container is { } map && map.TryGet(Name, out _),
        };

        internal List<PropertyNode> Children()
        {
            if (IsManaged)
                return Value is ManagedReference { TypeName: { Length: > 0 } name }
                    && ObjectData.FindType(name, ElementType ?? Type) is { } actual ? Fields(actual) : new List<PropertyNode>();
            if (IsList)
            {
                var items = new List<PropertyNode> { new(root, this, "size", Path + ".Array.size", typeof(int), null, Role.Size, 0) };
                var count = (Value as DataList)?.Count ?? 0;
                for (var i = 0; i < count; i++) items.Add(Element(i));
                return items;
            }
            return role == Role.Size || SerializedLayout.IsPrimitive(Type) || Type.IsEnum || typeof(Object).IsAssignableFrom(Type)
                || Type == typeof(AnimationCurve) || Type == typeof(Gradient) || Type == typeof(LayerMask)
                    || Type == typeof(RenderingLayerMask) || Type == typeof(Hash128)
                ? new List<PropertyNode>()
                : Fields(Type);
        }

        private Type ElementType => role == Role.Element ? Type : null;

        private List<PropertyNode> Fields(Type type) => SerializedLayout.Of(type)
            .Select(field => new PropertyNode(root, this, field.Name, $"{Path}.{field.Name}", field.Type, field, Role.Field, 0))
            .Where(node => node.Exists)
            .ToList();

        internal PropertyNode Element(int i) =>
            new(root, this, "data", $"{Path}.Array.data[{i.ToString(CultureInfo.InvariantCulture)}]", SerializedLayout.ElementOf(Type),
                null, Role.Element, i);

        internal int Index => index;

        /// <summary>New elements are copies of the last one, as in Unity.</summary>
        internal static void Resize(PropertyNode list, int count)
        {
            var items = (DataList)list.Value;
            if (items.Count > count) items.RemoveRange(count, items.Count - count);
            while (items.Count < count) items.Add(items.Count > 0 ? DataTree.Copy(items[^1]) : list.BlankElement());
        }

        internal object BlankElement() => IsManagedList
            ? new ManagedReference("", new DataMap())
            : ObjectData.ReadValue(SerializedLayout.ElementOf(Type),
                SerializedLayout.ElementOf(Type) is { IsValueType: true } type ? Activator.CreateInstance(type) : null);

        internal SerializedPropertyType Kind
        {
            get
            {
                if (role == Role.Size) return SerializedPropertyType.ArraySize;
                if (IsManaged) return SerializedPropertyType.ManagedReference;
                if (IsList) return SerializedPropertyType.Generic;
                if (Type.IsEnum) return SerializedPropertyType.Enum;
                if (typeof(Object).IsAssignableFrom(Type)) return SerializedPropertyType.ObjectReference;
                return kinds.TryGetValue(Type, out var kind) ? kind : SerializedPropertyType.Generic;
            }
        }

        private static readonly Dictionary<Type, SerializedPropertyType> kinds = new()
        {
            [typeof(bool)] = SerializedPropertyType.Boolean,
            [typeof(char)] = SerializedPropertyType.Character,
            [typeof(sbyte)] = SerializedPropertyType.Integer,
            [typeof(byte)] = SerializedPropertyType.Integer,
            [typeof(short)] = SerializedPropertyType.Integer,
            [typeof(ushort)] = SerializedPropertyType.Integer,
            [typeof(int)] = SerializedPropertyType.Integer,
            [typeof(uint)] = SerializedPropertyType.Integer,
            [typeof(long)] = SerializedPropertyType.Integer,
            [typeof(ulong)] = SerializedPropertyType.Integer,
            [typeof(float)] = SerializedPropertyType.Float,
            [typeof(double)] = SerializedPropertyType.Float,
            [typeof(string)] = SerializedPropertyType.String,
            [typeof(Color)] = SerializedPropertyType.Color,
            [typeof(Color32)] = SerializedPropertyType.Color,
            [typeof(LayerMask)] = SerializedPropertyType.LayerMask,
            [typeof(Vector2)] = SerializedPropertyType.Vector2,
            [typeof(Vector3)] = SerializedPropertyType.Vector3,
            [typeof(Vector4)] = SerializedPropertyType.Vector4,
            [typeof(Rect)] = SerializedPropertyType.Rect,
            [typeof(AnimationCurve)] = SerializedPropertyType.AnimationCurve,
            [typeof(Bounds)] = SerializedPropertyType.Bounds,
            [typeof(Gradient)] = SerializedPropertyType.Gradient,
            [typeof(Quaternion)] = SerializedPropertyType.Quaternion,
            [typeof(Vector2Int)] = SerializedPropertyType.Vector2Int,
            [typeof(Vector3Int)] = SerializedPropertyType.Vector3Int,
            [typeof(RectInt)] = SerializedPropertyType.RectInt,
            [typeof(BoundsInt)] = SerializedPropertyType.BoundsInt,
            [typeof(Hash128)] = SerializedPropertyType.Hash128,
            [typeof(RenderingLayerMask)] = SerializedPropertyType.RenderingLayerMask,
        };
    }
}
