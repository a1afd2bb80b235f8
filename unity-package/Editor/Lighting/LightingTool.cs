#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Lighting
{
    /// <summary>
    /// <c>unity_lighting</c>: the environment of a scene, and bakes. One runs beside the editor, which answers meanwhile; there is never
    /// more than one.
    /// </summary>
    internal sealed class LightingTool : AgentTool
    {
        internal LightingTool()
            : base("unity_lighting")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => (string?)arguments["action"] is "status" or "environment";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var action = arguments.Action("status", "bake", "environment", "set_environment");
            var properties = action == "set_environment" ? arguments.Record("properties") : null;
            arguments.End();
            if (properties != null) return ToolReply.Ok(SceneEnvironment.Set(properties));
            if (action == "environment") return ToolReply.Ok(SceneEnvironment.Read());
            if (action == "status") return ToolReply.Ok(LightingFacts.Read());
            Refuse();
            var bake = LightingBake.Begin(call);
            if (bake == null)
                throw new ToolFault(CallErrorCode.Unsupported, "Unity did not begin to bake.", "read_console_logs may say why.");
            return DeferredCall.Until(call, bake.Look, false, bake.Abandon);
        }

        private static void Refuse()
        {
            if (Lightmapping.isRunning)
                throw new ToolFault(CallErrorCode.EditorBusy, "Lighting is being baked.",
                    "unity_lighting status tells how far it is; wait until it has ended.");
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new ToolFault(
                    CallErrorCode.InPlayMode, "Lighting is not baked in play mode.", "Leave it first with unity_play exit.");
            for (var i = 0; i < SceneManager.sceneCount; i++)
                if (SceneManager.GetSceneAt(i) is { path: "" } scene)
                    throw new ToolFault(
                        CallErrorCode.DirtyScene,
                        $"The scene \"{(scene.name.Length > 0 ? scene.name : "Untitled")}\" has no file yet, and a bake is kept beside it.",
                        "Ask the user where to save it, unless they said so; then unity_scene save with save_as, and bake.");
        }
    }
}
