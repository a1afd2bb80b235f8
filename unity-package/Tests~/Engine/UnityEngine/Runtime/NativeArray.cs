#nullable enable
using System;

namespace Unity.Collections
{
    public enum Allocator
    {
        Temp = 2,
        TempJob = 3,
        Persistent = 4,
    }

    public enum NativeArrayOptions
    {
        UninitializedMemory = 0,
        ClearMemory = 1,
    }

    /// <summary>Memory of the engine; here of .NET.</summary>
    public readonly struct NativeArray<T> : IDisposable
        where T : struct
    {
        private readonly T[] items;

        public NativeArray(int length, Allocator allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory)
        {
            items = new T[length];
        }

        public int Length => items.Length;

        public T this[int index] => items[index];

        public void Dispose()
        {
        }

        internal void Take(T[] source)
        {
            if (items.Length < source.Length)
                throw new InvalidOperationException($"Not enough space in output buffer (need {source.Length}, has {items.Length})");
            source.CopyTo(items, 0);
        }
    }
}
