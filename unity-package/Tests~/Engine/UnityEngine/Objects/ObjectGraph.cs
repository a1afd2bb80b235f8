using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    /// <summary>The engine's changes to its graph of objects: the one place that changes structure.</summary>
    internal static class ObjectGraph
    {
        /// <summary>Objects whose constructor runs on this thread.</summary>
        [ThreadStatic]
        private static int constructing;

        /// <summary>The object and all below it, depth first in sibling order.</summary>
        internal static IEnumerable<GameObject> Tree(GameObject root)
        {
            yield return root;
            foreach (var child in root.transform.Children.ToArray())
                foreach (var below in Tree(child.Owner)) yield return below;
        }

        internal static IEnumerable<GameObject> LoadedObjects() =>
            SceneTable.Alive.Where(scene => scene.IsLoaded).SelectMany(scene => scene.Roots.ToArray()).SelectMany(Tree);

        internal static IEnumerable<Object> Find(Type type, bool inactive)
        {
            foreach (var obj in LoadedObjects())
            {
                if (!inactive && !obj.activeInHierarchy) continue;
                if (type.IsInstanceOfType(obj)) yield return obj;
                foreach (var component in obj.Components.ToArray())
                    if (component is not null && type.IsInstanceOfType(component)) yield return component;
            }
        }

        internal static GameObject FindByName(string name)
        {
            var names = name.TrimStart('/').Split('/');
            foreach (var obj in LoadedObjects())
            {
                if (!obj.activeInHierarchy || obj.name != names[^1]) continue;
                var at = obj.transform;
                var matches = true;
                for (var i = names.Length - 2; i >= 0 && matches; i--)
                {
                    at = at.Parent;
                    matches = at is not null && at.name == names[i];
                }
                if (matches && (!name.StartsWith('/') || at.Parent is null)) return obj;
            }
            return null;
        }

        internal static Type TypeNamed(string name, Type below) => ScriptDomain.Searched()
            .Select(assembly => assembly.GetType(name) ?? assembly.GetType("UnityEngine." + name))
            .FirstOrDefault(type => type != null && below.IsAssignableFrom(type));

        /// <summary>Makes an object whose constructor nobody else may call.</summary>
        internal static Object New(Type type)
        {
            Object made;
            constructing++;
            try
            {
                made = (Object)Activator.CreateInstance(type, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null,
                    null, null);
            }
            finally
            {
                constructing--;
            }
            EngineEvents.Created(made);
            return made;
        }

        /// <summary>Unity refuses most of its interface to the constructors and field initialisers of its objects.</summary>
        internal static void RefuseInConstructor(string member)
        {
            if (constructing > 0) throw new UnityException(
                $"{member} is not allowed to be called from a ScriptableObject constructor (or instance field initializer).");
        }

        internal static int RootIndex(GameObject obj) => SceneTable.Find(obj.SceneHandle)?.Roots.IndexOf(obj) ?? 0;

        /// <summary>Puts it below another object or among its scene's roots; at the end for a negative index.</summary>
        internal static void Attach(Transform transform, Transform parent, int index)
        {
            Detach(transform);
            transform.Parent = parent;
            if (parent is not null)
            {
                Insert(parent.Children, transform, index);
                SetScene(transform.Owner, parent.Owner.SceneHandle);
            }
            else if (SceneTable.Find(transform.Owner.SceneHandle) is { } scene)
            {
                Insert(scene.Roots, transform.Owner, index);
            }
        }

        internal static void Detach(Transform transform)
        {
            if (transform.Parent is not null) transform.Parent.Children.Remove(transform);
            else SceneTable.Find(transform.Owner.SceneHandle)?.Roots.Remove(transform.Owner);
        }

        internal static void MoveToScene(GameObject obj, SceneData scene)
        {
            Detach(obj.transform);
            obj.transform.Parent = null;
            SetScene(obj, scene.Handle);
            scene.Roots.Add(obj);
            EngineEvents.Moved(obj);
        }

        private static void Insert<T>(List<T> list, T item, int index) =>
            list.Insert(index < 0 || index > list.Count ? list.Count : index, item);

        internal static void SetScene(GameObject obj, ulong scene)
        {
            if (obj.SceneHandle == scene) return;
            foreach (var below in Tree(obj))
            {
                below.SceneHandle = scene;
                // File ids are unique per file only.
                below.LocalFileId = 0;
                foreach (var component in below.Components)
                    if (component is not null) component.LocalFileId = 0;
            }
        }

        /// <summary>Returns null, with an error in the console, if Unity refuses it.</summary>
        internal static Component AddComponent(GameObject obj, Type type)
        {
            obj.Alive();
            if (type == null || !typeof(Component).IsAssignableFrom(type) || type.IsAbstract)
            {
                EngineEvents.LogError($"Can't add component '{type?.Name}' to {obj.name} because it is not a component that can be added.");
                return null;
            }
            if (ComponentRules.Refusal(obj, type) is { } refusal)
            {
                EngineEvents.LogError(refusal);
                return null;
            }
            foreach (var required in ComponentRules.Required(type))
                if (obj.GetComponent(required) is null) AddComponent(obj, required);
            var component = (Component)Activator.CreateInstance(type, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic,
                null, null, null);
            component.Owner = obj;
            if (component is RectTransform rect) TakeTransformsPlace(obj, rect);
            else obj.Components.Add(component);
            component.SetDefaults();
            EngineEvents.Created(component);
            EngineEvents.Structure(obj);
            if (obj.activeInHierarchy) EngineEvents.Activated(component);
            return component;
        }

        private static void TakeTransformsPlace(GameObject obj, RectTransform rect)
        {
            var old = obj.transform;
            Serialization.ObjectData.Copy(old, rect);
            rect.Parent = old.Parent;
            if (old.Parent is { } parent) parent.Children[parent.Children.IndexOf(old)] = rect;
            foreach (var child in old.Children)
            {
                child.Parent = rect;
                rect.Children.Add(child);
            }
            obj.Components[0] = rect;
            old.IsAlive = false;
        }

        /// <summary>Behaviours that run, of the object and all below it.</summary>
        internal static HashSet<Component> LiveBehaviours(GameObject obj)
        {
            var live = new HashSet<Component>();
            if (!obj.activeInHierarchy) return live;
            foreach (var below in Tree(obj))
                if (below.activeInHierarchy)
                    foreach (var component in below.Components)
                        if (component is not null) live.Add(component);
            return live;
        }

        /// <summary>Tells of what came to life or stopped since <paramref name="before"/>.</summary>
        internal static void TellActivity(GameObject obj, HashSet<Component> before)
        {
            var now = LiveBehaviours(obj);
            foreach (var component in before)
                if (!now.Contains(component) && component.IsAlive) EngineEvents.Deactivated(component, false);
            foreach (var component in now)
                if (!before.Contains(component)) EngineEvents.Activated(component);
        }

        /// <summary>Destroys an object with its components and children, a component, or any other object.</summary>
        internal static void Destroy(Object obj)
        {
            if (obj is Transform transform)
            {
                EngineEvents.LogError(
                    $"Can't destroy Transform component of '{transform.name}'. If you want to destroy the game object, please call "
                    + $"'Destroy' on the game object instead.");
                return;
            }
            if (obj is Component component)
            {
                if (ComponentRules.Dependent(component) is { } dependent)
                {
                    EngineEvents.LogError($"Can't remove {component.GetType().Name} because {dependent.GetType().Name} depends on it");
                    return;
                }
                Unhook(component);
                component.Owner?.Components.Remove(component);
                component.IsAlive = false;
                if (component.Owner is not null) EngineEvents.Structure(component.Owner);
                return;
            }
            if (obj is GameObject gameObject)
            {
                var doomed = Tree(gameObject).ToList();
                foreach (var below in doomed)
                {
                    EngineEvents.Destroying(below);
                    foreach (var part in below.Components.ToArray())
                        if (part is not null) Unhook(part);
                }
                Detach(gameObject.transform);
                foreach (var below in doomed)
                {
                    foreach (var part in below.Components)
                        if (part is not null) part.IsAlive = false;
                    below.IsAlive = false;
                }
                return;
            }
            EngineEvents.Destroying(obj);
            obj.IsAlive = false;
        }

        private static void Unhook(Component component)
        {
            EngineEvents.Destroying(component);
            EngineEvents.Deactivated(component, true);
        }

        internal static bool Send(MonoBehaviour behaviour, string method, object value)
        {
            for (var type = behaviour.GetType(); type != null && type != typeof(MonoBehaviour); type = type.BaseType)
            {
                var found = type.GetMethods(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                    .FirstOrDefault(candidate => candidate.Name == method && candidate.GetParameters().Length <= 1);
                if (found == null) continue;
                found.Invoke(behaviour, found.GetParameters().Length == 0 ? null : new[] { value });
                return true;
            }
            return false;
        }
    }
}
