#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Settings;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Queries
{
    /// <summary><c>unity_query</c>: everything that looks and changes nothing.</summary>
    internal sealed class QueryTool : AgentTool, IBatchable
    {
        private readonly EditorCore core;

        internal QueryTool(EditorCore core)
            : base("unity_query")
        {
            this.core = core;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call) => ToolReply.Ok(Execute(new ToolArguments(call)));

        /// <inheritdoc/>
        public JToken Execute(ToolArguments arguments)
        {
            switch (arguments.Action("hierarchy", "inspect_object", "inspect_objects", "find", "references_to", "search_assets",
                "get_settings", "types", "selection", "editor_state"))
            {
                case "hierarchy": return SceneQueries.Hierarchy(arguments);
                case "inspect_object": return SceneQueries.Inspect(arguments);
                case "inspect_objects": return SceneQueries.InspectSeveral(arguments);
                case "find": return SceneQueries.Find(arguments);
                case "references_to": return ReferenceQueries.Run(arguments);
                case "search_assets": return AssetSearch.Run(arguments);
                case "get_settings": return ProjectSettings.Run(arguments);
                case "types": return EditorQueries.Types(arguments);
                case "selection": return EditorQueries.Selected(arguments);
                default: return EditorQueries.State(arguments, core);
            }
        }
    }
}
