#nullable enable
using System.Collections.Generic;
using V3 = System.Numerics.Vector3;

namespace Fairlead.Engine.Raster
{
    /// <summary>Triangles in their own space, wound as Unity winds them.</summary>
    internal sealed class RasterMesh
    {
        internal RasterMesh(V3[] positions, V3[] normals, int[] indices)
        {
            Positions = positions;
            Normals = normals;
            Indices = indices;
            foreach (var position in positions) Radius = System.Math.Max(Radius, position.Length());
        }

        internal V3[] Positions { get; }

        /// <summary>Unit vectors, one per position.</summary>
        internal V3[] Normals { get; }

        /// <summary>Three per triangle.</summary>
        internal int[] Indices { get; }

        /// <summary>Radius of the bounding sphere around the origin.</summary>
        internal float Radius { get; }
    }

    /// <summary>The place of an object's own space in the world: the images of its axes and of its origin.</summary>
    internal readonly struct Placement
    {
        internal Placement(V3 x, V3 y, V3 z, V3 origin)
        {
            X = x;
            Y = y;
            Z = z;
            Origin = origin;
        }

        internal V3 X { get; }

        internal V3 Y { get; }

        internal V3 Z { get; }

        internal V3 Origin { get; }

        internal float Scale => System.Math.Max(X.Length(), System.Math.Max(Y.Length(), Z.Length()));
    }

    /// <summary>One thing to draw. Colours are those of the colour picker, 0–1.</summary>
    internal sealed class Drawable
    {
        internal Drawable(RasterMesh mesh, Placement world)
        {
            Mesh = mesh;
            World = world;
        }

        internal RasterMesh Mesh { get; }

        internal Placement World { get; }

        internal V3 Color { get; set; } = V3.One;

        /// <summary>Light it sends out by itself.</summary>
        internal V3 Emission { get; set; }

        /// <summary>Whether it is drawn in its plain colour.</summary>
        internal bool Unlit { get; set; }

        /// <summary>Whether it is drawn only into the shadow map.</summary>
        internal bool ShadowOnly { get; set; }

        internal bool CastsShadow { get; set; } = true;
    }

    internal enum LampKind
    {
        Directional,
        Point,
        Spot,
    }

    /// <summary>A light of the picture.</summary>
    internal sealed class Lamp
    {
        internal LampKind Kind { get; set; }

        internal V3 Position { get; set; }

        /// <summary>The direction in which the light goes; a unit vector.</summary>
        internal V3 Direction { get; set; }

        internal V3 Color { get; set; } = V3.One;

        internal float Intensity { get; set; } = 1;

        internal float Range { get; set; } = 10;

        /// <summary>Full opening angle of a spot, degrees.</summary>
        internal float SpotAngle { get; set; } = 30;

        /// <summary>0 (none) to 1.</summary>
        internal float Shadow { get; set; }
    }

    /// <summary>The viewpoint of the picture. Unity's space: left-handed, Y up, a camera looks along its +Z.</summary>
    internal sealed class View
    {
        internal V3 Position { get; set; }

        internal V3 Right { get; set; } = V3.UnitX;

        internal V3 Up { get; set; } = V3.UnitY;

        internal V3 Forward { get; set; } = V3.UnitZ;

        internal bool Orthographic { get; set; }

        /// <summary>Half the height of an orthographic picture, metres.</summary>
        internal float OrthographicSize { get; set; } = 5;

        /// <summary>Vertical, degrees.</summary>
        internal float FieldOfView { get; set; } = 60;

        internal float Near { get; set; } = 0.3f;

        internal float Far { get; set; } = 1000;

        /// <summary>The colour behind all objects; null: the sky.</summary>
        internal V3? Background { get; set; }

        /// <summary>Half extents at depth 1 (perspective) or everywhere (orthographic).</summary>
        internal (float X, float Y) Extents(float aspect)
        {
            var y = Orthographic ? OrthographicSize : (float)System.Math.Tan(FieldOfView * System.Math.PI / 360);
            return (y * aspect, y);
        }

        /// <summary>Axes along <paramref name="forward"/>, upright where possible.</summary>
        internal static View Along(V3 forward)
        {
            var f = V3.Normalize(forward);
            var steep = System.Math.Abs(f.Y) > 0.9999f;
            var right = V3.Normalize(V3.Cross(steep ? new V3(0, 0, f.Y > 0 ? -1 : 1) : V3.UnitY, f));
            return new View { Forward = f, Right = right, Up = V3.Cross(f, right) };
        }
    }

    /// <summary>Everything that a picture shows.</summary>
    internal sealed class RasterScene
    {
        internal RasterScene(View view)
        {
            View = view;
        }

        internal View View { get; }

        internal List<Lamp> Lamps { get; } = new List<Lamp>();

        internal List<Drawable> Drawables { get; } = new List<Drawable>();

        /// <summary>The scene view's lines on the ground.</summary>
        internal bool Grid { get; set; }
    }
}
