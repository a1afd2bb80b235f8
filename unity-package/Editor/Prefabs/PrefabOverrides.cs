#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>The overrides of an instance.</summary>
    internal static class PrefabOverrides
    {
        /// <summary>
        /// Properties that differ (a vector is one), and objects and components that were added or removed; not what
        /// every instance has of its own, its name and place.
        /// </summary>
        internal static int Count(GameObject root) => Properties(root).Count + Parts(root).Count();

        /// <summary>The registry's PrefabOverride, properties first.</summary>
        internal static List<JObject> List(GameObject root)
        {
            var instances = new Dictionary<Object, Object>();
            foreach (var transform in root.GetComponentsInChildren<Transform>(true))
            {
                Add(instances, transform.gameObject);
                foreach (var component in transform.GetComponents<Component>())
                    if (component != null) Add(instances, component);
            }
            var list = new List<JObject>();
            foreach (var (source, name) in Properties(root))
                if (instances.TryGetValue(source, out var instance)) list.Add(Property(instance, name));
            list.AddRange(Parts(root));
            return list;
        }

        private static void Add(Dictionary<Object, Object> instances, Object instance)
        {
            var source = PrefabUtility.GetCorrespondingObjectFromSource(instance);
            if (source != null) instances[source] = instance;
        }

        private static JObject Property(Object instance, string name) =>
            new JObject
            {
                ["kind"] = "property",
                ["path"] = ScenePaths.Of(ObjectFinder.GameObjectOf(instance)!),
                ["component"] = instance.GetType().Name,
                ["property"] = PropertyNames.Friendly(instance.GetType(), name),
            };

        private static HashSet<(Object Source, string Name)> Properties(GameObject root)
        {
            var properties = new HashSet<(Object, string)>();
            foreach (var modification in PrefabUtility.GetPropertyModifications(root) ?? new PropertyModification[0])
            {
                if (modification.target == null || PrefabUtility.IsDefaultOverride(modification)) continue;
                var name = modification.propertyPath.Split('.')[0];
                // Only how the Inspector shows a rotation.
                if (name != "m_LocalEulerAnglesHint") properties.Add((modification.target, name));
            }
            return properties;
        }

        private static IEnumerable<JObject> Parts(GameObject root)
        {
            foreach (var added in PrefabUtility.GetAddedComponents(root))
                yield return Part("added_component", added.instanceComponent.gameObject, added.instanceComponent);
            foreach (var removed in PrefabUtility.GetRemovedComponents(root))
                yield return Part("removed_component", removed.containingInstanceGameObject, removed.assetComponent);
            foreach (var added in PrefabUtility.GetAddedGameObjects(root))
                yield return Part("added_object", added.instanceGameObject, null);
            foreach (var removed in PrefabUtility.GetRemovedGameObjects(root))
            {
                var part = Part("removed_object", removed.parentOfRemovedGameObjectInInstance, null);
                part["name"] = removed.assetGameObject.name;
                yield return part;
            }
        }

        private static JObject Part(string kind, GameObject obj, Component? component)
        {
            var part = new JObject { ["kind"] = kind, ["path"] = ScenePaths.Of(obj) };
            if (component != null) part["component"] = component.GetType().Name;
            return part;
        }
    }
}
