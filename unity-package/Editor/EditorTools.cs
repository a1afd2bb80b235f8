#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Calls;
using Fairlead.Editor.Compilation;
using Fairlead.Editor.Console;
using Fairlead.Editor.History;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Play;
using Fairlead.Editor.Playtesting;
using Fairlead.Editor.Prefabs;
using Fairlead.Editor.Queries;

namespace Fairlead.Editor
{
    /// <summary>
    /// Every tool of the registry that runs in the editor. A class whose constructor takes nothing is found by
    /// itself; a line here has only what needs something of the core, or of another tool.
    /// </summary>
    internal static class EditorTools
    {
        private const BindingFlags AnyInstance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        internal static IReadOnlyList<AgentTool> Make(EditorCore core, UndoLedger ledger)
        {
            var query = new QueryTool(core);
            var hierarchy = new HierarchyTool();
            var components = new ComponentTool();
            var prefabs = new PrefabTool();
            var assets = new AssetTool();
            var tools = new List<AgentTool>
            {
                query,
                hierarchy,
                components,
                prefabs,
                assets,
                new BatchTool(query, hierarchy, components, prefabs, assets),
                new UndoTool(ledger),
                new HistoryTool(ledger),
                new RefreshTool(core),
                new ConsoleTool(core.Console),
                new SelectionTool(core.Console),
                new PlaytestTool(core.Console),
                new PlayTool(core.Console),
                new SampleTool(core.Console),
            };
            tools.Add(new CheckTool(tools));
            var made = new HashSet<Type>(tools.Select(tool => tool.GetType()));
            foreach (var type in typeof(EditorTools).Assembly.GetTypes())
            {
                if (type.IsAbstract || made.Contains(type) || !typeof(AgentTool).IsAssignableFrom(type)) continue;
                var constructor = type.GetConstructor(AnyInstance, null, Type.EmptyTypes, null);
                if (constructor != null) tools.Add((AgentTool)constructor.Invoke(null));
            }
            return tools;
        }
    }
}
