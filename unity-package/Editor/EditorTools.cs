#nullable enable
using Fairlead.Core;

namespace Fairlead.Editor
{
    /// <summary>Every tool of the registry that runs in the editor. One line each, in the registry's order.</summary>
    internal static class EditorTools
    {
        internal static void Register(EditorCore core)
        {
            core.Register(new RefreshTool(core));
            core.Register(new PlayTool());
            core.Register(new ConsoleTool(core.Console));
            core.Register(new MenuItemTool());
            core.Register(new AssetTool());
            core.Register(new SceneTool());
        }
    }
}
