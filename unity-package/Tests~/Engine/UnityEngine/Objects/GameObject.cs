using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    public sealed partial class GameObject : Object
    {
        [SerializeField, HideInInspector] private int m_Layer;
        [SerializeField] private string m_Name = "";
        [SerializeField, HideInInspector] private string m_TagString = "Untagged";
        [SerializeField, HideInInspector] private bool m_IsActive = true;
        [SerializeField, HideInInspector] private uint m_StaticEditorFlags;

        public GameObject() : this("New Game Object")
        {
        }

        public GameObject(string name) : this(name, Array.Empty<Type>())
        {
        }

        public GameObject(string name, params Type[] components)
        {
            m_Name = name ?? "";
            var transform = Array.Exists(components, type => type == typeof(RectTransform)) ? new RectTransform() : new Transform();
            transform.Owner = this;
            Components.Add(transform);
            SceneTable.Target().Roots.Add(this);
            SceneHandle = SceneTable.Target().Handle;
            EngineEvents.Created(this);
            foreach (var type in components)
                if (type != typeof(RectTransform) && type != typeof(Transform)) AddComponent(type);
        }

        /// <summary>Hangs in no scene and has no components: whoever reads files or clones fills it.</summary>
        internal GameObject(Blank _)
        {
        }

        internal struct Blank
        {
        }

        /// <summary>The first is the Transform. Missing scripts are null.</summary>
        internal List<Component> Components { get; } = new();

        /// <summary>0: in no scene, e.g. the contents of a prefab asset.</summary>
        internal ulong SceneHandle { get; set; }

        private protected override string NameValue { get => m_Name; set => m_Name = value; }

        public Transform transform
        {
            get
            {
                Alive();
                return Components.Count > 0 ? Components[0] as Transform : null;
            }
        }

        public GameObject gameObject => this;
        public Scene scene => new(SceneHandle);

        public int layer
        {
            get => m_Layer;
            set
            {
                if (value is < 0 or > 31)
                    throw new ArgumentException("A game object can only be in one layer. The layer needs to be in the range [0...31]");
                m_Layer = value;
                EngineEvents.Changed(this);
            }
        }

        public string tag
        {
            get => m_TagString;
            set
            {
                if (!TagsAndLayers.IsTag(value)) throw new UnityException($"Tag: {value} is not defined.");
                m_TagString = value;
                EngineEvents.Changed(this);
            }
        }

        public bool isStatic
        {
            get => m_StaticEditorFlags != 0;
            set
            {
                m_StaticEditorFlags = value ? 0x7f : 0u;
                EngineEvents.Changed(this);
            }
        }

        internal uint StaticFlags { get => m_StaticEditorFlags; set => m_StaticEditorFlags = value; }
        public bool activeSelf => m_IsActive;

        public bool activeInHierarchy
        {
            get
            {
                if (!IsAlive || SceneHandle == 0) return false;
                for (var at = this; at is not null; at = at.transform.Parent is { } parent ? parent.Owner : null)
                    if (!at.m_IsActive) return false;
                return true;
            }
        }

        public void SetActive(bool value)
        {
            Alive();
            if (m_IsActive == value) return;
            var live = ObjectGraph.LiveBehaviours(this);
            m_IsActive = value;
            EngineEvents.Changed(this);
            ObjectGraph.TellActivity(this, live);
        }

        public bool CompareTag(string tag) => m_TagString == tag;

        public T AddComponent<T>() where T : Component => AddComponent(typeof(T)) as T;
        public Component AddComponent(Type componentType) => ObjectGraph.AddComponent(this, componentType);

        public Component GetComponent(Type type)
        {
            Alive();
            foreach (var component in Components)
                if (component is not null && type.IsInstanceOfType(component)) return component;
            return null;
        }

        public T GetComponent<T>() => (T)(object)GetComponent(typeof(T));
        public Component GetComponent(string type) =>
            Components.FirstOrDefault(component =>
                component is not null && (component.GetType().Name == type || component.GetType().FullName == type));

        public bool TryGetComponent<T>(out T component)
        {
            component = GetComponent<T>();
            return component is not null;
        }

        public bool TryGetComponent(Type type, out Component component)
        {
            component = GetComponent(type);
            return component is not null;
        }

        /// <summary>Asked for every component, missing scripts are among them, as null.</summary>
        public T[] GetComponents<T>()
        {
            Alive();
            return typeof(T) == typeof(Component) ? (T[])(object)Components.ToArray() : Components.OfType<T>().ToArray();
        }

        public Component[] GetComponents(Type type)
        {
            Alive();
            return type == typeof(Component)
                ? Components.ToArray()
                : Components.Where(component => component is not null && type.IsInstanceOfType(component)).ToArray();
        }

        public void GetComponents<T>(List<T> results)
        {
            results.Clear();
            results.AddRange(GetComponents<T>());
        }

        public int GetComponentCount() => Components.Count;
        public Component GetComponentAtIndex(int index) => Components[index];
        public int GetComponentIndex(Component component) => Components.IndexOf(component);

        public T[] GetComponentsInChildren<T>() => GetComponentsInChildren<T>(false);
        public T[] GetComponentsInChildren<T>(bool includeInactive) =>
            Below(this, includeInactive).SelectMany(obj => obj.Components).OfType<T>().ToArray();
        public Component[] GetComponentsInChildren(Type type, bool includeInactive) =>
            Below(this, includeInactive).SelectMany(obj => obj.GetComponents(type)).ToArray();
        public T GetComponentInChildren<T>() => GetComponentInChildren<T>(false);
        public T GetComponentInChildren<T>(bool includeInactive) => GetComponentsInChildren<T>(includeInactive).FirstOrDefault();
        public T[] GetComponentsInParent<T>(bool includeInactive = false) =>
            Above(this, includeInactive).SelectMany(obj => obj.Components).OfType<T>().ToArray();
        public T GetComponentInParent<T>(bool includeInactive = false) => GetComponentsInParent<T>(includeInactive).FirstOrDefault();

        private static IEnumerable<GameObject> Below(GameObject at, bool includeInactive) =>
            ObjectGraph.Tree(at).Where(obj => includeInactive || obj.activeInHierarchy);

        private static IEnumerable<GameObject> Above(GameObject at, bool includeInactive)
        {
            for (; at is not null; at = at.transform.Parent is { } parent ? parent.Owner : null)
                if (includeInactive || at.activeInHierarchy) yield return at;
        }

        public void SendMessage(string methodName, object value = null, SendMessageOptions options = SendMessageOptions.RequireReceiver)
        {
            var received = false;
            foreach (var behaviour in GetComponents<MonoBehaviour>())
                received |= ObjectGraph.Send(behaviour, methodName, value);
            if (!received && options == SendMessageOptions.RequireReceiver)
                EngineEvents.LogError($"SendMessage {methodName} has no receiver!");
        }

        public void BroadcastMessage(string methodName, object parameter = null,
            SendMessageOptions options = SendMessageOptions.RequireReceiver)
        {
            foreach (var obj in Below(this, false)) obj.SendMessage(methodName, parameter, SendMessageOptions.DontRequireReceiver);
        }

        /// <summary>Active objects only; a name with slashes is a path.</summary>
        public static GameObject Find(string name) => ObjectGraph.FindByName(name);

        public static GameObject FindWithTag(string tag) => FindGameObjectsWithTag(tag).FirstOrDefault();
        public static GameObject FindGameObjectWithTag(string tag) => FindWithTag(tag);

        public static GameObject[] FindGameObjectsWithTag(string tag)
        {
            if (!TagsAndLayers.IsTag(tag)) throw new UnityException($"Tag: {tag} is not defined.");
            return ObjectGraph.LoadedObjects().Where(obj => obj.activeInHierarchy && obj.m_TagString == tag).ToArray();
        }

    }
}
