using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using UnityEngine;
using UnityEngine.Serialization;

namespace UnityEditor
{
    public partial class SerializedProperty : IDisposable
    {
        private readonly SerializedObject owner;
        private PropertyNode node;
        private int version;

        internal SerializedProperty(SerializedObject owner, PropertyNode node)
        {
            this.owner = owner;
            this.node = node;
            version = owner.Version;
        }

        /// <exception cref="InvalidOperationException">The iterator stands before its first property, or the property is gone.</exception>
        internal PropertyNode Node
        {
            get
            {
                if (node == null) throw new InvalidOperationException(
                    "The operation is not possible when moved past all properties (Next returned false)");
                if (version != owner.Version)
                {
                    node = PropertyPaths.Find(owner.Nodes, node.Path)
                        ?? throw new InvalidOperationException($"SerializedProperty {node.Path} has disappeared!");
                    version = owner.Version;
                }
                return node.Exists ? node : throw new InvalidOperationException($"SerializedProperty {node.Path} has disappeared!");
            }
        }

        public SerializedObject serializedObject => owner;
        public string name => Node.Name;
        public string propertyPath => Node.Path;
        public int depth => node == null ? -1 : Node.Depth;
        public string displayName => Nicify(Node.Name);
        public string tooltip =>
            Node.Field?.Field.GetCustomAttributes(typeof(TooltipAttribute), false).Cast<TooltipAttribute>().FirstOrDefault()?.tooltip ?? "";
        public SerializedPropertyType propertyType => Node.Kind;
        public bool editable => (owner.targetObject.hideFlags & HideFlags.NotEditable) == 0;
        public bool isExpanded { get; set; }

        /// <summary>Whether a prefab instance has the value of its own.</summary>
        public bool prefabOverride =>
            owner.targetObject.PrefabHandle is { } handle && owner.targetObject.PrefabSource is { } source
                && Fairlead.Engine.Assets.PrefabApply.Changes(handle, true).Any(change => ReferenceEquals(change.Source, source)
                    && (change.Path == Node.Path || change.Path.StartsWith(Node.Path + ".", StringComparison.Ordinal)
                        || Node.Path.StartsWith(change.Path + ".", StringComparison.Ordinal)));

        public bool hasChildren => Node.Children().Count > 0;
        public bool hasVisibleChildren => Node.Children().Any(child => !child.IsHidden);
        public bool hasMultipleDifferentValues => false;

        public string type => Node switch
        {
            { IsSize: true } => "ArraySize",
            { IsManaged: true } managed => $"managedReference<{managedReferenceFullTypename.Split(' ', '.', '/').Last()}>",
            { IsList: true } => "vector",
            { Type: { IsEnum: true } } => "Enum",
            { Kind: SerializedPropertyType.ObjectReference } reference =>
                reference.Type.Assembly == typeof(GameObject).Assembly ? $"PPtr<{reference.Type.Name}>" : $"PPtr<${reference.Type.Name}>",
            { Type: var declared } => Aliases.TryGetValue(declared, out var alias) ? alias : declared.Name,
        };

        private static readonly Dictionary<Type, string> Aliases = new()
        {
            [typeof(bool)] = "bool", [typeof(byte)] = "byte", [typeof(sbyte)] = "sbyte", [typeof(short)] = "short",
                [typeof(ushort)] = "ushort",
            [typeof(int)] = "int", [typeof(uint)] = "uint", [typeof(long)] = "long", [typeof(ulong)] = "ulong", [typeof(float)] = "float",
            [typeof(double)] = "double", [typeof(string)] = "string", [typeof(char)] = "char", [typeof(Vector2)] = "Vector2f",
            [typeof(Vector3)] = "Vector3f", [typeof(Vector4)] = "Vector4f", [typeof(Quaternion)] = "Quaternionf",
                [typeof(Color)] = "ColorRGBA",
            [typeof(Rect)] = "Rectf", [typeof(Bounds)] = "AABB", [typeof(LayerMask)] = "BitField",
        };

        /// <summary>Also true for a string, as in Unity.</summary>
        public bool isArray => Node.IsList || Node.Type == typeof(string);

        public string arrayElementType => Node.IsList ? new SerializedProperty(owner, Node.Element(0)).type : "char";

        public int arraySize
        {
            get => Node.Value is DataList list ? list.Count : (Node.Value as string)?.Length ?? throw NotArray();
            set
            {
                if (!Node.IsList) throw NotArray();
                PropertyNode.Resize(Node, value);
            }
        }

        private InvalidOperationException NotArray() => new($"'{propertyPath}' is not an array.");

        public SerializedProperty GetArrayElementAtIndex(int index)
        {
            if (!Node.IsList) throw NotArray();
            if (index < 0 || index >= arraySize)
                throw new IndexOutOfRangeException($"Retrieving array element but no array was provided or index {index} is out of range");
            return new SerializedProperty(owner, Node.Element(index));
        }

        public void InsertArrayElementAtIndex(int index)
        {
            var list = (DataList)Node.Value;
            list.Insert(Math.Min(index, list.Count),
                list.Count == 0 ? Node.BlankElement() : DataTree.Copy(list[Math.Min(index, list.Count - 1)]));
        }

        public void DeleteArrayElementAtIndex(int index) => ((DataList)Node.Value).RemoveAt(index);
        public void ClearArray() => ((DataList)Node.Value).Clear();

        public bool MoveArrayElement(int srcIndex, int dstIndex)
        {
            var list = (DataList)Node.Value;
            if (srcIndex < 0 || srcIndex >= list.Count || dstIndex < 0 || dstIndex >= list.Count) return false;
            var moved = list[srcIndex];
            list.RemoveAt(srcIndex);
            list.Insert(dstIndex, moved);
            return true;
        }

        public SerializedProperty Copy() => new(owner, node);

        /// <summary>Returns null where there is none.</summary>
        public SerializedProperty FindPropertyRelative(string relativePropertyPath) =>
            PropertyPaths.Find(Node.Children(), $"{Node.Path}.{relativePropertyPath}") is { } found ? new SerializedProperty(owner, found)
                : null;

        public bool Next(bool enterChildren) => Step(enterChildren, false);
        public bool NextVisible(bool enterChildren) => Step(enterChildren, true);

        private bool Step(bool enterChildren, bool visible)
        {
            var following = Following(enterChildren, visible);
            if (following == null) return false;
            node = following;
            version = owner.Version;
            return true;
        }

        private PropertyNode Following(bool enterChildren, bool visible)
        {
            bool Shown(PropertyNode candidate) => !visible || !candidate.IsHidden;
            if (node == null) return owner.Nodes.Find(candidate => Shown(candidate));
            if (enterChildren && Node.Children().Find(candidate => Shown(candidate)) is { } child) return child;
            for (var at = Node; at != null; at = at.Parent)
            {
                var siblings = at.Parent == null ? owner.Nodes : at.Parent.Children();
                var place = siblings.FindIndex(candidate => candidate.Path == at.Path);
                if (siblings.Skip(place + 1).FirstOrDefault(Shown) is { } next) return next;
            }
            return null;
        }

        public void Reset() => node = null;

        public SerializedProperty GetEndProperty()
        {
            var end = Copy();
            if (!end.Next(false)) end.Reset();
            return end;
        }

        public IEnumerator GetEnumerator()
        {
            foreach (var child in Node.Children())
                if (!child.IsHidden) yield return new SerializedProperty(owner, child);
        }

        public static bool EqualContents(SerializedProperty x, SerializedProperty y) =>
            x.node?.Path == y.node?.Path && x.owner.targetObject == y.owner.targetObject;
        public static bool DataEquals(SerializedProperty x, SerializedProperty y) => DataTree.Same(x.Node.Value, y.Node.Value);

        /// <summary>Equal values have equal hashes.</summary>
        public uint contentHash
        {
            get
            {
                // FNV-1a over a text of the value.
                var text = new StringBuilder();
                Describe(Node.Value, text);
                var hash = 2166136261u;
                foreach (var c in text.ToString()) hash = unchecked((hash ^ c) * 16777619u);
                return hash;
            }
        }

        private static void Describe(object value, StringBuilder text)
        {
            switch (value)
            {
                case DataMap map:
                    foreach (var entry in map)
                    {
                        text.Append(entry.Key).Append('{');
                        Describe(entry.Value, text);
                        text.Append('}');
                    }
                    break;
                case DataList list:
                    foreach (var item in list)
                    {
                        text.Append('[');
                        Describe(item, text);
                        text.Append(']');
                    }
                    break;
                case ManagedReference managed:
                    text.Append(managed.TypeName);
                    Describe(managed.Data, text);
                    break;
                case ObjectReference reference:
                    text.Append('#').Append(reference.Id);
                    break;
                default:
                    text.Append(Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture));
                    break;
            }
        }

        private static string Nicify(string name)
        {
            if (name.StartsWith("m_", StringComparison.Ordinal)) name = name.Substring(2);
            var nice = new StringBuilder();
            foreach (var c in name)
            {
                if (nice.Length == 0) nice.Append(char.ToUpperInvariant(c));
                else if (char.IsUpper(c) && !char.IsUpper(nice[^1]) && nice[^1] != ' ') nice.Append(' ').Append(c);
                else nice.Append(c);
            }
            return nice.ToString();
        }

        public void Dispose() => GC.SuppressFinalize(this);
    }
}
