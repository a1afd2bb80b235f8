#nullable enable
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>The user's mouse and keyboard activity in Unity's windows.</summary>
    internal static class UserHands
    {
        /// <summary>
        /// A drag or a text edit under way, in words that follow "the user"; null: none. In an editor without the focus nobody drags, and a
        /// field that was left open is not being typed in. Main thread.
        /// </summary>
        internal static string? Busy() =>
            !EditorApplication.isFocused ? null
            : GUIUtility.hotControl != 0 ? "is dragging with the mouse"
            : EditorGUIUtility.editingTextField ? "is typing in a field"
            : null;
    }
}
