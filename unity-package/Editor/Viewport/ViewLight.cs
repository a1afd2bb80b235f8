#nullable enable
using System;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Viewport
{
    /// <summary>A light of the scene; it goes along its object's Z axis.</summary>
    internal readonly struct ViewLight : IEquatable<ViewLight>
    {
        private readonly (LightType Type, Color Color, float Intensity, float Range, float SpotAngle) values;

        internal ViewLight(Light light)
        {
            values = (light.type, light.color, light.intensity, light.range, light.spotAngle);
        }

        public bool Equals(ViewLight other) => values.Equals(other.values);

        public override bool Equals(object? obj) => obj is ViewLight other && Equals(other);

        public override int GetHashCode() => values.GetHashCode();

        internal JObject ToJson()
        {
            var (type, color, intensity, range, spotAngle) = values;
            var json = new JObject
            {
                ["type"] = NameOf(type),
                ["color"] = ViewObject.Rgb(color),
                ["intensity"] = ViewObject.Number(intensity, 3),
            };
            if (type != LightType.Directional) json["range"] = ViewObject.Number(range, 3);
            if (type == LightType.Spot) json["spotAngle"] = ViewObject.Number(spotAngle, 2);
            return json;
        }

        private static string NameOf(LightType type)
        {
            switch (type)
            {
                case LightType.Directional: return "directional";
                case LightType.Point: return "point";
                case LightType.Spot: return "spot";
                default: return "area";
            }
        }
    }
}
