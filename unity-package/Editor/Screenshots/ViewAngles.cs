#nullable enable
using System;
using Fairlead.Core;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>Sides from which objects are seen, in world axes, named by the viewer's position.</summary>
    internal static class ViewAngles
    {
        internal static readonly string[] Names = { "front", "back", "left", "right", "top", "bottom", "three_quarter" };

        /// <summary>The way the viewer looks. Straight up and down lean a little, so that up in the picture is certain.</summary>
        private static readonly Vector3[] Directions =
        {
            new Vector3(0, 0, -1),
            new Vector3(0, 0, 1),
            new Vector3(1, 0, 0),
            new Vector3(-1, 0, 0),
            new Vector3(0, -1, -0.001f),
            new Vector3(0, 1, -0.001f),
            new Vector3(-0.6f, -0.5f, -0.62f),
        };

        /// <exception cref="ToolFault">The side is unknown.</exception>
        internal static Vector3 DirectionOf(string name)
        {
            var index = Array.IndexOf(Names, name);
            return index >= 0
                ? Directions[index]
                : throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"There is no angle \"{name}\".",
                    $"Use one of: {string.Join(", ", Names)}.");
        }
    }
}
