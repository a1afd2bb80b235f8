using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine.Serialization
{
    /// <summary>
    /// Saved values without the types that they came from: a <see cref="DataMap"/> for an object or struct, a <see cref="DataList"/> for
    /// an array, an <see cref="ObjectReference"/>, a <see cref="ManagedReference"/>, a string, or a boxed number, bool or char
    /// (enums are their numbers). Undo, files, copies and the domain reload work on it.
    /// </summary>
    internal static class DataTree
    {
        internal static object Copy(object value) => value switch
        {
            DataMap map => map.Clone(),
            DataList list => new DataList(list.Select(Copy)),
            ManagedReference managed => new ManagedReference(managed.TypeName, (DataMap)Copy(managed.Data)),
            _ => value,
        };

        internal static bool Same(object a, object b) => (a, b) switch
        {
            (DataMap x, DataMap y) => x.Count == y.Count && x.All(entry => y.TryGet(entry.Key, out var other) && Same(entry.Value, other)),
            (DataList x, DataList y) => x.Count == y.Count && x.Zip(y, Same).All(same => same),
            (ManagedReference x, ManagedReference y) => x.TypeName == y.TypeName && Same(x.Data, y.Data),
            _ => Equals(a, b),
        };

        /// <summary>A copy with other references.</summary>
        internal static object MapReferences(object value, Func<ulong, ulong> map) => value switch
        {
            DataMap data => new DataMap(data.Select(entry => new KeyValuePair<string, object>(entry.Key, MapReferences(entry.Value, map)))),
            DataList list => new DataList(list.Select(item => MapReferences(item, map))),
            ManagedReference managed => new ManagedReference(managed.TypeName, (DataMap)MapReferences(managed.Data, map)),
            ObjectReference reference => new ObjectReference(reference.Id == 0 ? 0 : map(reference.Id)),
            _ => value,
        };

        /// <summary>
        /// <paramref name="current"/> with what differs between the two others set as in <paramref name="to"/>; all else stays.
        /// </summary>
        internal static object Patch(object current, object from, object to)
        {
            switch (current, from, to)
            {
                case (DataMap now, DataMap x, DataMap y):
                    return new DataMap(now.Select(entry => new KeyValuePair<string, object>(
                        entry.Key,
                        x.TryGet(entry.Key, out var before)
                        && y.TryGet(entry.Key, out var after) ? Patch(entry.Value, before, after) : entry.Value)));
                case (DataList now, DataList x, DataList y) when now.Count == x.Count && x.Count == y.Count:
                    return new DataList(now.Select((item, i) => Patch(item, x[i], y[i])));
                default:
                    return Same(from, to) ? current : Copy(to);
            }
        }

        /// <summary>
        /// Calls back with each path at which the two differ and its values; a list whose length differs is one difference per item and the
        /// size.
        /// </summary>
        internal static void Compare(string path, object before, object after, Action<string, object, object> differs)
        {
            switch (before, after)
            {
                case (DataMap x, DataMap y):
                    foreach (var entry in x)
                        Compare(path.Length == 0 ? entry.Key : $"{path}.{entry.Key}", entry.Value,
                            y.TryGet(entry.Key, out var other) ? other : null, differs);
                    break;
                case (DataList x, DataList y):
                    if (x.Count != y.Count) differs($"{path}.Array.size", x.Count, y.Count);
                    for (var i = 0; i < Math.Max(x.Count, y.Count); i++)
                        Compare($"{path}.Array.data[{i}]", i < x.Count ? x[i] : null, i < y.Count ? y[i] : null, differs);
                    break;
                default:
                    if (!Same(before, after)) differs(path, before, after);
                    break;
            }
        }
    }

    /// <summary>Named values in the order of their declaration.</summary>
    internal sealed class DataMap : IEnumerable<KeyValuePair<string, object>>
    {
        private readonly List<string> order = new();
        private readonly Dictionary<string, object> values = new();

        internal DataMap()
        {
        }

        internal DataMap(IEnumerable<KeyValuePair<string, object>> entries)
        {
            foreach (var entry in entries) this[entry.Key] = entry.Value;
        }

        internal int Count => order.Count;

        internal object this[string name]
        {
            get => values[name];
            set
            {
                if (!values.ContainsKey(name)) order.Add(name);
                values[name] = value;
            }
        }

        internal bool TryGet(string name, out object value) => values.TryGetValue(name, out value);
        internal DataMap Clone() => new(this.Select(entry => new KeyValuePair<string, object>(entry.Key, DataTree.Copy(entry.Value))));

        public IEnumerator<KeyValuePair<string, object>> GetEnumerator() =>
            order.Select(name => new KeyValuePair<string, object>(name, values[name])).GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    internal sealed class DataList : List<object>
    {
        internal DataList()
        {
        }

        internal DataList(IEnumerable<object> items) : base(items)
        {
        }
    }

    /// <summary>To an engine object by id; 0 is none. The object may be gone, or not be back yet.</summary>
    internal readonly struct ObjectReference : IEquatable<ObjectReference>
    {
        internal ObjectReference(ulong id) => Id = id;
        internal ObjectReference(Object obj) => Id = obj is null ? 0 : obj.Id;
        internal ulong Id { get; }
        internal Object Target => Id == 0 ? null : ObjectTable.Find(Id);
        public bool Equals(ObjectReference other) => Id == other.Id;
        public override bool Equals(object obj) => obj is ObjectReference other && Equals(other);
        public override int GetHashCode() => Id.GetHashCode();
    }

    /// <summary>A value of a [SerializeReference] field; the type's name is empty for null.</summary>
    internal sealed class ManagedReference
    {
        internal ManagedReference(string typeName, DataMap data)
        {
            TypeName = typeName;
            Data = data;
        }

        /// <summary>Assembly, a space, and the type's full name, as Unity writes it.</summary>
        internal string TypeName { get; }
        internal DataMap Data { get; }
    }
}
