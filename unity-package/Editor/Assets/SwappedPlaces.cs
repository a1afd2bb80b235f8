#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Values;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Assets
{
    /// <summary>How what is found is changed.</summary>
    internal enum SwapWriting
    {
        /// <summary>Not at all.</summary>
        None,

        /// <summary>In a file, whose earlier content the relay keeps.</summary>
        Plain,

        /// <summary>In an open scene.</summary>
        WithUndo,
    }

    /// <summary>The places of one file or scene that refer to an asset: those that take another one, and those that do not.</summary>
    internal sealed class SwappedPlaces
    {
        private readonly AssetSwap swap;
        private readonly SwapWriting writing;

        internal SwappedPlaces(AssetSwap swap, SwapWriting writing)
        {
            this.swap = swap;
            this.writing = writing;
        }

        internal int Count { get; private set; }

        /// <summary>Objects of a scene or prefab, with the properties as modify takes them.</summary>
        internal List<(GameObject Object, string Property)> Objects { get; } = new List<(GameObject, string)>();

        /// <summary>The path of each place that stays, and the reason.</summary>
        internal List<(string Path, string Reason)> Left { get; } = new List<(string, string)>();

        /// <summary>Instances of the prefab, which stay.</summary>
        internal int Instances { get; private set; }

        /// <summary>The object and everything below it.</summary>
        /// <param name="pathOf">Path of an object in answers.</param>
        internal void Tree(GameObject root, Func<GameObject, string> pathOf)
        {
            foreach (var obj in ScenePaths.Tree(root))
            {
                if (PrefabUtility.GetNearestPrefabInstanceRoot(obj) == obj && PrefabRules.AssetPathOf(obj) == swap.OldFile)
                {
                    Left.Add((pathOf(obj), $"is an instance of {swap.OldFile}"));
                    Instances++;
                }
                foreach (var component in obj.GetComponents<Component>())
                {
                    if (component == null) continue;
                    // The prefab's own value is changed in the prefab, from where the instance has it.
                    var isLinked = PrefabUtility.GetCorrespondingObjectFromSource(component) != null;
                    Within(component, isLinked, () => pathOf(obj), property => Objects.Add((obj, property)));
                }
            }
        }

        /// <summary>An object of an asset's file.</summary>
        internal void Asset(Object asset, string file) => Within(asset, false, () => file, _ => { });

        private void Within(Object holder, bool isLinked, Func<string> path, Action<string> found)
        {
            using var serialized = new SerializedObject(holder);
            var type = holder.GetType();
            var changed = 0;
            foreach (var place in HeldReferences.Of(serialized))
            {
                if (!swap.Holds(place.objectReferenceValue) || (isLinked && !place.prefabOverride)) continue;
                var property = $"{type.Name}.{PropertyNames.Written(type, place.propertyPath)}";
                var next = swap.For(place, out var reason);
                if (next != null && writing != SwapWriting.None)
                {
                    place.objectReferenceValue = next;
                    if (place.objectReferenceValue != next) (next, reason) = (null, $"did not take {swap.NewFile}");
                }
                if (next == null)
                {
                    Left.Add((path(), $"{property} {reason}"));
                    continue;
                }
                changed++;
                found(property);
            }
            Count += changed;
            if (changed == 0) return;
            if (writing == SwapWriting.WithUndo) serialized.ApplyModifiedProperties();
            else if (writing == SwapWriting.Plain) serialized.ApplyModifiedPropertiesWithoutUndo();
        }
    }
}
