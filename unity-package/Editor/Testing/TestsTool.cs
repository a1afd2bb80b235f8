#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
#if FAIRLEAD_TEST_FRAMEWORK
using Fairlead.Editor.Calls;
using Fairlead.Editor.Prefabs;
using UnityEditor;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;
using UnityEngine.SceneManagement;
#endif

namespace Fairlead.Editor.Testing
{
    /// <summary><c>unity_tests</c>. The run continues by itself; <see cref="TestWatch"/> is notified of its end.</summary>
    internal sealed class TestsTool : AgentTool
    {
        /// <summary>A run that was cancelled cleans up for some updates; one that does not end is left alone then.</summary>
        private const int UpdatesUntilCancelled = 100;

        private const int MaxNames = 100;
        private const int MaxNameLength = 500;

        internal TestsTool()
            : base("unity_tests")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => Json.Text(arguments, "action") == "list";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var lists = arguments.Action("list", "run") == "list";
            var playMode = arguments.OptionalChoice("mode", "EditMode", "EditMode", "PlayMode") == "PlayMode";
            var selection = new TestSelection(arguments);
            if (lists)
            {
                var limit = arguments.Integer("limit", 1, 200, 50);
                var cursor = arguments.OptionalText("cursor", 0, 200);
                arguments.End();
                return List(call, playMode, selection, limit, cursor);
            }
            var names = arguments.OptionalTexts("names", MaxNames, 1, MaxNameLength);
            var includePassed = arguments.Flag("include_passed", false);
            arguments.End();
            return Begin(call, playMode, selection, names, includePassed);
        }

#if FAIRLEAD_TEST_FRAMEWORK
        /// <inheritdoc/>
        public override void Check(ToolArguments arguments)
        {
            if (arguments.Action("list", "run") == "run") RefuseRun();
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call) =>
            TestWatch.RunningCall == call.CallId ? LookUntilItEnds(call) : null;

        private static ToolReply List(ToolCall call, bool playMode, TestSelection selection, int limit, string? cursor)
        {
            RefuseBrokenScripts();
            return TestList.Begin(call, playMode, selection, limit, cursor);
        }

        private static ToolReply Begin(
            ToolCall call, bool playMode, TestSelection selection, IReadOnlyList<string>? names, bool includePassed)
        {
            RefuseRun();
            var tests = selection.ToFilter(playMode ? TestMode.PlayMode : TestMode.EditMode, names);
            if (!TestWatch.IsRunning)
            {
                Start(call, tests, includePassed);
                return LookUntilItEnds(call);
            }
            // A leftover run of a call that was given up.
            TestWatch.CancelAny();
            var updates = 0;
            return DeferredCall.Until(call, () =>
            {
                if (TestWatch.RunningCall == call.CallId) return Look(call);
                if (!TestWatch.IsRunning || ++updates > UpdatesUntilCancelled) Start(call, tests, includePassed);
                return null;
            }, false, () => TestWatch.Cancel(call.CallId));
        }

        private static void Start(ToolCall call, Filter tests, bool includePassed)
        {
            TestWatch.Begin(call.CallId, includePassed);
            try
            {
                var api = ScriptableObject.CreateInstance<TestRunnerApi>();
                TestWatch.Began(api.Execute(new ExecutionSettings(tests)));
            }
            catch
            {
                TestWatch.Forget();
                throw;
            }
        }

        private static ToolReply LookUntilItEnds(ToolCall call) =>
            DeferredCall.Until(call, () => Look(call), false, () => TestWatch.Cancel(call.CallId));

        private static CallOutcome? Look(ToolCall call)
        {
            var end = TestWatch.TakeEnd(call.CallId);
            if (end == null) return null;
            if (end["result"] is JObject result)
            {
                if ((int?)result["total"] == 0)
                    ToolNote.Add(result, "No test ran: none fits. unity_tests list says which tests there are, in EditMode or PlayMode.");
                return CallOutcome.Ok(result);
            }
            return CallOutcome.Failed(
                CallErrorCode.Internal,
                $"The test run was aborted: {(string?)end["error"]}",
                "read_console_logs may say more; ask again when the editor is ready.");
        }

        /// <exception cref="ToolFault">A run cannot begin now.</exception>
        private static void RefuseRun()
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new ToolFault(
                    CallErrorCode.InPlayMode, "Tests cannot be started in play mode.", "Leave it first with unity_play exit.");
            RefuseBrokenScripts();
            RefuseDirtyScenes();
        }

        private static void RefuseBrokenScripts()
        {
            if (EditorUtility.scriptCompilationFailed)
                throw new ToolFault(
                    CallErrorCode.CompileErrors,
                    "Tests need scripts that compile.",
                    "Fix the errors and call unity_refresh; read_console_logs shows them.");
        }

        /// <summary>The test runner would ask the user about them in a dialog, which blocks everything.</summary>
        private static void RefuseDirtyScenes()
        {
            PrefabStages.RefuseChanges();
            for (var i = 0; i < SceneManager.sceneCount; i++)
            {
                var scene = SceneManager.GetSceneAt(i);
                if (scene.isDirty)
                    throw new ToolFault(
                        CallErrorCode.DirtyScene,
                        $"The scene \"{scene.name}\" has unsaved changes, and Unity asks about them before it runs tests.",
                        "Ask the user whether to save it, unless they said so; then unity_scene save, and run the tests again.");
            }
        }
#else
        /// <inheritdoc/>
        public override void Check(ToolArguments arguments) => throw NoFramework();

        private static ToolReply List(ToolCall call, bool playMode, TestSelection selection, int limit, string? cursor) =>
            throw NoFramework();

        private static ToolReply Begin(
            ToolCall call, bool playMode, TestSelection selection, IReadOnlyList<string>? names, bool includePassed) =>
            throw NoFramework();

        private static ToolFault NoFramework() =>
            new ToolFault(
                CallErrorCode.Unsupported,
                "This project has no test framework, or a version older than 1.4.",
                "Add it with unity_packages add, package_id \"com.unity.test-framework\".");
#endif
    }
}
