using System;

namespace UnityEngine
{
    /// <summary>
    /// Hooks of the editor and the main loop in the object model. Assemblies above fill these in; they survive a domain reload.
    /// </summary>
    internal static class EngineEvents
    {
        /// <summary>Whether play mode runs.</summary>
        internal static Func<bool> IsPlaying { get; set; } = () => false;

        /// <summary>An error of the engine itself goes to the console.</summary>
        internal static Action<string> LogError { get; set; } = _ => { };

        /// <summary>An object's own values were changed through a property or a SerializedObject.</summary>
        internal static event Action<Object> OnChanged;

        /// <summary>An object came into being: by a script, a tool, undo, or loading.</summary>
        internal static event Action<Object> OnCreated;

        /// <summary>An object is about to go; it can still be looked at.</summary>
        internal static event Action<Object> OnDestroying;

        /// <summary>Parent, order or scene of a GameObject changed.</summary>
        internal static event Action<GameObject> OnMoved;

        /// <summary>The set of components of a GameObject changed.</summary>
        internal static event Action<GameObject> OnStructure;

        /// <summary>A component becomes live in an active object, or an object becomes active: Awake, OnEnable.</summary>
        internal static event Action<Component> OnActivated;

        /// <summary>A component stops being live: OnDisable, and OnDestroy where it goes.</summary>
        internal static event Action<Component, bool> OnDeactivated;

        internal static void Changed(Object obj) => OnChanged?.Invoke(obj);
        internal static void Created(Object obj) => OnCreated?.Invoke(obj);
        internal static void Destroying(Object obj) => OnDestroying?.Invoke(obj);
        internal static void Moved(GameObject obj) => OnMoved?.Invoke(obj);
        internal static void Structure(GameObject obj) => OnStructure?.Invoke(obj);
        internal static void Activated(Component component) => OnActivated?.Invoke(component);
        internal static void Deactivated(Component component, bool isDestroyed) => OnDeactivated?.Invoke(component, isDestroyed);
    }
}
