using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace UnityEditor
{
    public static class TypeCache
    {
        /// <summary>The assemblies in which types are looked for: the engine's and those of the current domain.</summary>
        internal static Func<IEnumerable<Assembly>> Searched { get; set; } = ScriptDomain.Searched;

        private static IEnumerable<Type> All => Searched().SelectMany(assembly =>
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (ReflectionTypeLoadException e)
            {
                return e.Types.Where(type => type != null).ToArray();
            }
        });

        public static TypeCollection GetTypesDerivedFrom(Type parentType) =>
            new(All.Where(type => type != parentType && parentType.IsAssignableFrom(type)).ToArray());
        public static TypeCollection GetTypesDerivedFrom<T>() => GetTypesDerivedFrom(typeof(T));
        public static TypeCollection GetTypesWithAttribute(Type attrType) =>
            new(All.Where(type => type.IsDefined(attrType, false)).ToArray());
        public static TypeCollection GetTypesWithAttribute<T>() where T : Attribute => GetTypesWithAttribute(typeof(T));

        public static MethodCollection GetMethodsWithAttribute(Type attrType) => new(All
            .SelectMany(type => type.GetMethods(
                BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            .Where(method => method.IsDefined(attrType, false))
            .ToArray());
        public static MethodCollection GetMethodsWithAttribute<T>() where T : Attribute => GetMethodsWithAttribute(typeof(T));

        public struct TypeCollection : IList<Type>, IList
        {
            private readonly Type[] items;

            internal TypeCollection(Type[] items) => this.items = items;

            public readonly int Count => items.Length;
            public readonly Type this[int index] { get => items[index]; set => throw new NotSupportedException(); }
            public readonly bool IsReadOnly => true;
            readonly bool IList.IsFixedSize => true;
            readonly bool ICollection.IsSynchronized => true;
            readonly object ICollection.SyncRoot => null;
            readonly object IList.this[int index] { get => items[index]; set => throw new NotSupportedException(); }
            public readonly bool Contains(Type item) => Array.IndexOf(items, item) >= 0;
            public readonly void CopyTo(Type[] array, int arrayIndex) => items.CopyTo(array, arrayIndex);
            public readonly int IndexOf(Type item) => Array.IndexOf(items, item);
            public readonly Enumerator GetEnumerator() => new(items);
            readonly IEnumerator<Type> IEnumerable<Type>.GetEnumerator() => ((IEnumerable<Type>)items).GetEnumerator();
            readonly IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();

            public struct Enumerator : IEnumerator<Type>
            {
                private readonly Type[] items;
                private int index;

                internal Enumerator(Type[] items)
                {
                    this.items = items;
                    index = -1;
                }

                public readonly Type Current => items[index];
                readonly object IEnumerator.Current => Current;
                public bool MoveNext() => ++index < items.Length;
                public readonly void Dispose() { }
                void IEnumerator.Reset() => index = -1;
            }
            readonly void ICollection.CopyTo(Array array, int index) => items.CopyTo(array, index);
            readonly bool IList.Contains(object value) => Array.IndexOf(items, value) >= 0;
            readonly int IList.IndexOf(object value) => Array.IndexOf(items, value);
            readonly void ICollection<Type>.Add(Type item) => throw new NotSupportedException();
            readonly void ICollection<Type>.Clear() => throw new NotSupportedException();
            readonly bool ICollection<Type>.Remove(Type item) => throw new NotSupportedException();
            readonly void IList<Type>.Insert(int index, Type item) => throw new NotSupportedException();
            readonly void IList<Type>.RemoveAt(int index) => throw new NotSupportedException();
            readonly int IList.Add(object value) => throw new NotSupportedException();
            readonly void IList.Clear() => throw new NotSupportedException();
            readonly void IList.Insert(int index, object value) => throw new NotSupportedException();
            readonly void IList.Remove(object value) => throw new NotSupportedException();
            readonly void IList.RemoveAt(int index) => throw new NotSupportedException();
        }

        public struct MethodCollection : IEnumerable<MethodInfo>
        {
            private readonly MethodInfo[] items;

            internal MethodCollection(MethodInfo[] items) => this.items = items;

            public readonly int Count => items.Length;
            public readonly MethodInfo this[int index] => items[index];
            public readonly Enumerator GetEnumerator() => new(items);
            readonly IEnumerator<MethodInfo> IEnumerable<MethodInfo>.GetEnumerator() => ((IEnumerable<MethodInfo>)items).GetEnumerator();
            readonly IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();

            public struct Enumerator : IEnumerator<MethodInfo>
            {
                private readonly MethodInfo[] items;
                private int index;

                internal Enumerator(MethodInfo[] items)
                {
                    this.items = items;
                    index = -1;
                }

                public readonly MethodInfo Current => items[index];
                readonly object IEnumerator.Current => Current;
                public bool MoveNext() => ++index < items.Length;
                public readonly void Dispose() { }
                void IEnumerator.Reset() => index = -1;
            }
        }
    }
}
