namespace UnityEngine
{
    /// <summary>Only what tells of a drag: the headless editor has no mouse.</summary>
    public partial class GUIUtility
    {
        /// <summary>The id of the control that the mouse holds; 0: none.</summary>
        public static int hotControl { get; set; }
    }
}
