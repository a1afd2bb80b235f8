#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Fairlead.Editor.History;
using Fairlead.Editor.Scenes;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Menus
{
    /// <summary><c>execute_menu_item</c>; waits for a compile and reload that the item causes.</summary>
    internal sealed class MenuItemTool : AgentTool
    {
        internal const string ToolName = "execute_menu_item";

        /// <summary>Unity's item writes over whatever is in the files.</summary>
        private const string SaveItem = "File/Save";

        /// <summary>An item's request (a refresh, play mode) begins in one of the next updates.</summary>
        private const int UpdatesUntilEffect = 3;

        /// <summary>The menus in which Unity and packages put their items.</summary>
        private static readonly string[] Roots =
        {
            "File", "Edit", "Assets", "GameObject", "Component", "Services", "Jobs", "Tools", "Window", "Help", "Fairlead",
        };

        internal MenuItemTool()
            : base(ToolName)
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var path = Read(new ToolArguments(call));
            // The step's own name wins; without one: "3D Object/Cube" is called Cube in Edit → Undo.
            UndoSteps.Doing = path.Substring(path.LastIndexOf('/') + 1);
            if (path == SaveItem) SceneFiles.RefuseChanged();
            if (!EditorApplication.ExecuteMenuItem(path)) throw Refused(path);
            var updates = 0;
            return DeferredCall.Until(call, () =>
                IsBusy || ++updates < UpdatesUntilEffect ? null : CallOutcome.Ok(Result(path, false)));
        }

        /// <inheritdoc/>
        public override void Check(ToolArguments arguments)
        {
            var path = Read(arguments);
            // The list alone may lack items that Unity itself adds late: both must say no.
            if (!Items(path).Contains(path) && !Menu.GetEnabled(path)) throw Missing(path);
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call)
        {
            var path = Read(new ToolArguments(call));
            return DeferredCall.Until(call, () => IsBusy ? null : CallOutcome.Ok(Result(path, true)));
        }

        private static bool IsBusy =>
            EditorApplication.isCompiling
            || EditorApplication.isUpdating
            || EditorApplication.isPlaying != EditorApplication.isPlayingOrWillChangePlaymode;

        private static string Read(ToolArguments arguments)
        {
            var path = arguments.Text("menu_path", 1, 300);
            arguments.End();
            return path;
        }

        private static JObject Result(string path, bool reloaded) =>
            new JObject { ["executed"] = true, ["menuPath"] = path, ["reloaded"] = reloaded };

        private static ToolFault Refused(string path)
        {
            if (Items(path).Contains(path))
                return new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"The menu item \"{path}\" is disabled now.",
                    "Many items need a selection, or another window; a tool for the same thing needs neither.");
            return Missing(path);
        }

        private static ToolFault Missing(string path) =>
            new ToolFault(
                CallErrorCode.NotFound,
                $"There is no menu item \"{path}\".",
                "Use one of the nearest paths.",
                new JObject { ["nearest"] = new JArray(Nearest.Of(path, Items(path))) });

        /// <summary>The paths of all items below the usual menus, and below the one that is asked for.</summary>
        private static List<string> Items(string path)
        {
            var items = new List<string>();
            var slash = path.IndexOf('/');
            var own = slash < 0 ? path : path.Substring(0, slash);
            foreach (var root in Roots) items.AddRange(Unsupported.GetSubmenus(root) ?? Array.Empty<string>());
            if (Array.IndexOf(Roots, own) < 0) items.AddRange(Unsupported.GetSubmenus(own) ?? Array.Empty<string>());
            return items;
        }
    }
}
