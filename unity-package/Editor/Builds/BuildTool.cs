#nullable enable
using System;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Build.Reporting;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Builds
{
    /// <summary><c>unity_build</c>. Unity builds in one go and is blocked meanwhile; the link's thread keeps the connection.</summary>
    internal sealed class BuildTool : AgentTool
    {
        /// <summary>So that what is said before has left.</summary>
        private const int UpdatesBefore = 2;

        internal BuildTool()
            : base("unity_build")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var request = BuildRequest.Read(call);
            Refuse();
            call.Progress($"Building for {request.Target}: the editor is blocked until it finishes.");
            var updates = 0;
            return DeferredCall.Until(
                call,
                () =>
                {
                    if (call.IsUnwanted)
                        return CallOutcome.Failed(CallErrorCode.Cancelled, "The call was cancelled before the build began.");
                    return ++updates < UpdatesBefore ? null : Build(request);
                },
                true);
        }

        private static CallOutcome Build(BuildRequest request)
        {
            // Somebody may have pressed play, or begun a build, since.
            Refuse();
            BuildReport? report;
            try
            {
                report = BuildPipeline.BuildPlayer(request.ToOptions());
            }
            catch (Exception e)
            {
                // Options that do not fit the target, or a build script of the project's own that threw.
                return Refused(Json.Cut(e.Message, 1_000));
            }
            return report == null ? Refused("it gave no report") : CallOutcome.Ok(BuildFacts.ToJson(report, request));
        }

        private static CallOutcome Refused(string why) =>
            CallOutcome.Failed(CallErrorCode.Unsupported, $"Unity did not build: {why}",
                "read_console_logs may say more. A player for Windows needs a path that ends with .exe.");

        private static void Refuse()
        {
            if (BuildPipeline.isBuildingPlayer)
                throw new ToolFault(CallErrorCode.EditorBusy, "A build is already running.",
                    "Wait until it finishes; only one build can run at a time.");
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new ToolFault(CallErrorCode.InPlayMode, "Players cannot be built in play mode.",
                    "Leave it first with unity_play exit.");
            for (var i = 0; i < SceneManager.sceneCount; i++)
                if (SceneManager.GetSceneAt(i) is { isDirty: true } scene)
                    throw new ToolFault(
                        CallErrorCode.DirtyScene,
                        $"The scene \"{scene.name}\" has unsaved changes, which would not be in the build.",
                        "Ask the user whether to save it, unless they said so; then unity_scene save, and build.");
        }
    }
}
