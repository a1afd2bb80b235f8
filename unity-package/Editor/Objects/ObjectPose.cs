#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary>Position, rotation in degrees and scale, as far as a call gives them.</summary>
    internal sealed class ObjectPose
    {
        private readonly double[]? position;
        private readonly double[]? rotation;
        private readonly double[]? scale;

        /// <summary>Reads the three arguments.</summary>
        internal ObjectPose(ToolArguments arguments)
        {
            position = arguments.OptionalVector3("position");
            rotation = arguments.OptionalVector3("rotation");
            scale = arguments.OptionalVector3("scale");
        }

        internal bool IsEmpty => position == null && rotation == null && scale == null;

        internal static Vector3 Vector(double[] numbers) => new Vector3((float)numbers[0], (float)numbers[1], (float)numbers[2]);

        /// <summary>
        /// Rotation and scale first: a world position below a scaled parent does not depend on them, the other way round it could.
        /// </summary>
        internal void Apply(Transform transform, bool world)
        {
            if (rotation != null)
            {
                var turned = Quaternion.Euler(Vector(rotation));
                if (world) transform.rotation = turned;
                else transform.localRotation = turned;
            }
            if (scale != null) transform.localScale = world ? LocalScale(transform, Vector(scale)) : Vector(scale);
            if (position == null) return;
            if (world) transform.position = Vector(position);
            else transform.localPosition = Vector(position);
        }

        private static Vector3 LocalScale(Transform transform, Vector3 world)
        {
            if (transform.parent == null) return world;
            var above = transform.parent.lossyScale;
            return new Vector3(Divide(world.x, above.x), Divide(world.y, above.y), Divide(world.z, above.z));
        }

        private static float Divide(float value, float by) => by == 0f ? 0f : value / by;

        internal static JObject Values(Transform transform, bool world) => new JObject
        {
            ["position"] = ClrValues.Read(world ? transform.position : transform.localPosition),
            ["rotation"] = ClrValues.Angles(world ? transform.rotation : transform.localRotation),
            ["scale"] = ClrValues.Read(world ? transform.lossyScale : transform.localScale),
        };
    }
}
