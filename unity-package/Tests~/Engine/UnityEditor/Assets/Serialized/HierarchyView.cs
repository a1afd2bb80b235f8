#nullable enable
using System.Collections.Generic;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>How a hierarchy looks from the file that it is written to: what is an instance of what there.</summary>
    internal class HierarchyView
    {
        /// <summary>The object of the nested prefab's file; null: the object is the file's own.</summary>
        internal virtual Object? SourceOf(Object obj) => obj.PrefabSource;

        internal virtual PrefabInstance? HandleOf(Object obj) => obj.PrefabHandle;

        internal virtual bool IsInstanceRoot(GameObject obj) => obj.PrefabHandle is { } handle && ReferenceEquals(handle.Root, obj);
    }

    /// <summary>
    /// An instance as its own prefab's file shows it: what is linked is the file's own, or what the file has
    /// from another prefab; what was added is what it is in the scene.
    /// </summary>
    internal sealed class AppliedView : HierarchyView
    {
        private readonly PrefabInstance instance;

        internal AppliedView(PrefabInstance instance)
        {
            this.instance = instance;
        }

        internal override Object? SourceOf(Object obj) => Linked(obj) is { } source ? source.PrefabSource : obj.PrefabSource;

        internal override PrefabInstance? HandleOf(Object obj) => Linked(obj) is { } source ? source.PrefabHandle : obj.PrefabHandle;

        internal override bool IsInstanceRoot(GameObject obj) =>
            Linked(obj) is { } source
                ? source.PrefabHandle is { } handle && ReferenceEquals(handle.Root, source)
                : base.IsInstanceRoot(obj);

        internal Object? Linked(Object obj) => ReferenceEquals(obj.PrefabHandle, instance) ? obj.PrefabSource : null;
    }

    /// <summary>Walks over hierarchies.</summary>
    internal static class Hierarchy
    {
        /// <summary>Objects and their components, depth first; missing scripts are left out.</summary>
        internal static IEnumerable<Object> Everything(GameObject root)
        {
            foreach (var obj in ObjectGraph.Tree(root))
            {
                yield return obj;
                foreach (var component in obj.Components)
                    if (component is not null) yield return component;
            }
        }
    }
}
