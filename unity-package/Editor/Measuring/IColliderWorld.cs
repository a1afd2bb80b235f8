#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
#if !FAIRLEAD_PHYSICS || !FAIRLEAD_PHYSICS2D
using Fairlead.Editor.Settings;
#endif
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary>Colliders of one of Unity's two physics engines, which know nothing of each other.</summary>
    internal interface IColliderWorld
    {
        /// <summary>Moves colliders to where their objects are.</summary>
        void Sync();

        /// <summary>Colliders on the way of the shape, in no order.</summary>
        IEnumerable<ColliderHit> Cast(QueryShape shape, Vector3 direction, float maxDistance, ColliderFilter filter);

        /// <summary>Colliders that the shape overlaps, in no order.</summary>
        IEnumerable<Component> Overlap(QueryShape shape, ColliderFilter filter);

        /// <summary>Active and enabled colliders of the object and, if asked, of everything below it.</summary>
        IEnumerable<Component> Of(GameObject obj, bool withChildren);

        bool IsTrigger(Component collider);

        Bounds BoundsOf(Component collider);

        /// <summary>The nearest point in or on a collider; null: Unity has none for its shape.</summary>
        Vector3? ClosestPoint(Component collider, Vector3 to);
    }

    /// <summary>Which colliders count.</summary>
    internal readonly struct ColliderFilter
    {
        /// <summary>The layers that Unity's own queries leave out: Ignore Raycast.</summary>
        internal const int DefaultLayers = ~(1 << 2);

        internal ColliderFilter(int layers, bool? triggers)
        {
            Layers = layers;
            Triggers = triggers;
        }

        internal int Layers { get; }

        /// <summary>Whether triggers count; null: the project's settings decide.</summary>
        internal bool? Triggers { get; }
    }

    /// <summary>One collider that a cast met.</summary>
    internal readonly struct ColliderHit
    {
        internal ColliderHit(Component collider, float distance, Vector3 point, Vector3 normal)
        {
            Collider = collider;
            Distance = distance;
            Point = point;
            Normal = normal;
        }

        internal Component Collider { get; }

        /// <summary>0: the shape was in it from the start, and point and normal mean nothing.</summary>
        internal float Distance { get; }

        internal Vector3 Point { get; }

        internal Vector3 Normal { get; }
    }

    /// <summary>The physics engines that this project has.</summary>
    internal static class ColliderWorlds
    {
        internal static readonly IReadOnlyList<IColliderWorld> All = new IColliderWorld[]
        {
#if FAIRLEAD_PHYSICS
            new SolidColliders(),
#endif
#if FAIRLEAD_PHYSICS2D
            new FlatColliders(),
#endif
        };

        /// <exception cref="ToolFault"><c>unsupported</c>: the project has disabled it.</exception>
        internal static IColliderWorld Need(bool flat)
        {
            if (flat)
#if FAIRLEAD_PHYSICS2D
                return new FlatColliders();
#else
                throw BuiltInModule.Disabled("com.unity.modules.physics2d");
#endif
#if FAIRLEAD_PHYSICS
            return new SolidColliders();
#else
            throw BuiltInModule.Disabled("com.unity.modules.physics");
#endif
        }
    }
}
