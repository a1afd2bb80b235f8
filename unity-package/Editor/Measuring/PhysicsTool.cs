#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary><c>unity_physics</c>: what is where. It changes nothing, and touches no Undo.</summary>
    internal sealed class PhysicsTool : AgentTool
    {
        private const int MaxReference = 1_000;
        private const int MaxObjects = 50;
        private const double MinLength = 0.0001;
        private const double MaxLength = 100_000;
        private const double FarDistance = 1_000;

        internal PhysicsTool()
            : base("unity_physics")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            return ToolReply.Ok(
                Answer(arguments.Action("cast", "overlap", "closest_point", "line_of_sight", "bounds", "distance", "around"), arguments));
        }

        private static JObject Answer(string action, ToolArguments arguments)
        {
            switch (action)
            {
                case "cast": return Cast(arguments);
                case "overlap": return Overlap(arguments);
                case "closest_point": return ClosestPoint(arguments);
                case "line_of_sight": return LineOfSight(arguments);
                case "bounds": return Bounds(arguments);
                case "distance": return Distance(arguments);
                default: return Around(arguments);
            }
        }

        private static JObject Cast(ToolArguments arguments)
        {
            var origin = arguments.Vector3("origin");
            var direction = arguments.Vector3("direction");
            var (radius, size, rotation) = Shape(arguments);
            var maxDistance = MaxDistance(arguments);
            var layers = Layers(arguments);
            var triggers = Triggers(arguments);
            var flat = IsFlat(arguments);
            var (limit, cursor) = Page(arguments);
            arguments.End();
            var shape = QueryShape.Of(origin, radius, size, rotation);
            var along = new Vector3((float)direction[0], (float)direction[1], flat ? 0 : (float)direction[2]);
            if (along.sqrMagnitude == 0)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, "A cast needs a direction that leads somewhere.", "E.g. [0, -1, 0] for down.");
            var filter = new ColliderFilter(MaskOf(layers), triggers);
            return SpatialAnswers.Cast(ColliderWorlds.Need(flat), shape, along, maxDistance, filter, limit, cursor, Poses());
        }

        private static JObject Overlap(ToolArguments arguments)
        {
            var origin = arguments.Vector3("origin");
            var (radius, size, rotation) = Shape(arguments);
            var layers = Layers(arguments);
            var triggers = Triggers(arguments);
            var flat = IsFlat(arguments);
            var (limit, cursor) = Page(arguments);
            arguments.End();
            var shape = QueryShape.Of(origin, radius, size, rotation);
            if (shape.IsPoint)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, "An overlap needs a shape.", "Give a radius for a sphere, or a size for a box.");
            var filter = new ColliderFilter(MaskOf(layers), triggers);
            return SpatialAnswers.Overlap(ColliderWorlds.Need(flat), shape, filter, limit, cursor, Poses());
        }

        private static JObject ClosestPoint(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var origin = arguments.Vector3("origin");
            var flat = IsFlat(arguments);
            arguments.End();
            var world = ColliderWorlds.Need(flat);
            return SpatialAnswers.ClosestPoint(world, NeedInWorld(reference), ObjectPose.Vector(origin), Poses());
        }

        private static JObject LineOfSight(ToolArguments arguments)
        {
            var (from, to) = Pair(arguments);
            var layers = Layers(arguments);
            var flat = IsFlat(arguments);
            arguments.End();
            var world = ColliderWorlds.Need(flat);
            return SpatialAnswers.LineOfSight(world, NeedInWorld(from), NeedInWorld(to), MaskOf(layers), flat, Poses());
        }

        private static JObject Bounds(ToolArguments arguments)
        {
            var references = arguments.Texts("objects", 1, MaxObjects, 1, MaxReference);
            var withChildren = arguments.Flag("include_children", true);
            arguments.End();
            var objects = new List<GameObject>();
            foreach (var reference in references) objects.Add(ObjectFinder.Need(reference));
            return SpatialAnswers.Bounds(objects, withChildren, Poses());
        }

        private static JObject Distance(ToolArguments arguments)
        {
            var (from, to) = Pair(arguments);
            arguments.End();
            return SpatialAnswers.Distance(ObjectFinder.Need(from), ObjectFinder.Need(to), Poses());
        }

        private static JObject Around(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var maxDistance = MaxDistance(arguments);
            var layers = Layers(arguments);
            var flat = IsFlat(arguments);
            arguments.End();
            var world = ColliderWorlds.Need(flat);
            return SpatialAnswers.Around(world, NeedInWorld(reference), maxDistance, MaskOf(layers), Poses());
        }

        /// <summary>
        /// In edit mode nothing moves colliders after their objects, so that is done here. In play mode the physics step does it:
        /// doing it earlier would interfere with the game.
        /// </summary>
        private static string Poses()
        {
            if (EditorApplication.isPlaying) return "last_step";
            foreach (var world in ColliderWorlds.All) world.Sync();
            return "current";
        }

        /// <summary>Prefab Mode has a physics world of its own, in which nothing of the scenes is.</summary>
        private static GameObject NeedInWorld(string reference)
        {
            var found = ObjectFinder.Need(reference);
            if (!ScenePaths.IsStage(found.scene)) return found;
            throw new ToolFault(
                CallErrorCode.Unsupported,
                $"{ScenePaths.Of(found)} is in Prefab Mode, where physics queries find nothing of the scenes.",
                "unity_physics bounds and distance work there; for the others use an instance in a scene.");
        }

        private static (double? Radius, double[]? Size, double[]? Rotation) Shape(ToolArguments arguments) =>
            (
                arguments.OptionalNumber("radius", MinLength, MaxLength),
                arguments.OptionalVector3("size"),
                arguments.OptionalVector3("rotation"));

        private static float MaxDistance(ToolArguments arguments) =>
            (float)arguments.Number("max_distance", MinLength, MaxLength, FarDistance);

        private static IReadOnlyList<string>? Layers(ToolArguments arguments) => arguments.OptionalTexts("layers", 32, 1, 100);

        private static bool? Triggers(ToolArguments arguments) =>
            arguments.OptionalChoice("triggers", "project", "project", "include", "ignore") switch
            {
                "include" => true,
                "ignore" => false,
                _ => (bool?)null,
            };

        private static bool IsFlat(ToolArguments arguments) => arguments.OptionalChoice("dimension", "3d", "3d", "2d") == "2d";

        private static (int Limit, string? Cursor) Page(ToolArguments arguments) =>
            (arguments.Integer("limit", 1, 200, 50), arguments.OptionalText("cursor", 0, 200));

        private static (string From, string To) Pair(ToolArguments arguments) =>
            (arguments.Text("from", 1, MaxReference), arguments.Text("to", 1, MaxReference));

        private static int MaskOf(IReadOnlyList<string>? layers)
        {
            if (layers == null) return ColliderFilter.DefaultLayers;
            var mask = 0;
            foreach (var layer in layers) mask |= 1 << TagsAndLayersOf.NeedLayer(layer);
            return mask;
        }
    }
}
