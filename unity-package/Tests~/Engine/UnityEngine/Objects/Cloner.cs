using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.SceneManagement;
using UnityEngine.Serialization;

namespace UnityEngine
{
    /// <summary>Copies of objects: references inside the copied tree point into the copy, all others stay.</summary>
    internal static class Cloner
    {
        internal static Object Clone(Object original, Transform parent, bool worldStays)
        {
            if (original is null || !original.IsAlive) throw new ArgumentException("The Object you want to instantiate is null.");
            if (original is not GameObject && original is not Component) return CloneLoose(original);
            var source = original as GameObject ?? ((Component)original).gameObject;
            var ids = new Dictionary<ulong, ulong>();
            var copy = CloneTree(source, ids);
            copy.name = source.name + "(Clone)";
            ForgetPrefabs(copy);
            Place(copy, source, parent, worldStays);
            return original is GameObject ? copy : ObjectTable.Find(ids[original.Id]);
        }

        /// <summary>Removes the links to prefabs: a copy that Instantiate makes is not an instance of a prefab.</summary>
        private static void ForgetPrefabs(GameObject copy)
        {
            foreach (var obj in ObjectGraph.Tree(copy))
            {
                obj.ForgetPrefab();
                foreach (var component in obj.Components) component?.ForgetPrefab();
            }
        }

        private static Object CloneLoose(Object original)
        {
            var copy = (Object)ObjectData.Create(original.GetType())
                ?? throw new ArgumentException($"{original.GetType().Name} cannot be instantiated.");
            ObjectData.Copy(original, copy);
            copy.name = original.name + "(Clone)";
            EngineEvents.Created(copy);
            return copy;
        }

        /// <summary>A copy outside of all scenes; <paramref name="ids"/> takes the id of the copy for that of each original.</summary>
        internal static GameObject CloneTree(GameObject source, Dictionary<ulong, ulong> ids)
        {
            var pairs = new List<(Object From, Object To)>();
            var copy = Skeleton(source, pairs);
            foreach (var (from, to) in pairs) ids[from.Id] = to.Id;
            foreach (var (from, to) in pairs)
            {
                var data = ObjectData.Read(from);
                ObjectData.Write(to, (DataMap)DataTree.MapReferences(data, id => ids.TryGetValue(id, out var mapped) ? mapped : id));
            }
            return copy;
        }

        private static GameObject Skeleton(GameObject source, List<(Object From, Object To)> pairs)
        {
            var copy = new GameObject(default(GameObject.Blank));
            pairs.Add((source, copy));
            foreach (var component in source.Components)
            {
                if (component is null)
                {
                    copy.Components.Add(null);
                    continue;
                }
                var made = (Component)ObjectData.Create(component.GetType());
                made.Owner = copy;
                copy.Components.Add(made);
                pairs.Add((component, made));
            }
            foreach (var child in source.transform.Children)
            {
                var below = Skeleton(child.Owner, pairs);
                below.transform.Parent = copy.transform;
                copy.transform.Children.Add(below.transform);
            }
            return copy;
        }

        /// <summary>Hangs a tree that is in no scene below a parent, or into the active scene, and brings it to life.</summary>
        internal static void Place(GameObject copy, GameObject source, Transform parent, bool worldStays)
        {
            var (position, rotation) = source is null ? default : (source.transform.position, source.transform.rotation);
            if (parent is null)
            {
                var scene = SceneTable.Redirected
                    ?? (source is { SceneHandle: not 0 } ? SceneTable.Find(source.SceneHandle) : null) ?? SceneTable.Target();
                ObjectGraph.SetScene(copy, scene.Handle);
                scene.Roots.Add(copy);
            }
            else
            {
                ObjectGraph.Attach(copy.transform, parent, -1);
                if (worldStays) copy.transform.SetPositionAndRotation(position, rotation);
            }
            foreach (var obj in ObjectGraph.Tree(copy).ToList())
            {
                EngineEvents.Created(obj);
                foreach (var component in obj.Components)
                    if (component is not null) EngineEvents.Created(component);
            }
            ObjectGraph.TellActivity(copy, new HashSet<Component>());
        }
    }
}
