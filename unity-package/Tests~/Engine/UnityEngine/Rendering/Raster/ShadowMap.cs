#nullable enable
using System;
using System.Collections.Generic;
using V3 = System.Numerics.Vector3;

namespace Fairlead.Engine.Raster
{
    /// <summary>How far the sun's light gets.</summary>
    internal sealed class ShadowMap
    {
        private const int MapSize = 1024;

        /// <summary>Larger objects (floors, terrain) receive shadows but do not stretch the map.</summary>
        private const float MaxCasterRadius = 20;

        /// <summary>Beyond this the map's texels would be too coarse to mean anything.</summary>
        private const float MaxMapRadius = 40;

        /// <summary>Texels to step off the surface, so that it does not shade itself.</summary>
        private const float NormalOffsetTexels = 2.5f;

        private readonly View view;
        private readonly Surface surface;
        private readonly float size;

        private ShadowMap(View view, Surface surface, float size)
        {
            this.view = view;
            this.surface = surface;
            this.size = size;
        }

        /// <summary>Returns null where nothing casts a shadow.</summary>
        internal static ShadowMap? Of(IEnumerable<Drawable> drawables, V3 direction)
        {
            var casters = new List<Drawable>();
            V3 low = new V3(float.MaxValue), high = new V3(float.MinValue);
            var measured = false;
            foreach (var drawable in drawables)
            {
                if (!drawable.CastsShadow) continue;
                casters.Add(drawable);
                var radius = drawable.Mesh.Radius * drawable.World.Scale;
                if (!(radius <= MaxCasterRadius)) continue;
                measured = true;
                low = V3.Min(low, drawable.World.Origin - new V3(radius));
                high = V3.Max(high, drawable.World.Origin + new V3(radius));
            }
            if (!measured) return null;
            var center = (low + high) / 2;
            var diagonal = (high - low).Length() / 2;
            var size = Math.Min(MaxMapRadius, diagonal * 1.05f);
            var back = diagonal + 100;
            var view = View.Along(direction);
            view.Position = center - (view.Forward * back);
            view.Orthographic = true;
            view.OrthographicSize = size;
            view.Near = 0;
            view.Far = (back * 2) + 200;
            var surface = new Surface(MapSize, MapSize, true);
            Rasterizer.Draw(view, casters, surface);
            return new ShadowMap(view, surface, size);
        }

        /// <summary>Share of the light that arrives at a point, 0–1, softened over neighbouring texels.</summary>
        internal float LightAt(V3 at, V3 normal)
        {
            var texel = size * 2 / MapSize;
            var p = at + (normal * (texel * NormalOffsetTexels)) - view.Position;
            var u = (((V3.Dot(p, view.Right) / size) + 1) * 0.5f * MapSize) - 0.5f;
            var v = ((1 - (V3.Dot(p, view.Up) / size)) * 0.5f * MapSize) - 0.5f;
            if (!(u >= 1 && v >= 1 && u <= MapSize - 3 && v <= MapSize - 3)) return 1;
            var own = view.Far - V3.Dot(p, view.Forward) + texel;
            var column = (int)u;
            var row = (int)v;
            var fu = u - column;
            var fv = v - row;
            var light = 0f;
            // 4 × 4 texels, the outer ones weighted so that the edge glides with the position.
            for (var j = -1; j <= 2; j++)
            {
                var wv = j == -1 ? 1 - fv : j == 2 ? fv : 1;
                for (var i = -1; i <= 2; i++)
                {
                    var wu = i == -1 ? 1 - fu : i == 2 ? fu : 1;
                    if (surface.Nearness[((row + j) * MapSize) + column + i] <= own) light += wu * wv;
                }
            }
            return light / 9;
        }
    }
}
