using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;
using UnityEngine.Serialization;

namespace UnityEditor
{
    /// <summary>An object's state at some moment; null stands for not being there.</summary>
    internal sealed class UndoImage
    {
        private UndoImage(DataMap data, ulong place)
        {
            Data = data;
            Place = place;
        }

        internal DataMap Data { get; }

        /// <summary>The id of a component's GameObject, or of a GameObject's parent; 0 at the root.</summary>
        internal ulong Place { get; }

        /// <summary>The scene of a GameObject.</summary>
        internal ulong Scene { get; private set; }

        internal static UndoImage Of(Object obj)
        {
            if (obj is null || !obj.IsAlive) return null;
            return obj switch
            {
                GameObject gameObject =>
                    new UndoImage(ObjectData.Read(obj), gameObject.transform.Parent is { } parent ? parent.Owner.Id : 0)
                {
                    Scene = gameObject.SceneHandle,
                },
                Component component => new UndoImage(ObjectData.Read(obj), component.Owner is { } owner ? owner.Id : 0),
                _ => new UndoImage(ObjectData.Read(obj), 0),
            };
        }

        internal static bool Same(UndoImage a, UndoImage b) =>
            a == null || b == null ? a == b : a.Place == b.Place && a.Scene == b.Scene && DataTree.Same(a.Data, b.Data);
    }

    /// <summary>One object before and after.</summary>
    internal sealed class UndoChange
    {
        internal UndoChange(Object target, UndoImage before)
        {
            Target = target;
            Before = before;
        }

        /// <summary>A domain reload puts another instance under the same id.</summary>
        internal Object Target { get; set; }
        internal UndoImage Before { get; set; }
        internal UndoImage After { get; set; }

        internal Object Current => ObjectTable.FindAny(Target.Id) ?? Target;
    }

    /// <summary>The order of an object's children, of an object's components, or of a scene's roots, by ids.</summary>
    internal sealed class UndoOrder
    {
        internal List<ulong> Before { get; set; }
        internal List<ulong> After { get; set; }
    }

    internal readonly struct OrderKey : System.IEquatable<OrderKey>
    {
        private OrderKey(char kind, ulong id)
        {
            Kind = kind;
            Id = id;
        }

        /// <summary>c: components of, t: children of, s: roots of.</summary>
        internal char Kind { get; }
        internal ulong Id { get; }

        internal static OrderKey Around(GameObject obj) =>
            obj.transform.Parent is { } parent ? new OrderKey('t', parent.Owner.Id) : new OrderKey('s', obj.SceneHandle);
        internal static OrderKey Children(GameObject obj) => new('t', obj.Id);
        internal static OrderKey Roots(Scene scene) => new('s', scene.Data?.Handle ?? 0);
        internal static OrderKey Components(GameObject obj) => new('c', obj.Id);

        internal List<ulong> Now()
        {
            var ids = new List<ulong>();
            if (Kind == 's')
            {
                foreach (var root in SceneTable.Find(Id)?.Roots ?? new List<GameObject>()) ids.Add(root.Id);
            }
            else if (ObjectTable.Find(Id) is GameObject obj)
            {
                if (Kind == 't')
                    foreach (var child in obj.transform.Children) ids.Add(child.Owner.Id);
                else
                    foreach (var component in obj.Components) ids.Add(component is null ? 0 : component.Id);
            }
            return ids;
        }

        /// <summary>Ids that the list knows take each other's places; all others keep theirs.</summary>
        internal void Arrange(List<ulong> order)
        {
            if (Kind == 's' && SceneTable.Find(Id) is { } scene) Arrange(scene.Roots, order, root => root.Id);
            else if (ObjectTable.Find(Id) is not GameObject obj) return;
            else if (Kind == 't') Arrange(obj.transform.Children, order, child => child.Owner.Id);
            else Arrange(obj.Components, order, component => component is null ? 0 : component.Id);
        }

        private static void Arrange<T>(List<T> list, List<ulong> order, System.Func<T, ulong> idOf)
        {
            var places = new List<int>();
            var known = new List<T>();
            for (var i = 0; i < list.Count; i++)
            {
                if (!order.Contains(idOf(list[i]))) continue;
                places.Add(i);
                known.Add(list[i]);
            }
            known.Sort((a, b) => order.IndexOf(idOf(a)).CompareTo(order.IndexOf(idOf(b))));
            for (var i = 0; i < places.Count; i++) list[places[i]] = known[i];
        }

        public bool Equals(OrderKey other) => Kind == other.Kind && Id == other.Id;
        public override bool Equals(object obj) => obj is OrderKey other && Equals(other);
        public override int GetHashCode() => System.HashCode.Combine(Kind, Id);
    }
}
