#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Objects;
using UnityEngine;

namespace Fairlead.Editor.Measuring
{
    /// <summary>The shape of a query: a point (for a cast: a ray), a sphere or a box. In 2D a circle or a rectangle.</summary>
    internal readonly struct QueryShape
    {
        private QueryShape(Vector3 origin, float radius, Vector3? half, Quaternion rotation)
        {
            Origin = origin;
            Radius = radius;
            Half = half;
            Rotation = rotation;
        }

        internal Vector3 Origin { get; }

        /// <summary>0: not a sphere.</summary>
        internal float Radius { get; }

        /// <summary>Half of its size; null: not a box.</summary>
        internal Vector3? Half { get; }

        internal Quaternion Rotation { get; }

        internal bool IsPoint => Radius == 0 && Half == null;

        internal static QueryShape Point(Vector3 origin) => new QueryShape(origin, 0, null, Quaternion.identity);

        internal static QueryShape Box(Vector3 center, Vector3 half) => new QueryShape(center, 0, half, Quaternion.identity);

        /// <exception cref="ToolFault"><c>invalid_arguments</c>: it would be two shapes at once.</exception>
        internal static QueryShape Of(double[] origin, double? radius, double[]? size, double[]? rotation)
        {
            if (radius != null && size != null)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, "A query has either a radius or a size.", "A radius makes it a sphere, a size a box.");
            var turned = rotation == null ? Quaternion.identity : Quaternion.Euler(ObjectPose.Vector(rotation));
            if (size == null) return new QueryShape(ObjectPose.Vector(origin), (float)(radius ?? 0), null, turned);
            var full = ObjectPose.Vector(size);
            if (full.x <= 0 || full.y <= 0 || full.z < 0)
                throw new ToolFault(CallErrorCode.InvalidArguments, "The size of a box is more than 0 along each axis.");
            return new QueryShape(ObjectPose.Vector(origin), 0, full * 0.5f, turned);
        }
    }
}
