#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Compilation;
using Fairlead.Editor.Builds;
using Fairlead.Editor.Console;
using Fairlead.Editor.Execution;
using Fairlead.Editor.History;
using Fairlead.Editor.Menus;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Packages;
using Fairlead.Editor.Play;
using Fairlead.Editor.Playtesting;
using Fairlead.Editor.Prefabs;
using Fairlead.Editor.Profiling;
using Fairlead.Editor.Queries;
using Fairlead.Editor.Scenes;
using Fairlead.Editor.Screenshots;
using Fairlead.Editor.Testing;

namespace Fairlead.Editor
{
    /// <summary>Every tool of the registry that runs in the editor. One line each, in the registry's order.</summary>
    internal static class EditorTools
    {
        internal static void Register(EditorCore core, UndoLedger ledger)
        {
            var query = new QueryTool(core);
            var hierarchy = new HierarchyTool();
            var components = new ComponentTool();
            var prefabs = new PrefabTool();
            core.Register(query);
            core.Register(hierarchy);
            core.Register(components);
            core.Register(new BatchTool(query, hierarchy, components, prefabs));
            core.Register(new UndoTool(ledger));
            core.Register(new HistoryTool(ledger));
            core.Register(new RefreshTool(core));
            core.Register(new PlayTool());
            core.Register(new ConsoleTool(core.Console));
            core.Register(new MenuItemTool());
            core.Register(new AssetTool());
            core.Register(prefabs);
            core.Register(new SceneTool());
            core.Register(new ScreenshotTool());
            core.Register(new CaptureTool());
            core.Register(new SelectionTool(core.Console));
            core.Register(new TestsTool());
            core.Register(new PackagesTool());
            core.Register(new ExecuteTool());
            core.Register(new PlaytestTool(core.Console));
            core.Register(new BuildTool());
            core.Register(new ProfileTool());
        }
    }
}
