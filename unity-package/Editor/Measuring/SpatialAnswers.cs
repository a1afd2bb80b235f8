#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Queries;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary>The answers of <c>unity_physics</c>.</summary>
    internal static class SpatialAnswers
    {
        private const int MaxBlockers = 10;
        private const int MaxOverlapping = 50;

        /// <summary>Objects that penetrate deeper than this overlap, others only touch (Unity's default contact offset).</summary>
        private const float Skin = 0.01f;

        /// <summary>Bounds that meet to within rounding do not overlap.</summary>
        private const float Rounding = 1e-4f;

        internal static JObject Cast(
            IColliderWorld world, QueryShape shape, Vector3 direction, float maxDistance,
                ColliderFilter filter, int limit, string? cursor, string poses)
        {
            var hits = Sorted(world.Cast(shape, direction, maxDistance, filter));
            var page = Pages<ColliderHit>.Of(hits, limit, cursor);
            return new JObject
            {
                ["summary"] = hits.Count == 0
                    ? "no hit"
                    : $"{SceneQueries.Plural(hits.Count, "hit")}, the nearest is "
                        + $"{ScenePaths.Of(hits[0].Collider.gameObject)} at {Short(hits[0].Distance)}",
                ["hits"] = new JArray(page.Shown.Select(hit => Hit(world, hit))),
                ["total"] = hits.Count,
                ["nextCursor"] = page.NextCursor,
                ["poses"] = poses,
            };
        }

        internal static JObject Overlap(
            IColliderWorld world, QueryShape shape, ColliderFilter filter, int limit, string? cursor, string poses)
        {
            var found = ByPath(world.Overlap(shape, filter)).ToList();
            var page = Pages<Component>.Of(found, limit, cursor);
            return new JObject
            {
                ["summary"] = found.Count == 0 ? "no collider" : SceneQueries.Plural(found.Count, "collider"),
                ["colliders"] = new JArray(page.Shown.Select(collider => Touched(world, collider))),
                ["total"] = found.Count,
                ["nextCursor"] = page.NextCursor,
                ["poses"] = poses,
            };
        }

        internal static JObject ClosestPoint(IColliderWorld world, GameObject obj, Vector3 origin, string poses)
        {
            var nearest = world.Of(obj, true)
                .Select(collider => (Collider: collider, Exact: world.ClosestPoint(collider, origin)))
                .Select(found => (
                    found.Collider,
                    IsExact: found.Exact != null,
                    Point: found.Exact ?? world.BoundsOf(found.Collider).ClosestPoint(origin)))
                .OrderBy(found => (found.Point - origin).magnitude)
                .Take(1)
                .ToList();
            if (nearest.Count == 0)
                throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"{ScenePaths.Of(obj)} has no active collider.",
                    "unity_physics bounds and distance measure renderers too.");
            var (at, isExact, point) = nearest[0];
            var answer = Touched(world, at);
            answer["point"] = ObjectFacts.Vector(point);
            answer["distance"] = ObjectFacts.Plain((point - origin).magnitude);
            answer["exact"] = isExact;
            answer["poses"] = poses;
            return answer;
        }

        internal static JObject LineOfSight(IColliderWorld world, GameObject from, GameObject to, int layers, bool flat, string poses)
        {
            Vector3 start = MiddleOf(from), way = MiddleOf(to) - start;
            if (flat) way.z = 0;
            var blockers = way.sqrMagnitude == 0
                ? new List<ColliderHit>()
                : Sorted(world.Cast(QueryShape.Point(start), way, way.magnitude, new ColliderFilter(layers, false))
                    .Where(hit => !IsPartOf(hit.Collider, from) && !IsPartOf(hit.Collider, to)));
            return new JObject
            {
                ["visible"] = blockers.Count == 0,
                ["distance"] = ObjectFacts.Plain(way.magnitude),
                ["blockers"] = new JArray(blockers.Take(MaxBlockers).Select(hit => Hit(world, hit))),
                ["blockerCount"] = blockers.Count,
                ["poses"] = poses,
            };
        }

        internal static JObject Bounds(IReadOnlyList<GameObject> objects, bool withChildren, string poses)
        {
            var measured = objects.Select(obj => (Object: obj, Bounds: ObjectBounds.Of(obj, withChildren))).ToList();
            return new JObject
            {
                ["objects"] = new JArray(measured.Select(one =>
                {
                    var told = Named(one.Object);
                    told["bounds"] = ObjectBounds.ToJson(one.Bounds.Both);
                    told["renderers"] = ObjectBounds.ToJson(one.Bounds.Renderers);
                    told["colliders"] = ObjectBounds.ToJson(one.Bounds.Colliders);
                    return told;
                })),
                ["all"] = ObjectBounds.ToJson(ObjectBounds.Sum(measured.Select(one => one.Bounds.Both).OfType<Bounds>())),
                ["poses"] = poses,
            };
        }

        internal static JObject Distance(GameObject from, GameObject to, string poses)
        {
            // An object without bounds is measured as a point.
            var a = ObjectBounds.Of(from).Both ?? new Bounds(from.transform.position, Vector3.zero);
            var b = ObjectBounds.Of(to).Both ?? new Bounds(to.transform.position, Vector3.zero);
            var gap = ObjectBounds.Gap(a, b);
            return new JObject
            {
                ["positions"] = ObjectFacts.Plain((from.transform.position - to.transform.position).magnitude),
                ["centers"] = ObjectFacts.Plain((a.center - b.center).magnitude),
                ["gap"] = ObjectFacts.Plain(Vector3.Max(gap, Vector3.zero).magnitude),
                ["gapByAxis"] = ObjectFacts.Vector(gap),
                ["boundsOverlap"] = gap.x < -Rounding && gap.y < -Rounding && gap.z < -Rounding,
                ["poses"] = poses,
            };
        }

        internal static JObject Around(IColliderWorld world, GameObject obj, float maxDistance, int layers, string poses)
        {
            if (!(ObjectBounds.Of(obj).Both is { } bounds))
                throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"{ScenePaths.Of(obj)} has no active renderer or collider, so it takes up no room.",
                    "For a point use unity_physics cast or overlap.");
            // A little smaller, so that what only touches its sides does not count.
            var half = Vector3.Max(bounds.extents - (Vector3.one * Skin), Vector3.one * Rounding);
            var shape = QueryShape.Box(bounds.center, half);
            var overlapping = ByPath(world.Overlap(shape, new ColliderFilter(layers, null)).Where(collider => !IsPartOf(collider, obj)))
                .ToList();
            var lifted = bounds.extents.y - half.y;
            var below = Sorted(world.Cast(shape, Vector3.down, maxDistance + lifted, new ColliderFilter(layers, false))
                .Where(hit => hit.Distance > 0 && !IsPartOf(hit.Collider, obj)));
            var answer = Named(obj);
            answer["bounds"] = ObjectBounds.ToJson(bounds);
            answer["overlapping"] = new JArray(overlapping.Take(MaxOverlapping).Select(collider => Touched(world, collider)));
            answer["overlapCount"] = overlapping.Count;
            answer["below"] = below.Count == 0 ? (JToken)JValue.CreateNull()
                : Hit(world, below[0], Math.Max(0, below[0].Distance - lifted));
            answer["poses"] = poses;
            return answer;
        }

        private static Vector3 MiddleOf(GameObject obj) => ObjectBounds.Of(obj).Both?.center ?? obj.transform.position;

        private static bool IsPartOf(Component collider, GameObject obj) => collider.transform.IsChildOf(obj.transform);

        private static List<ColliderHit> Sorted(IEnumerable<ColliderHit> hits) =>
            hits.OrderBy(hit => hit.Distance).ThenBy(hit => ScenePaths.Of(hit.Collider.gameObject), StringComparer.Ordinal).ToList();

        private static IEnumerable<Component> ByPath(IEnumerable<Component> colliders) =>
            colliders.OrderBy(collider => ScenePaths.Of(collider.gameObject), StringComparer.Ordinal);

        private static JObject Named(GameObject obj) =>
            new JObject { ["instanceId"] = ObjectIds.Of(obj), ["path"] = ScenePaths.Of(obj) };

        private static JObject Touched(IColliderWorld world, Component collider)
        {
            var told = Named(collider.gameObject);
            told["collider"] = collider.GetType().Name;
            told["layer"] = ObjectFacts.LayerName(collider.gameObject.layer);
            told["isTrigger"] = world.IsTrigger(collider);
            return told;
        }

        private static JObject Hit(IColliderWorld world, ColliderHit hit) => Hit(world, hit, hit.Distance);

        private static JObject Hit(IColliderWorld world, ColliderHit hit, float distance)
        {
            var told = Touched(world, hit.Collider);
            told["distance"] = ObjectFacts.Plain(distance);
            told["point"] = hit.Distance > 0 ? ObjectFacts.Vector(hit.Point) : (JToken)JValue.CreateNull();
            told["normal"] = hit.Distance > 0 ? ObjectFacts.Vector(hit.Normal) : (JToken)JValue.CreateNull();
            return told;
        }

        private static string Short(float distance) => distance.ToString("0.###", CultureInfo.InvariantCulture);
    }
}
