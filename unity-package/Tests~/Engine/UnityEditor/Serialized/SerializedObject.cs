using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.Serialization;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public class SerializedObject : IDisposable
    {
        private readonly Object[] targets;
        private DataMap original;

        public SerializedObject(Object obj) : this(new[] { obj })
        {
        }

        public SerializedObject(Object obj, Object context) : this(obj) => this.context = context;

        public SerializedObject(Object[] objs)
        {
            if (objs == null || objs.Length == 0 || objs.Any(obj => obj == null)) throw new ArgumentException("Object at index 0 is null");
            targets = (Object[])objs.Clone();
            Load();
        }

        internal DataMap Root { get; private set; }
        internal List<PropertyNode> Nodes { get; private set; }
        /// <summary>Changes when the tree was read anew: older properties look themselves up again.</summary>
        internal int Version { get; private set; }

        public Object targetObject => targets[0];
        public Object[] targetObjects => (Object[])targets.Clone();
        public Object context { get; }
        public bool isEditingMultipleObjects => targets.Length > 1;
        public bool hasModifiedProperties => !DataTree.Same(original, Root);

        private void Load()
        {
            original = ObjectData.Read(targets[0]);
            Root = original.Clone();
            Nodes = PropertyNode.Roots(Root, targets[0].GetType());
            Version++;
        }

        public void Update() => Load();

        public bool UpdateIfRequiredOrScript()
        {
            if (DataTree.Same(original, ObjectData.Read(targets[0]))) return false;
            Load();
            return true;
        }

        public SerializedProperty GetIterator() => new(this, null);

        /// <summary>Returns null where there is none.</summary>
        public SerializedProperty FindProperty(string propertyPath) =>
            PropertyPaths.Find(Nodes, propertyPath) is { } node ? new SerializedProperty(this, node) : null;

        public bool ApplyModifiedProperties()
        {
            if (!hasModifiedProperties) return false;
            foreach (var target in targets) Undo.RecordObject(target, $"Modified Property in {target.name}");
            return ApplyModifiedPropertiesWithoutUndo();
        }

        public bool ApplyModifiedPropertiesWithoutUndo()
        {
            if (!hasModifiedProperties) return false;
            foreach (var target in targets)
            {
                target.Alive();
                if (target is RectTransform rect) rect.BeforeWrite();
                ObjectData.Write(target, (DataMap)DataTree.Patch(ObjectData.Read(target), original, Root));
                Validate(target);
                Dirty.Mark(target);
                EngineEvents.Changed(target);
            }
            // A value that the object changed on assignment shows at once.
            Load();
            return true;
        }

        private static void Validate(Object target)
        {
            if (target is MonoBehaviour or ScriptableObject) OnValidate.Call(target);
            else if (target is Component component) component.Constrain();
        }

        public void CopyFromSerializedProperty(SerializedProperty prop)
        {
            if (PropertyPaths.Find(Nodes, prop.propertyPath) is { } node) node.Value = DataTree.Copy(prop.Node.Value);
        }

        public void Dispose() => GC.SuppressFinalize(this);
    }

    /// <summary>The message a script gets when a value of it was changed in the editor.</summary>
    internal static class OnValidate
    {
        internal static void Call(Object target)
        {
            for (var type = target.GetType(); type != null && type != typeof(MonoBehaviour); type = type.BaseType)
            {
                var method = type.GetMethod(
                    "OnValidate",
                    System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public
                        | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.DeclaredOnly,
                    null, Type.EmptyTypes, null);
                if (method == null) continue;
                try
                {
                    method.Invoke(target, null);
                }
                catch (System.Reflection.TargetInvocationException e)
                {
                    EngineEvents.LogError($"{e.InnerException?.GetType().Name}: {e.InnerException?.Message}");
                }
                return;
            }
        }
    }

    internal static class PropertyPaths
    {
        /// <summary>Returns null where the path leads nowhere.</summary>
        internal static PropertyNode Find(List<PropertyNode> nodes, string path)
        {
            foreach (var node in nodes)
            {
                if (node.Path == path) return node;
                if (path.StartsWith(node.Path + ".", StringComparison.Ordinal) && Find(node.Children(), path) is { } found) return found;
            }
            return null;
        }
    }
}
