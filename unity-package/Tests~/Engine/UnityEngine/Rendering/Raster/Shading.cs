#nullable enable
using System;
using System.Collections.Generic;
using V3 = System.Numerics.Vector3;

namespace Fairlead.Engine.Raster
{
    /// <summary>Colours of surfaces, sky and grid. Everything here is linear light; gamma comes last.</summary>
    internal sealed class Shading
    {
        /// <summary>Lines of the grid fade out over this many metres.</summary>
        internal const float GridReachM = 60;

        /// <summary>The picture's gamma; close enough to sRGB's curve for eyes.</summary>
        private const double Gamma = 2.2;

        /// <summary>A light of intensity 1 must leave room above a white floor: the screen has no more than 1.</summary>
        private const float Exposure = 0.72f;

        /// <summary>A faint highlight, as of Unity's default smoothness.</summary>
        private const float Specular = 0.1f;
        private const float Shininess = 32;
        private const int ToneSteps = 4096;

        // Ambient light from above and below, about as Unity's default sky gives it.
        private static readonly V3 AmbientSky = new V3(0.2f, 0.23f, 0.29f);
        private static readonly V3 AmbientGround = new V3(0.11f, 0.1f, 0.095f);
        private static readonly V3 SkyTop = new V3(0.09f, 0.2f, 0.42f);
        private static readonly V3 SkyHorizon = new V3(0.58f, 0.68f, 0.75f);
        private static readonly V3 GroundHorizon = new V3(0.3f, 0.29f, 0.28f);
        private static readonly V3 Ground = new V3(0.12f, 0.115f, 0.11f);
        private static readonly V3 GridColor = new V3(0.5f);
        private static readonly V3 AxisX = new V3(0.6f, 0.12f, 0.12f);
        private static readonly V3 AxisZ = new V3(0.12f, 0.25f, 0.7f);
        private static readonly byte[] Tones = ToneTable();

        private readonly Drawable[] surfaces;
        private readonly V3[] albedo;
        private readonly V3[] emission;
        private readonly Lamp[] lamps;
        private readonly V3[] lampColor;
        private readonly ShadowMap?[] shadow;

        internal Shading(RasterScene scene)
        {
            surfaces = scene.Drawables.ToArray();
            albedo = Array.ConvertAll(surfaces, s => Linear(s.Color));
            emission = Array.ConvertAll(surfaces, s => Linear(s.Emission));
            lamps = scene.Lamps.ToArray();
            lampColor = Array.ConvertAll(lamps, l => Linear(l.Color) * (l.Intensity * Exposure));
            shadow = new ShadowMap?[lamps.Length];
            // One shadow map: a second sun is rare, and its shadows would double the cost.
            var sun = Array.FindIndex(lamps, l => l.Kind == LampKind.Directional && l.Shadow > 0);
            if (sun >= 0) shadow[sun] = ShadowMap.Of(surfaces, lamps[sun].Direction);
        }

        internal static V3 Linear(V3 color) => new V3(Linear(color.X), Linear(color.Y), Linear(color.Z));

        /// <summary>0–1 linear → 0–255.</summary>
        internal static byte ToByte(float value) =>
            Tones[value >= 1 ? ToneSteps : value > 0 ? (int)((value * ToneSteps) + 0.5f) : 0];

        internal static V3 Sky(float directionY)
        {
            var up = directionY >= 0;
            var t = (float)Math.Pow(Math.Min(1, Math.Abs(directionY) * (up ? 1.6f : 2.5f)), up ? 0.7 : 0.6);
            return up ? V3.Lerp(SkyHorizon, SkyTop, t) : V3.Lerp(GroundHorizon, Ground, t);
        }

        /// <summary><paramref name="normal"/> and <paramref name="toViewer"/> have unit length.</summary>
        internal V3 Shade(int index, V3 at, V3 normal, V3 toViewer)
        {
            if (surfaces[index].Unlit) return albedo[index];
            var sum = V3.Lerp(AmbientGround, AmbientSky, (normal.Y * 0.5f) + 0.5f);
            var shine = 0f;
            for (var i = 0; i < lamps.Length; i++)
            {
                var strength = Arrival(lamps[i], at, out var toLight);
                var facing = V3.Dot(normal, toLight);
                if (strength <= 0 || facing <= 0) continue;
                if (shadow[i] is { } map) strength *= 1 - (lamps[i].Shadow * (1 - map.LightAt(at, normal)));
                if (strength <= 0) continue;
                sum += lampColor[i] * (facing * strength);
                var half = V3.Normalize(toLight + toViewer);
                shine += (float)Math.Pow(Math.Max(0, V3.Dot(normal, half)), Shininess) * Specular * strength;
            }
            return (albedo[index] * sum) + emission[index] + new V3(shine);
        }

        /// <summary>
        /// The ground grid at a point of the plane y = 0: colour and opacity. <paramref name="px"/> and
        /// <paramref name="pz"/> are the metres that a pixel covers there; <paramref name="distance"/> counts from the viewer.
        /// </summary>
        internal static (V3 Color, float Opacity) GridAt(float x, float z, float distance, float px, float pz)
        {
            var fade = Math.Max(0, 1 - (distance / GridReachM));
            var axisX = Line(z, 0, pz);
            var axisZ = Line(x, 0, px);
            if (axisX > 0 || axisZ > 0) return (axisX > axisZ ? AxisX : AxisZ, fade * Math.Max(axisX, axisZ));
            var coarse = Math.Max(Line(x, 10, px), Line(z, 10, pz)) * 0.55f;
            var fine = Math.Max(Line(x, 1, px), Line(z, 1, pz)) * 0.3f;
            return (GridColor, fade * Math.Max(coarse, fine));
        }

        /// <summary>How much of a pixel a line covers; lines closer than some pixels fade instead of flickering.</summary>
        private static float Line(float value, float spacing, float pixel)
        {
            var nearest = spacing == 0 ? 0 : (float)Math.Round(value / spacing) * spacing;
            var cover = Clamp01(1.2f - (Math.Abs(value - nearest) / pixel));
            return spacing == 0 ? cover : cover * Clamp01(((spacing / pixel) - 3) / 6);
        }

        /// <summary>The light that arrives at a point, and its direction.</summary>
        private static float Arrival(Lamp lamp, V3 at, out V3 toLight)
        {
            if (lamp.Kind == LampKind.Directional)
            {
                toLight = -lamp.Direction;
                return 1;
            }
            var to = lamp.Position - at;
            var distance = to.Length();
            toLight = distance > 1e-6f ? to / distance : V3.UnitY;
            if (distance >= lamp.Range) return 0;
            var ratio = distance / lamp.Range;
            var inside = 1 - (ratio * ratio);
            var strength = inside * inside / (1 + (5 * ratio * ratio));
            if (lamp.Kind == LampKind.Point) return strength;
            var edge = (float)Math.Cos(lamp.SpotAngle * Math.PI / 360);
            var center = -V3.Dot(toLight, lamp.Direction);
            return strength * Clamp01((center - edge) / Math.Max(1e-3f, (1 - edge) * 0.25f));
        }

        private static float Linear(float value) => (float)Math.Pow(Math.Max(0, value), Gamma);

        private static float Clamp01(float value) => Math.Min(1, Math.Max(0, value));

        private static byte[] ToneTable()
        {
            var table = new byte[ToneSteps + 1];
            for (var i = 0; i <= ToneSteps; i++)
                table[i] = (byte)Math.Round(255 * Math.Pow((double)i / ToneSteps, 1 / Gamma));
            return table;
        }
    }
}
