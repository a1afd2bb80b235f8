#nullable enable
using System;
using System.Reflection;
using Fairlead.Core;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>
    /// Pictures of the Game view: cameras, overlay UI and IMGUI, in edit mode and while playing. Unity offers no public way to it: a
    /// capture of the screen has to happen at the end of a frame, where no code of an editor assembly runs.
    /// </summary>
    internal static class GameViewShot
    {
        private const BindingFlags Inner = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        /// <summary>Internal, in 6000.0 to 6000.7; the Device Simulator's window is one too.</summary>
        private const string ViewType = "UnityEditor.PlayModeView";

        /// <summary>Returns null if no Game view is open. Its last picture may be of long ago: see <see cref="Repaint"/>.</summary>
        internal static EditorWindow? Find()
        {
            var getter = typeof(EditorWindow).Assembly.GetType(ViewType)?.GetMethod("GetMainPlayModeView", Inner);
            return getter?.Invoke(null, null) as EditorWindow;
        }

        /// <exception cref="ToolFault">It has not drawn yet, or this version of Unity holds its picture elsewhere.</exception>
        internal static Pixels Take(EditorWindow view)
        {
            var field = view.GetType().Assembly.GetType(ViewType)?.GetField("m_TargetTexture", Inner);
            var target = field?.GetValue(view) as RenderTexture;
            if (target == null || !target.IsCreated())
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    "The Game view has drawn nothing yet.",
                    "Ask the user to bring the Game view to the front, or take the camera's picture: unity_screenshot game.");
            var before = RenderTexture.active;
            try
            {
                RenderTexture.active = target;
                // Unity draws it as it draws the screen, and turns it upright only when it shows it.
                return Pixels.OfActiveTarget(target.width, target.height, SystemInfo.graphicsUVStartsAtTop);
            }
            finally
            {
                RenderTexture.active = before;
            }
        }

        /// <exception cref="ToolFault">There is no Game view.</exception>
        internal static EditorWindow Need() =>
            Find() ?? throw new ToolFault(
                CallErrorCode.NotFound,
                "No Game view is open in Unity.",
                "Open one (execute_menu_item \"Window/General/Game\"), or take the camera's picture: unity_screenshot game.");
    }
}
