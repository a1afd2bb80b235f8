using UnityEngine;

namespace UnityEditor
{
    /// <summary>Only what tells of a text edit: the headless editor has no keyboard.</summary>
    public sealed partial class EditorGUIUtility : GUIUtility
    {
        public static bool editingTextField { get; set; }
    }
}
