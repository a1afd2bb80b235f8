#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary>How much room an object takes in the world, by what is active and enabled of it.</summary>
    internal readonly struct ObjectBounds
    {
        private ObjectBounds(Bounds? renderers, Bounds? colliders)
        {
            Renderers = renderers;
            Colliders = colliders;
        }

        internal Bounds? Renderers { get; }

        internal Bounds? Colliders { get; }

        /// <summary>Bounds of renderers and colliders together; null: there are none, as for an empty object or UI.</summary>
        internal Bounds? Both => Sum(new[] { Renderers, Colliders }.OfType<Bounds>());

        internal static ObjectBounds Of(GameObject obj, bool withChildren = true)
        {
            var renderers = withChildren ? obj.GetComponentsInChildren<Renderer>() : obj.GetComponents<Renderer>();
            return new ObjectBounds(
                Sum(renderers.Where(renderer => renderer.enabled && renderer.gameObject.activeInHierarchy)
                    .Select(renderer => renderer.bounds)),
                Sum(ColliderWorlds.All.SelectMany(world => world.Of(obj, withChildren).Select(world.BoundsOf))));
        }

        internal static Bounds? Sum(IEnumerable<Bounds> parts)
        {
            Bounds? sum = null;
            foreach (var part in parts)
            {
                var all = sum ?? part;
                all.Encapsulate(part);
                sum = all;
            }
            return sum;
        }

        /// <summary>Along each axis, negative where they overlap on it.</summary>
        internal static Vector3 Gap(Bounds a, Bounds b) =>
            new Vector3(
                Math.Max(b.min.x - a.max.x, a.min.x - b.max.x),
                Math.Max(b.min.y - a.max.y, a.min.y - b.max.y),
                Math.Max(b.min.z - a.max.z, a.min.z - b.max.z));

        /// <summary>The registry's Box, or null.</summary>
        internal static JToken ToJson(Bounds? bounds) =>
            bounds is { } box
                ? new JObject
                {
                    ["center"] = ObjectFacts.Vector(box.center),
                    ["size"] = ObjectFacts.Vector(box.size),
                    ["min"] = ObjectFacts.Vector(box.min),
                    ["max"] = ObjectFacts.Vector(box.max),
                }
                : (JToken)JValue.CreateNull();
    }
}
