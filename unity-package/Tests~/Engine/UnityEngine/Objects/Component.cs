using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public partial class Component : Object
    {
        [SerializeField, HideInInspector] private GameObject m_GameObject;

        private protected override string NameValue
        {
            get => m_GameObject is null ? "" : m_GameObject.name;
            set
            {
                if (m_GameObject is not null) m_GameObject.name = value;
            }
        }

        internal GameObject Owner { get => m_GameObject; set => m_GameObject = value; }

        public GameObject gameObject
        {
            get
            {
                Alive();
                return m_GameObject;
            }
        }

        public Transform transform => gameObject.transform;
        public string tag { get => gameObject.tag; set => gameObject.tag = value; }
        public bool CompareTag(string tag) => gameObject.CompareTag(tag);

        public T GetComponent<T>() => gameObject.GetComponent<T>();
        public Component GetComponent(Type type) => gameObject.GetComponent(type);
        public Component GetComponent(string type) => gameObject.GetComponent(type);
        public bool TryGetComponent<T>(out T component) => gameObject.TryGetComponent(out component);
        public bool TryGetComponent(Type type, out Component component) => gameObject.TryGetComponent(type, out component);
        public T[] GetComponents<T>() => gameObject.GetComponents<T>();
        public Component[] GetComponents(Type type) => gameObject.GetComponents(type);
        public void GetComponents<T>(List<T> results) => gameObject.GetComponents(results);
        public T GetComponentInChildren<T>() => gameObject.GetComponentInChildren<T>();
        public T GetComponentInChildren<T>(bool includeInactive) => gameObject.GetComponentInChildren<T>(includeInactive);
        public T GetComponentInParent<T>() => gameObject.GetComponentInParent<T>();
        public T[] GetComponentsInChildren<T>() => gameObject.GetComponentsInChildren<T>();
        public T[] GetComponentsInChildren<T>(bool includeInactive) => gameObject.GetComponentsInChildren<T>(includeInactive);
        public T[] GetComponentsInParent<T>(bool includeInactive = false) => gameObject.GetComponentsInParent<T>(includeInactive);
        public void SendMessage(string methodName, object value = null, SendMessageOptions options = SendMessageOptions.RequireReceiver) =>
            gameObject.SendMessage(methodName, value, options);

        private protected void Set<T>(ref T field, T value)
        {
            Alive();
            field = value;
            Constrain();
            EngineEvents.Changed(this);
        }

        /// <summary>The editor's Reset: sizes a collider to its mesh and the like.</summary>
        internal virtual void SetDefaults()
        {
        }

        /// <summary>Brings values that were written into the fields into the bounds that the engine keeps.</summary>
        internal virtual void Constrain()
        {
        }
    }

    public class Behaviour : Component
    {
        [SerializeField, HideInInspector] private bool m_Enabled = true;

        public bool enabled
        {
            get => m_Enabled;
            set
            {
                if (m_Enabled == value) return;
                m_Enabled = value;
                EngineEvents.Changed(this);
                if (!gameObject.activeInHierarchy) return;
                if (value) EngineEvents.Activated(this);
                else EngineEvents.Deactivated(this, false);
            }
        }

        public bool isActiveAndEnabled => IsAlive && m_Enabled && Owner is not null && Owner.activeInHierarchy;
    }

    public partial class MonoBehaviour : Behaviour
    {
        [SerializeField] private Object m_Script;
        [SerializeField, HideInInspector] private string m_Name = "";

        /// <summary>The MonoScript asset that declares this type; null where there is none on disk.</summary>
        internal Object Script { get => m_Script; set => m_Script = value; }
        internal string SerializedName { get => m_Name; set => m_Name = value; }
    }

    public partial class ScriptableObject : Object
    {
        [SerializeField] private Object m_Script;
        [SerializeField, HideInInspector] private string m_Name = "";

        private protected override string NameValue { get => m_Name; set => m_Name = value; }
        internal Object Script { get => m_Script; set => m_Script = value; }

        public static ScriptableObject CreateInstance(Type type) => (ScriptableObject)ObjectGraph.New(type);
        public static T CreateInstance<T>() where T : ScriptableObject => (T)CreateInstance(typeof(T));

        public static ScriptableObject CreateInstance(string className) =>
            ObjectGraph.TypeNamed(className, typeof(ScriptableObject)) is { } type ? CreateInstance(type) : null;
    }

    public enum SendMessageOptions
    {
        RequireReceiver = 0,
        DontRequireReceiver = 1,
    }

    public enum PrimitiveType
    {
        Sphere = 0,
        Capsule = 1,
        Cylinder = 2,
        Cube = 3,
        Plane = 4,
        Quad = 5,
    }

    public enum Space
    {
        World = 0,
        Self = 1,
    }
}
