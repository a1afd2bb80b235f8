using System;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    public struct CreateGameObjectHierarchyEventArgs
    {
        private readonly ObjectChangeEventStream.Entry entry;

        internal CreateGameObjectHierarchyEventArgs(ObjectChangeEventStream.Entry entry) => this.entry = entry;

#if UNITY_6000_4_OR_NEWER
        public readonly EntityId entityId => new(entry.Id);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.")]
#endif
        public readonly int instanceId => unchecked((int)(uint)entry.Id);
        public readonly Scene scene => new(entry.Scene);
    }

    public struct DestroyGameObjectHierarchyEventArgs
    {
        private readonly ObjectChangeEventStream.Entry entry;

        internal DestroyGameObjectHierarchyEventArgs(ObjectChangeEventStream.Entry entry) => this.entry = entry;

#if UNITY_6000_4_OR_NEWER
        public readonly EntityId entityId => new(entry.Id);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.")]
#endif
        public readonly int instanceId => unchecked((int)(uint)entry.Id);
        public readonly Scene scene => new(entry.Scene);
    }

    public struct ChangeGameObjectStructureEventArgs
    {
        private readonly ObjectChangeEventStream.Entry entry;

        internal ChangeGameObjectStructureEventArgs(ObjectChangeEventStream.Entry entry) => this.entry = entry;

#if UNITY_6000_4_OR_NEWER
        public readonly EntityId entityId => new(entry.Id);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.")]
#endif
        public readonly int instanceId => unchecked((int)(uint)entry.Id);
        public readonly Scene scene => new(entry.Scene);
    }

    public struct ChangeGameObjectOrComponentPropertiesEventArgs
    {
        private readonly ObjectChangeEventStream.Entry entry;

        internal ChangeGameObjectOrComponentPropertiesEventArgs(ObjectChangeEventStream.Entry entry) => this.entry = entry;

#if UNITY_6000_4_OR_NEWER
        public readonly EntityId entityId => new(entry.Id);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.")]
#endif
        public readonly int instanceId => unchecked((int)(uint)entry.Id);
        public readonly Scene scene => new(entry.Scene);
    }

    public struct ChangeGameObjectParentEventArgs
    {
        private readonly ObjectChangeEventStream.Entry entry;

        internal ChangeGameObjectParentEventArgs(ObjectChangeEventStream.Entry entry) => this.entry = entry;

#if UNITY_6000_4_OR_NEWER
        public readonly EntityId entityId => new(entry.Id);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("instanceId is deprecated. Use entityId instead.")]
#endif
        public readonly int instanceId => unchecked((int)(uint)entry.Id);
#if UNITY_6000_4_OR_NEWER
        public readonly EntityId previousParentEntityId => new(entry.PreviousParent);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("previousParentInstanceId is deprecated. Use previousParentEntityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("previousParentInstanceId is deprecated. Use previousParentEntityId instead.")]
#endif
        public readonly int previousParentInstanceId => unchecked((int)(uint)entry.PreviousParent);
#if UNITY_6000_4_OR_NEWER
        public readonly EntityId newParentEntityId => new(entry.NewParent);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("newParentInstanceId is deprecated. Use newParentEntityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("newParentInstanceId is deprecated. Use newParentEntityId instead.")]
#endif
        public readonly int newParentInstanceId => unchecked((int)(uint)entry.NewParent);
        public readonly Scene previousScene => new(entry.Scene);
        public readonly Scene newScene => new(entry.Scene);
    }
}
