using System;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Makes objects with the editor's defaults and records them in Undo.</summary>
    public static class ObjectFactory
    {
        public static event Action<Component> componentWasAdded;

        public static T CreateInstance<T>() where T : Object => (T)CreateInstance(typeof(T));
        public static Object CreateInstance(Type type)
        {
            var made = ObjectGraph.New(type);
            Undo.RegisterCreatedObjectUndo(made, $"Create {type.Name}");
            return made;
        }

        public static T AddComponent<T>(GameObject gameObject) where T : Component => (T)AddComponent(gameObject, typeof(T));

        public static Component AddComponent(GameObject gameObject, Type type)
        {
            var added = Undo.AddComponent(gameObject, type);
            if (added is not null) componentWasAdded?.Invoke(added);
            return added;
        }

        public static GameObject CreateGameObject(string name, params Type[] types)
        {
            var made = new GameObject(name, types);
            Undo.RegisterCreatedObjectUndo(made, $"Create {name}");
            return made;
        }

        public static GameObject CreateGameObject(Scene scene, HideFlags hideFlags, string name, params Type[] types)
        {
            var made = CreateGameObject(name, types);
            made.hideFlags = hideFlags;
            SceneManager.MoveGameObjectToScene(made, scene);
            return made;
        }

        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            var made = GameObject.CreatePrimitive(type);
            Undo.RegisterCreatedObjectUndo(made, $"Create {type}");
            return made;
        }

        public static void PlaceGameObject(GameObject go, GameObject parent = null)
        {
            if (parent != null) go.transform.SetParent(parent.transform, false);
            GameObjectUtility.EnsureUniqueNameForSibling(go);
        }
    }
}
