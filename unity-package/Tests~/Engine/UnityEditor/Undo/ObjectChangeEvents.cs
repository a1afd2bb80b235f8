using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    public enum ObjectChangeKind : ushort
    {
        None = 0,
        ChangeScene = 1,
        CreateGameObjectHierarchy = 2,
        ChangeGameObjectStructureHierarchy = 3,
        ChangeGameObjectStructure = 4,
        ChangeGameObjectParent = 5,
        ChangeGameObjectOrComponentProperties = 6,
        DestroyGameObjectHierarchy = 7,
        CreateAssetObject = 8,
        DestroyAssetObject = 9,
        ChangeAssetObjectProperties = 10,
        UpdatePrefabInstances = 11,
        ChangeChildrenOrder = 12,
        ChangeRootOrder = 13,
    }

    public static class ObjectChangeEvents
    {
        public delegate void ObjectChangeEventsHandler(ref ObjectChangeEventStream stream);

        private static readonly List<ObjectChangeEventStream.Entry> pending = new();

        public static event ObjectChangeEventsHandler changesPublished;

        internal static void Push(ObjectChangeKind kind, ulong id, ulong scene, ulong previousParent = 0, ulong newParent = 0) =>
            pending.Add(new ObjectChangeEventStream.Entry { Kind = kind, Id = id, Scene = scene, PreviousParent = previousParent,
                NewParent = newParent });

        /// <summary>Once per tick, and after undo and redo.</summary>
        internal static void Publish()
        {
            if (pending.Count == 0) return;
            var stream = new ObjectChangeEventStream(pending.ToArray());
            pending.Clear();
            changesPublished?.Invoke(ref stream);
        }
    }

    public struct ObjectChangeEventStream : IDisposable
    {
        internal struct Entry
        {
            internal ObjectChangeKind Kind;
            internal ulong Id;
            internal ulong Scene;
            internal ulong PreviousParent;
            internal ulong NewParent;
        }

        private readonly Entry[] entries;

        internal ObjectChangeEventStream(Entry[] entries) => this.entries = entries;

        public readonly int length => entries?.Length ?? 0;
        public readonly bool isCreated => entries != null;
        public readonly ObjectChangeKind GetEventType(int eventIdx) => entries[eventIdx].Kind;

        public readonly void GetCreateGameObjectHierarchyEvent(int eventIdx, out CreateGameObjectHierarchyEventArgs data) =>
            data = new(entries[eventIdx]);
        public readonly void GetDestroyGameObjectHierarchyEvent(int eventIdx, out DestroyGameObjectHierarchyEventArgs data) =>
            data = new(entries[eventIdx]);
        public readonly void GetChangeGameObjectStructureEvent(int eventIdx, out ChangeGameObjectStructureEventArgs data) =>
            data = new(entries[eventIdx]);
        public readonly void GetChangeGameObjectParentEvent(int eventIdx, out ChangeGameObjectParentEventArgs data) =>
            data = new(entries[eventIdx]);
        public readonly void GetChangeGameObjectOrComponentPropertiesEvent(int eventIdx,
            out ChangeGameObjectOrComponentPropertiesEventArgs data) => data = new(entries[eventIdx]);

        public readonly void Dispose()
        {
        }
    }
}
