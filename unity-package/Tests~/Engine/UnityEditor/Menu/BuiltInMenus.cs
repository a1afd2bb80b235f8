#nullable enable
namespace UnityEditor
{
    /// <summary>The editor's own menu items that an agent may use.</summary>
    internal static class BuiltInMenus
    {
        /// <summary>Windows that open and change nothing in a headless editor.</summary>
        private static readonly string[] Windows =
        {
            "Window/General/Console",
            "Window/General/Game",
            "Window/General/Hierarchy",
            "Window/General/Inspector",
            "Window/General/Project",
            "Window/General/Scene",
            "Window/General/Test Runner",
            "Window/Package Management/Package Manager",
            "Window/Analysis/Profiler",
            "Window/Rendering/Lighting",
            "Edit/Project Settings...",
            "Edit/Preferences...",
        };

        private static bool filled;

        internal static void Fill()
        {
            if (filled) return;
            filled = true;
            foreach (var window in Windows) MenuRegistry.Add(window, () => { });
            MenuRegistry.Add("Edit/Play Mode/Play", () => EditorApplication.isPlaying = !EditorApplication.isPlaying);
            MenuRegistry.Add("Edit/Play Mode/Pause", () => EditorApplication.isPaused = !EditorApplication.isPaused);
            MenuRegistry.Add("Edit/Play Mode/Step", EditorApplication.Step, () => EditorApplication.isPlaying);
            MenuRegistry.Add("Assets/Refresh", AssetDatabase.Refresh);
        }
    }
}
