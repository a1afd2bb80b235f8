#nullable enable
using Fairlead.Core;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>Which camera a picture is of.</summary>
    internal static class Cameras
    {
        /// <exception cref="ToolFault">There is none.</exception>
        internal static Camera Main()
        {
            var main = Camera.main;
            if (main != null) return main;
            Camera? last = null;
            // The camera that is drawn last is on top.
            foreach (var camera in Camera.allCameras)
                if (camera.targetTexture == null && (last == null || camera.depth > last.depth)) last = camera;
            return last != null
                ? last
                : throw new ToolFault(
                    CallErrorCode.NotFound,
                    "The scene has no active camera, so the game view is empty.",
                    "Create one (unity_hierarchy create, primitive_type \"Camera\"), or take view \"scene\".");
        }

        /// <exception cref="ToolFault">The object has none.</exception>
        internal static Camera Of(GameObject obj)
        {
            var camera = obj.GetComponent<Camera>();
            return camera != null
                ? camera
                : throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{obj.name}\" has no Camera.",
                    "Name an object that has one: unity_query find, component_type \"Camera\".");
        }
    }
}
