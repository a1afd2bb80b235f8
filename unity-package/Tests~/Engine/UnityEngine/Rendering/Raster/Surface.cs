#nullable enable
using System;
using System.Collections.Generic;
using V3 = System.Numerics.Vector3;

namespace Fairlead.Engine.Raster
{
    /// <summary>One value per sample, row by row from the top: how near, which object, which way its surface faces.</summary>
    internal sealed class Surface
    {
        internal Surface(int width, int height, bool depthOnly)
        {
            Width = width;
            Height = height;
            Nearness = new float[width * height];
            Object = depthOnly ? Array.Empty<int>() : new int[width * height];
            Normals = depthOnly ? Array.Empty<V3>() : new V3[width * height];
        }

        internal int Width { get; }

        internal int Height { get; }

        /// <summary>1/depth (perspective) or far - depth (orthographic): larger is nearer, 0 is nothing.</summary>
        internal float[] Nearness { get; }

        /// <summary>Index of the drawable + 1; 0 is the background. Empty for a depth-only surface.</summary>
        internal int[] Object { get; }

        /// <summary>In the world, not of unit length. Empty for a depth-only surface.</summary>
        internal V3[] Normals { get; }
    }

    /// <summary>Triangles → samples.</summary>
    internal sealed class Rasterizer
    {
        private readonly View view;
        private readonly Surface surface;
        private readonly float extentX;
        private readonly float extentY;
        private Corner[] corners = Array.Empty<Corner>();

        private Rasterizer(View view, Surface surface)
        {
            this.view = view;
            this.surface = surface;
            (extentX, extentY) = view.Extents((float)surface.Width / surface.Height);
        }

        /// <summary>Draws everything.</summary>
        internal static void Draw(View view, IReadOnlyList<Drawable> drawables, Surface surface)
        {
            var rasterizer = new Rasterizer(view, surface);
            for (var i = 0; i < drawables.Count; i++) rasterizer.Draw(drawables[i], i + 1);
        }

        /// <summary>Depth of a sample, from what the surface stores.</summary>
        internal static float DepthAt(View view, float nearness) =>
            view.Orthographic ? view.Far - nearness : 1 / nearness;

        private void Draw(Drawable drawable, int id)
        {
            var world = drawable.World;
            var mesh = drawable.Mesh;
            var size = mesh.Radius * world.Scale;
            var depth = V3.Dot(world.Origin - view.Position, view.Forward);
            if (!(depth + (size * 2) > view.Near && depth - (size * 2) < view.Far)) return;
            var cx = V3.Cross(world.Y, world.Z);
            var cy = V3.Cross(world.Z, world.X);
            var cz = V3.Cross(world.X, world.Y);
            // A mirrored object has its triangles turned inside out.
            var turned = V3.Dot(world.X, cx) < 0 ? -1f : 1f;
            if (corners.Length < mesh.Positions.Length) corners = new Corner[mesh.Positions.Length];
            for (var i = 0; i < mesh.Positions.Length; i++)
            {
                var p = mesh.Positions[i];
                var at = (world.X * p.X) + (world.Y * p.Y) + (world.Z * p.Z) + world.Origin - view.Position;
                var n = mesh.Normals[i];
                var normal = ((cx * n.X) + (cy * n.Y) + (cz * n.Z)) * turned;
                var length = normal.Length();
                corners[i] = new Corner(
                    new V3(V3.Dot(at, view.Right), V3.Dot(at, view.Up), V3.Dot(at, view.Forward)),
                    length > 0 ? normal / length : normal);
            }
            var indices = mesh.Indices;
            for (var i = 0; i + 2 < indices.Length; i += 3)
            {
                var (a, b, c) = (corners[indices[i]], corners[indices[i + 1]], corners[indices[i + 2]]);
                if (FacesViewer(a.At, b.At, c.At, turned)) Clip(a, b, c, id);
            }
        }

        /// <summary>In view space the viewer is the origin (perspective) or far back (orthographic).</summary>
        private bool FacesViewer(V3 a, V3 b, V3 c, float turned)
        {
            var face = V3.Cross(b - a, c - a);
            return V3.Dot(face, view.Orthographic ? -V3.UnitZ : -a) * turned > 0;
        }

        /// <summary>Cuts off what lies before the near plane.</summary>
        private void Clip(in Corner a, in Corner b, in Corner c, int id)
        {
            var near = view.Near;
            if (a.At.Z >= near && b.At.Z >= near && c.At.Z >= near)
            {
                Fill(a, b, c, id);
                return;
            }
            Span<Corner> input = stackalloc Corner[] { a, b, c };
            Span<Corner> output = stackalloc Corner[4];
            var count = 0;
            for (var i = 0; i < 3; i++)
            {
                var from = input[i];
                var to = input[(i + 1) % 3];
                if (from.At.Z >= near) output[count++] = from;
                if (from.At.Z >= near != to.At.Z >= near)
                    output[count++] = Corner.Between(from, to, (near - from.At.Z) / (to.At.Z - from.At.Z));
            }
            if (count >= 3) Fill(output[0], output[1], output[2], id);
            if (count == 4) Fill(output[0], output[2], output[3], id);
        }

        private void Fill(in Corner a, in Corner b, in Corner c, int id)
        {
            var (width, height) = (surface.Width, surface.Height);
            var perspective = !view.Orthographic;
            // Doubles: sums of a large floor's edges lose too much in floats.
            double wa = perspective ? 1.0 / a.At.Z : 1, wp = perspective ? 1.0 / b.At.Z : 1, wq = perspective ? 1.0 / c.At.Z : 1;
            double ScreenX(V3 p, double w) => ((p.X * w / extentX) + 1) * 0.5 * width;
            double ScreenY(V3 p, double w) => (1 - (p.Y * w / extentY)) * 0.5 * height;
            double ax = ScreenX(a.At, wa), ay = ScreenY(a.At, wa);
            double bx = ScreenX(b.At, wp), by = ScreenY(b.At, wp);
            double cx = ScreenX(c.At, wq), cy = ScreenY(c.At, wq);
            var (p, q) = (b, c);
            var area = ((bx - ax) * (cy - ay)) - ((by - ay) * (cx - ax));
            if (area < 0)
            {
                (bx, by, cx, cy, p, q, wp, wq, area) = (cx, cy, bx, by, c, b, wq, wp, -area);
            }
            if (!(area > 1e-9)) return;
            var yMin = (int)Math.Max(0, Math.Ceiling(Math.Min(ay, Math.Min(by, cy)) - 0.5));
            var yMax = (int)Math.Min(height - 1, Math.Floor(Math.Max(ay, Math.Max(by, cy)) - 0.5));
            double da = perspective ? wa : view.Far - a.At.Z;
            double dp = perspective ? wp : view.Far - p.At.Z;
            double dq = perspective ? wq : view.Far - q.At.Z;
            // Barycentric weights grow by these per sample to the right.
            var stepP = (cy - ay) / area;
            var stepQ = (ay - by) / area;
            var stepA = -stepP - stepQ;
            var depthOnly = surface.Object.Length == 0;
            for (var y = yMin; y <= yMax; y++)
            {
                var py = y + 0.5;
                // Weights at x = 0.5.
                var p0 = (((0.5 - ax) * (cy - ay)) - ((py - ay) * (cx - ax))) / area;
                var q0 = (((bx - ax) * (py - ay)) - ((by - ay) * (0.5 - ax))) / area;
                var a0 = 1 - p0 - q0;
                double from = 0, to = width - 1;
                Narrow(a0, stepA, ref from, ref to);
                Narrow(p0, stepP, ref from, ref to);
                Narrow(q0, stepQ, ref from, ref to);
                for (var x = (int)from; x <= to; x++)
                {
                    var lp = p0 + (stepP * x);
                    var lq = q0 + (stepQ * x);
                    var la = 1 - lp - lq;
                    var depth = (float)((la * da) + (lp * dp) + (lq * dq));
                    var at = (y * width) + x;
                    if (depth <= surface.Nearness[at]) continue;
                    surface.Nearness[at] = depth;
                    if (depthOnly) continue;
                    surface.Object[at] = id;
                    surface.Normals[at] =
                        (a.Normal * (float)(la * wa)) + (p.Normal * (float)(lp * wp)) + (q.Normal * (float)(lq * wq));
                }
            }
        }

        private static void Narrow(double start, double step, ref double from, ref double to)
        {
            if (step > 0) from = Math.Max(from, Math.Ceiling(-start / step));
            else if (step < 0) to = Math.Min(to, Math.Floor(-start / step));
            else if (start < 0) to = -1;
        }

        /// <summary>A vertex on its way: its place in view space and its normal in the world.</summary>
        private readonly struct Corner
        {
            internal Corner(V3 at, V3 normal)
            {
                At = at;
                Normal = normal;
            }

            internal V3 At { get; }

            internal V3 Normal { get; }

            internal static Corner Between(in Corner a, in Corner b, float t) =>
                new Corner(V3.Lerp(a.At, b.At, t), V3.Lerp(a.Normal, b.Normal, t));
        }
    }
}
