#nullable enable
using System;
using V3 = System.Numerics.Vector3;

namespace Fairlead.Engine.Raster
{
    /// <summary>A scene → pixels.</summary>
    internal sealed class Painter
    {
        /// <summary>Samples per pixel and axis: edges are the mean of 2 × 2.</summary>
        private const int Samples = 2;

        /// <summary>Normals of one pixel's samples that differ less are shaded once.</summary>
        private const float SameNormal = 0.98f;

        private readonly RasterScene scene;
        private readonly View view;
        private readonly Surface surface;
        private readonly Shading shading;
        private readonly float extentX;
        private readonly float extentY;
        private readonly V3? background;

        private Painter(RasterScene scene, int width, int height)
        {
            this.scene = scene;
            view = scene.View;
            surface = new Surface(width * Samples, height * Samples, false);
            (extentX, extentY) = view.Extents((float)width / height);
            background = view.Background is { } color ? Shading.Linear(color) : (V3?)null;
            var visible = scene.Drawables.ConvertAll(d => d.ShadowOnly ? Nothing(d) : d);
            Rasterizer.Draw(view, visible, surface);
            shading = new Shading(scene);
        }

        /// <summary>Red, green, blue, 255; row by row from the top.</summary>
        internal static byte[] Paint(RasterScene scene, int width, int height)
        {
            var painter = new Painter(scene, width, height);
            var pixels = new byte[width * height * 4];
            var at = 0;
            for (var y = 0; y < height; y++)
            {
                for (var x = 0; x < width; x++)
                {
                    var color = painter.Pixel(x, y);
                    pixels[at++] = Shading.ToByte(color.X);
                    pixels[at++] = Shading.ToByte(color.Y);
                    pixels[at++] = Shading.ToByte(color.Z);
                    pixels[at++] = 255;
                }
            }
            return pixels;
        }

        /// <summary>Keeps its place in the list, so that numbers still mean the same, and shows nothing.</summary>
        private static Drawable Nothing(Drawable drawable) =>
            new Drawable(new RasterMesh(Array.Empty<V3>(), Array.Empty<V3>(), Array.Empty<int>()), drawable.World);

        /// <summary>Mean of the pixel's samples; shaded once where they show the same surface.</summary>
        private V3 Pixel(int x, int y)
        {
            var width = surface.Width;
            var first = (y * Samples * width) + (x * Samples);
            var id = surface.Object[first];
            var same = surface.Object[first + 1] == id
                && surface.Object[first + width] == id
                && surface.Object[first + width + 1] == id
                && (id == 0 || (Alike(first + 1, first) && Alike(first + width + 1, first)));
            var px = x * Samples;
            var py = y * Samples;
            if (same) return Sample(first, px + 1, py + 1);
            var sum = V3.Zero;
            for (var i = 0; i < 4; i++)
            {
                var color = Sample(first + (i & 1) + ((i >> 1) * width), px + (i & 1) + 0.5f, py + (i >> 1) + 0.5f);
                sum += V3.Min(V3.One, color) / 4;
            }
            return sum;
        }

        /// <summary><paramref name="sx"/>, <paramref name="sy"/>: place on the surface, in samples.</summary>
        private V3 Sample(int at, float sx, float sy)
        {
            var vertical = 1 - (sy / surface.Height * 2);
            var across = (view.Right * (((sx / surface.Width * 2) - 1) * extentX)) + (view.Up * (vertical * extentY));
            var ray = view.Orthographic ? view.Forward : view.Forward + across;
            var origin = view.Orthographic ? view.Position + across : view.Position;
            var unit = V3.Normalize(ray);
            var id = surface.Object[at];
            var depth = float.PositiveInfinity;
            V3 color;
            if (id == 0)
            {
                color = background ?? Shading.Sky(view.Orthographic ? vertical * 0.6f : unit.Y);
            }
            else
            {
                depth = Rasterizer.DepthAt(view, surface.Nearness[at]);
                color = shading.Shade(id - 1, origin + (ray * depth), V3.Normalize(surface.Normals[at]), -unit);
            }
            return scene.Grid ? WithGrid(color, origin, ray, depth) : color;
        }

        private V3 WithGrid(V3 color, V3 origin, V3 ray, float depth)
        {
            var t = -origin.Y / ray.Y;
            // A floor exactly on the grid keeps its own look.
            if (!(t > view.Near) || t > depth * 0.99f || t > Shading.GridReachM) return color;
            var step = 2 * extentY / surface.Height * Samples;
            // The distance at which the pixel above meets the ground: the footprint is long along the line of sight.
            var above = view.Orthographic
                ? -(origin.Y + (view.Up.Y * step)) / ray.Y
                : -origin.Y / (ray.Y + (view.Up.Y * step));
            var px = Footprint(view.Right.X, view.Up.X, ray.X, step, t, above);
            var pz = Footprint(view.Right.Z, view.Up.Z, ray.Z, step, t, above);
            var point = origin + (ray * t);
            var (line, opacity) = Shading.GridAt(point.X, point.Z, t, px * 0.6f, pz * 0.6f);
            return opacity <= 0 ? color : V3.Lerp(color, line, opacity);
        }

        private float Footprint(float right, float up, float ray, float step, float t, float above)
        {
            var aside = Math.Abs(right) * step * (view.Orthographic ? 1 : t);
            var ahead = view.Orthographic
                ? (up * step) + (ray * (above - t))
                : ((ray + (up * step)) * above) - (ray * t);
            return aside + Math.Min(Math.Abs(ahead), t);
        }

        private bool Alike(int a, int b)
        {
            var (m, n) = (surface.Normals[a], surface.Normals[b]);
            var product = V3.Dot(m, n);
            return product > 0 && product * product >= m.LengthSquared() * n.LengthSquared() * SameNormal * SameNormal;
        }
    }
}
