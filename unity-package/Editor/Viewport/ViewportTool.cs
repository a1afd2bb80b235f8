#nullable enable
using System;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Viewport
{
    /// <summary><c>unity_viewport</c>: the scene in 3D, as the page shows it.</summary>
    internal sealed class ViewportTool : AgentTool
    {
        private const int MaxRevision = 64;
        private const int MaxMeshName = 200;

        private readonly ViewLog log = new ViewLog(Guid.NewGuid().ToString("N").Substring(0, 8));

        internal ViewportTool()
            : base("unity_viewport")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            if (arguments.Action("changes", "mesh") == "changes")
            {
                var since = arguments.OptionalText("since", 1, MaxRevision);
                arguments.End();
                log.Update(SeenObjects.Now());
                return ToolReply.Ok(log.Answer(since));
            }
            var mesh = arguments.Text("mesh", 1, MaxMeshName);
            arguments.End();
            // Only what is in the view: visitors of a shared project see that, and no other mesh.
            if (!log.Shows(mesh))
                throw new ToolFault(
                    CallErrorCode.NotFound, $"Nothing in the scene has a mesh \"{mesh}\".", "Ask for the changes again: it may be gone.");
            return ToolReply.Ok(ViewMesh.Answer(mesh));
        }
    }
}
