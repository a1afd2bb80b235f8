#nullable enable
using System;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Viewport
{
    /// <summary>An object of which there is something to see. Compared as values: JSON is made only of what changed.</summary>
    internal sealed class ViewObject
    {
        /// <summary>Decimals of a metre: a tenth of a millimetre.</summary>
        private const int Digits = 4;

        internal ViewObject(GameObject obj)
        {
            Id = ObjectIds.Of(obj);
            Name = obj.name;
            Owner = obj;
            Transform = obj.transform;
            Pose = Transform.localToWorldMatrix;
        }

        internal GameObject Owner { get; }

        /// <summary>The transform of the object, or of the bone that has brought its box to where it is.</summary>
        internal Transform Transform { get; set; }

        internal string Id { get; }

        internal string Name { get; }

        internal Matrix4x4 Pose { get; set; }

        /// <summary>Whether its bounds are the world's, so that it stays where it is.</summary>
        internal bool IsFixed { get; set; }

        internal ViewShape? Shape { get; set; }

        internal ViewLight? Light { get; set; }

        internal ViewCamera? Camera { get; set; }

        internal bool LooksLike(ViewObject other) =>
            Name == other.Name && Nullable.Equals(Shape, other.Shape) && Nullable.Equals(Light, other.Light)
            && Nullable.Equals(Camera, other.Camera);

        /// <summary>The registry's ViewObject.</summary>
        internal JObject ToJson()
        {
            var json = new JObject { ["id"] = Id, ["name"] = Name, ["pose"] = PoseJson() };
            if (Shape is { } shape) json["shape"] = shape.ToJson();
            if (Light is { } light) json["light"] = light.ToJson();
            if (Camera is { } camera) json["camera"] = camera.ToJson();
            return json;
        }

        internal JArray PoseJson()
        {
            var pose = new JArray();
            for (var column = 0; column < 4; column++)
                for (var row = 0; row < 3; row++) pose.Add(Number(Pose[row, column], Digits));
            return pose;
        }

        /// <summary>Zero for a value that is not a finite number: a broken object must not end the view of the others.</summary>
        internal static JValue Number(float value, int digits)
        {
            if (float.IsNaN(value) || float.IsInfinity(value)) return new JValue(0);
            var rounded = Math.Round(value, digits);
            // Whole numbers are written as such, in half the space, and -0 as 0.
            return rounded == Math.Floor(rounded) && Math.Abs(rounded) < 1e9 ? new JValue((long)rounded) : new JValue(rounded);
        }

        internal static JArray Rgb(Color color) => new JArray(Number(color.r, 3), Number(color.g, 3), Number(color.b, 3));

        internal static JArray Box(Bounds bounds) =>
            new JArray(
                Number(bounds.center.x, Digits), Number(bounds.center.y, Digits), Number(bounds.center.z, Digits),
                Number(bounds.extents.x, Digits), Number(bounds.extents.y, Digits), Number(bounds.extents.z, Digits));
    }
}
