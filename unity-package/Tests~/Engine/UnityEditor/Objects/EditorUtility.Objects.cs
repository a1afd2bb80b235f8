using System;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public partial class EditorUtility
    {
#if UNITY_6000_5_OR_NEWER
        [Obsolete("InstanceIDToObject(int) is obsolete. Use EditorUtility.EntityIdToObject instead.", true)]
#elif UNITY_6000_3_OR_NEWER
        [Obsolete("InstanceIDToObject(int) is obsolete. Use EditorUtility.EntityIdToObject instead.")]
#endif
        public static Object InstanceIDToObject(int instanceID) => ObjectTable.Find(unchecked((uint)instanceID));

#if UNITY_6000_3_OR_NEWER
        public static Object EntityIdToObject(EntityId entityId) => ObjectTable.Find(entityId.Data);
#endif

        public static void SetDirty(Object target)
        {
            if (target == null) throw new ArgumentNullException(nameof(target));
            Dirty.Mark(target);
        }

        public static bool IsDirty(Object target) => target != null && Dirty.Is(target);
        public static int GetDirtyCount(Object target) => target == null ? 0 : Dirty.Count(target);
        public static void ClearDirty(Object target) => Dirty.Saved(target);

        /// <summary>Whether the object is saved on disk rather than part of a scene; what comes with the editor is.</summary>
        public static bool IsPersistent(Object target) =>
            target != null && (target.AssetPath != null || BuiltinResources.TryGetId(target, out _, out _));

        public static void CopySerialized(Object source, Object dest) => UnityEngine.Serialization.ObjectData.Copy(source, dest);
    }
}
