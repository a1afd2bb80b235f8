#nullable enable
using System;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Viewport
{
    /// <summary>A camera of the scene; it looks along its object's Z axis.</summary>
    internal readonly struct ViewCamera : IEquatable<ViewCamera>
    {
        private readonly (bool IsOrthographic, float Height, float Near, float Far, float Aspect, Color? Background) values;

        internal ViewCamera(Camera camera)
        {
            values = (camera.orthographic, camera.orthographic ? camera.orthographicSize : camera.fieldOfView,
                camera.nearClipPlane, camera.farClipPlane, camera.aspect,
                camera.clearFlags == CameraClearFlags.Skybox ? (Color?)null : camera.backgroundColor);
        }

        public bool Equals(ViewCamera other) => values.Equals(other.values);

        public override bool Equals(object? obj) => obj is ViewCamera other && Equals(other);

        public override int GetHashCode() => values.GetHashCode();

        internal JObject ToJson()
        {
            var (isOrthographic, height, near, far, aspect, background) = values;
            var json = new JObject { ["fieldOfView"] = isOrthographic ? JValue.CreateNull() : ViewObject.Number(height, 2) };
            if (isOrthographic) json["orthographicSize"] = ViewObject.Number(height, 3);
            json["near"] = ViewObject.Number(near, 4);
            json["far"] = ViewObject.Number(far, 2);
            json["aspect"] = ViewObject.Number(aspect, 4);
            if (background is { } color) json["background"] = ViewObject.Rgb(color);
            return json;
        }
    }
}
