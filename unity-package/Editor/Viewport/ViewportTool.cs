#nullable enable
using System;
using System.Diagnostics;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Viewport
{
    /// <summary><c>unity_viewport</c>: the scene in 3D, as the page shows it.</summary>
    internal sealed class ViewportTool : AgentTool
    {
        private const int MaxRevision = 64;
        private const int MaxMeshName = 200;

        /// <summary>
        /// While the game runs, all objects are looked at only this often, and in between what is known is followed: a whole look
        /// at 10,000 objects takes as long as two frames.
        /// </summary>
        private const double WholeLookSeconds = 1;

        private readonly ViewLog log = new ViewLog(Guid.NewGuid().ToString("N").Substring(0, 8));

        private SeenObjects? seen;
        private double lookedAt;

        internal ViewportTool()
            : base("unity_viewport")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <summary>Somebody watches the game for whose end the agent waits.</summary>
        public override bool IsOutOfLine => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            if (arguments.Action("changes", "mesh") == "changes")
            {
                var since = arguments.OptionalText("since", 1, MaxRevision);
                arguments.End();
                var watch = Stopwatch.StartNew();
                Look();
                var answer = log.Answer(since);
                answer["workMs"] = Math.Round(watch.Elapsed.TotalMilliseconds, 1);
                return ToolReply.Ok(answer);
            }
            var mesh = arguments.Text("mesh", 1, MaxMeshName);
            arguments.End();
            // Only what is in the view: visitors of a shared project see that, and no other mesh.
            if (!log.Shows(mesh))
                throw new ToolFault(
                    CallErrorCode.NotFound, $"Nothing in the scene has a mesh \"{mesh}\".", "Ask for the changes again: it may be gone.");
            return ToolReply.Ok(ViewMesh.Answer(mesh));
        }

        private void Look()
        {
            var now = EditorApplication.timeSinceStartup;
            if (EditorApplication.isPlaying && seen != null && now - lookedAt < WholeLookSeconds && seen.Follow())
            {
                log.Move(seen);
                return;
            }
            seen = SeenObjects.Now();
            lookedAt = now;
            log.Update(seen);
        }
    }
}
