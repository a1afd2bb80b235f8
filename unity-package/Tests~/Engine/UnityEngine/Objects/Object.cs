using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
#if UNITY_6000_4_OR_NEWER
    [Obsolete("FindObjectsSortMode has been deprecated. Use the FindObjectsByType overloads that do not take a FindObjectsSortMode "
        + "parameter.")]
#endif
    public enum FindObjectsSortMode
    {
        None = 0,
        InstanceID = 1,
    }

    public enum FindObjectsInactive
    {
        Exclude = 0,
        Include = 1,
    }

    public partial class Object
    {
        [SerializeField, HideInInspector] private HideFlags m_ObjectHideFlags;

        public Object() => Id = ObjectTable.Register(this);

        /// <summary>The object's id in this process; never 0.</summary>
        internal ulong Id { get; set; }

        /// <summary>False once it is destroyed; undo can bring it back.</summary>
        internal bool IsAlive { get; set; } = true;

        /// <summary>The path of the object's file; null for an object of a scene.</summary>
        internal string AssetPath { get; set; }

        /// <summary>The object's place in its scene, prefab or asset file; 0 until somebody asks for one.</summary>
        internal long LocalFileId { get; set; }

        private protected virtual string NameValue { get; set; } = "";

        public string name
        {
            get => Alive().NameValue;
            set
            {
                Alive().NameValue = value ?? "";
                EngineEvents.Changed(this);
            }
        }

        public HideFlags hideFlags { get => m_ObjectHideFlags; set => m_ObjectHideFlags = value; }

        /// <summary>Throws what Unity throws if the object was destroyed.</summary>
        internal Object Alive() => IsAlive
            ? this
            : throw new MissingReferenceException(
                $"The object of type '{GetType().FullName}' has been destroyed but you are still trying to access it.");

#if UNITY_6000_5_OR_NEWER
        [Obsolete("GetInstanceID is deprecated. Use GetEntityId instead.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("GetInstanceID is deprecated. Use GetEntityId instead.")]
#endif
        public int GetInstanceID() => unchecked((int)(uint)Id);

#if UNITY_6000_2_OR_NEWER
        public EntityId GetEntityId() => new(Id);
#endif

        public static void Destroy(Object obj) => Destroy(obj, 0f);

        public static void Destroy(Object obj, float t)
        {
            if (!EngineEvents.IsPlaying())
            {
                EngineEvents.LogError("Destroy may not be called from edit mode! Use DestroyImmediate instead.");
                return;
            }
            if (obj is not null) ObjectTable.Later(obj, t);
        }

        public static void DestroyImmediate(Object obj) => DestroyImmediate(obj, false);

        public static void DestroyImmediate(Object obj, bool allowDestroyingAssets)
        {
            if (obj is null || !obj.IsAlive) return;
            if (obj.AssetPath != null && !allowDestroyingAssets)
            {
                EngineEvents.LogError("Destroying assets is not permitted to avoid data loss.");
                return;
            }
            ObjectGraph.Destroy(obj);
        }

        public static void DontDestroyOnLoad(Object target)
        {
            if (target is Component component) target = component.gameObject;
            if (target is GameObject gameObject)
                ObjectGraph.MoveToScene(gameObject.transform.root.gameObject, SceneTable.DontDestroyOnLoad());
        }

        public static Object Instantiate(Object original) => Cloner.Clone(original, null, false);
        public static Object Instantiate(Object original, Transform parent) => Cloner.Clone(original, parent, false);
        public static Object Instantiate(Object original, Transform parent, bool instantiateInWorldSpace) =>
            Cloner.Clone(original, parent, instantiateInWorldSpace);
        public static Object Instantiate(Object original, Vector3 position, Quaternion rotation) =>
            Instantiate(original, position, rotation, null);

        public static Object Instantiate(Object original, Vector3 position, Quaternion rotation, Transform parent)
        {
            var copy = Cloner.Clone(original, parent, false);
            var transform = copy is GameObject gameObject ? gameObject.transform : ((Component)copy).transform;
            transform.SetPositionAndRotation(position, rotation);
            return copy;
        }

        public static T Instantiate<T>(T original) where T : Object => (T)Instantiate((Object)original);
        public static T Instantiate<T>(T original, Transform parent) where T : Object => (T)Instantiate((Object)original, parent);
        public static T Instantiate<T>(T original, Transform parent, bool worldPositionStays) where T : Object =>
            (T)Instantiate((Object)original, parent, worldPositionStays);
        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation) where T : Object =>
            (T)Instantiate((Object)original, position, rotation);
        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation, Transform parent) where T : Object =>
            (T)Instantiate((Object)original, position, rotation, parent);

#if UNITY_6000_4_OR_NEWER
        [Obsolete("FindObjectsByType with FindObjectsSortMode parameter has been deprecated.")]
#endif
        public static Object[] FindObjectsByType(Type type, FindObjectsInactive findObjectsInactive, FindObjectsSortMode sortMode) =>
            ObjectGraph.Find(type, findObjectsInactive == FindObjectsInactive.Include).ToArray();

#if UNITY_6000_4_OR_NEWER
        [Obsolete("FindObjectsByType with FindObjectsSortMode parameter has been deprecated.")]
#endif
        public static Object[] FindObjectsByType(Type type, FindObjectsSortMode sortMode) =>
            FindObjectsByType(type, FindObjectsInactive.Exclude, sortMode);

#if UNITY_6000_4_OR_NEWER
        [Obsolete("FindObjectsByType with FindObjectsSortMode parameter has been deprecated.")]
#endif
        public static T[] FindObjectsByType<T>(FindObjectsInactive findObjectsInactive, FindObjectsSortMode sortMode) where T : Object =>
            ObjectGraph.Find(typeof(T), findObjectsInactive == FindObjectsInactive.Include).Cast<T>().ToArray();

#if UNITY_6000_4_OR_NEWER
        [Obsolete("FindObjectsByType with FindObjectsSortMode parameter has been deprecated.")]
#endif
        public static T[] FindObjectsByType<T>(FindObjectsSortMode sortMode) where T : Object =>
            FindObjectsByType<T>(FindObjectsInactive.Exclude, sortMode);

#if UNITY_6000_4_OR_NEWER
        public static T[] FindObjectsByType<T>() where T : Object => FindObjectsByType<T>(FindObjectsInactive.Exclude);
        public static T[] FindObjectsByType<T>(FindObjectsInactive findObjectsInactive) where T : Object =>
            ObjectGraph.Find(typeof(T), findObjectsInactive == FindObjectsInactive.Include).Cast<T>().ToArray();
        public static Object[] FindObjectsByType(Type type) => FindObjectsByType(type, FindObjectsInactive.Exclude);
        public static Object[] FindObjectsByType(Type type, FindObjectsInactive findObjectsInactive) =>
            ObjectGraph.Find(type, findObjectsInactive == FindObjectsInactive.Include).ToArray();
#endif

        public static T FindAnyObjectByType<T>() where T : Object => FindAnyObjectByType<T>(FindObjectsInactive.Exclude);
        public static T FindAnyObjectByType<T>(FindObjectsInactive findObjectsInactive) where T : Object =>
            (T)ObjectGraph.Find(typeof(T), findObjectsInactive == FindObjectsInactive.Include).FirstOrDefault();
        public static T FindFirstObjectByType<T>() where T : Object => FindAnyObjectByType<T>();
        public static Object FindAnyObjectByType(Type type) => ObjectGraph.Find(type, false).FirstOrDefault();

        public override string ToString() => IsAlive ? $"{(name.Length > 0 ? name + " " : "")}({GetType().FullName})" : "null";
        public override bool Equals(object other) => other is null ? !IsAlive : other is Object o ? Same(this, o) : false;
        public override int GetHashCode() => Id.GetHashCode();
        public static implicit operator bool(Object exists) => !Same(exists, null);
        public static bool operator ==(Object x, Object y) => Same(x, y);
        public static bool operator !=(Object x, Object y) => !Same(x, y);

        private static bool Same(Object x, Object y)
        {
            if (x is null || !x.IsAlive) return y is null || !y.IsAlive;
            return y is not null && y.IsAlive && x.Id == y.Id;
        }
    }

    [Serializable]
    public class UnityException : SystemException
    {
        public UnityException(string message) : base(message)
        {
        }
    }

    [Serializable]
    public class MissingReferenceException : SystemException
    {
        public MissingReferenceException(string message) : base(message)
        {
        }
    }

    [Serializable]
    public class MissingComponentException : SystemException
    {
        public MissingComponentException(string message) : base(message)
        {
        }
    }

    [Serializable]
    public class UnassignedReferenceException : SystemException
    {
        public UnassignedReferenceException(string message) : base(message)
        {
        }
    }
}
