#nullable enable
using System;
using System.Globalization;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Fairlead.Editor.Compilation;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Play
{
    /// <summary><c>unity_play</c>. Entering usually reloads the domain: the next one answers.</summary>
    internal sealed class PlayTool : AgentTool
    {
        /// <summary>If game time is stopped (timeScale 0, paused), real time decides, a little later.</summary>
        private const double GraceSeconds = 2;

        /// <summary>Unity takes a wish for play mode up with the next update.</summary>
        private const int UpdatesUntilChange = 3;

        private static readonly string[] Actions = { "enter", "exit", "pause", "step", "state" };

        private readonly ConsoleProblems problems;

        internal PlayTool(ConsoleHistory console)
            : base("unity_play")
        {
            problems = new ConsoleProblems(console);
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => Json.Text(arguments, "action") == "state";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            switch (arguments.Action(Actions))
            {
                case "enter":
                    return Enter(call, arguments);
                case "exit":
                    arguments.End();
                    return Exit(call);
                case "pause":
                    var paused = arguments.Flag("paused", true);
                    arguments.End();
                    NeedPlaying();
                    EditorApplication.isPaused = paused;
                    return ToolReply.Ok(State());
                case "step":
                    var frames = arguments.Integer("frames", 1, 600, 1);
                    arguments.End();
                    return Step(call, frames);
                default:
                    arguments.End();
                    return ToolReply.Ok(State());
            }
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            switch (arguments.Action(Actions))
            {
                case "enter":
                    var (wait, pauses) = ReadWait(arguments);
                    return Wait(call, wait, pauses, 0);
                case "exit":
                    return DeferredCall.Until(call, Left);
                default:
                    return null;
            }
        }

        /// <summary>How long game time passes, and whether the game is paused then.</summary>
        private static (double Seconds, bool Pauses) ReadWait(ToolArguments arguments)
        {
            var wait = arguments.Number("wait_seconds", 0, 30, 0);
            var pauseAfter = arguments.OptionalNumber("pause_after", 0, 30);
            arguments.End();
            if (wait > pauseAfter)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    "wait_seconds is longer than pause_after.",
                    "pause_after alone answers when the game is paused.");
            return (pauseAfter ?? wait, pauseAfter != null);
        }

        private ToolReply Enter(ToolCall call, ToolArguments arguments)
        {
            var (wait, pauses) = ReadWait(arguments);
            if (EditorUtility.scriptCompilationFailed) throw CompileErrors();
            problems.Begin();
            var since = EditorApplication.isPlaying ? Time.timeAsDouble : 0;
            if (!EditorApplication.isPlaying) EditorApplication.EnterPlaymode();
            return Wait(call, wait, pauses, since);
        }

        private ToolReply Wait(ToolCall call, double seconds, bool pauses, double since)
        {
            var background = new BackgroundTime();
            var entered = Entered(seconds, since);
            return background.Until(call, () =>
            {
                if (seconds > 0 && EditorApplication.isPlaying) background.Lend();
                var outcome = entered();
                if (!(outcome?.Result is JObject state)) return outcome;
                if (pauses)
                {
                    EditorApplication.isPaused = true;
                    state["isPaused"] = true;
                }
                return CallOutcome.Ok(problems.On(state));
            });
        }

        /// <summary>Looks whether play mode has come and lasted.</summary>
        internal static Func<CallOutcome?> Entered(double waitSeconds, double since)
        {
            var updates = 0;
            double? enteredAt = null;
            return () =>
            {
                if (!EditorApplication.isPlaying)
                {
                    updates++;
                    if (EditorApplication.isPlayingOrWillChangePlaymode || EditorApplication.isCompiling || updates < UpdatesUntilChange)
                        return null;
                    throw EditorUtility.scriptCompilationFailed
                        ? CompileErrors()
                        : new ToolFault(
                            CallErrorCode.Internal,
                            "Unity did not enter play mode.",
                            "read_console_logs may say why; the user may have stopped it.");
                }
                var now = EditorApplication.timeSinceStartup;
                enteredAt ??= now;
                var passed = Time.timeAsDouble - since;
                var lasted = passed >= waitSeconds || now - enteredAt >= waitSeconds + GraceSeconds;
                if (!lasted || Time.frameCount == 0) return null;
                var state = State();
                if (passed < waitSeconds) state["note"] = StoodStill(waitSeconds, passed);
                return CallOutcome.Ok(state);
            };
        }

        private static string Seconds(double seconds) => seconds.ToString("0.###", CultureInfo.InvariantCulture);

        private static string StoodStill(double wanted, double passed)
        {
            var why = EditorApplication.isPaused ? "the game is paused"
                : Time.timeScale == 0 ? "Time.timeScale is 0"
                : "frames take too long";
            return $"Only {Seconds(passed)} s of {Seconds(wanted)} s of game time passed: {why}. unity_play step advances frame by frame.";
        }

        private static ToolReply Exit(ToolCall call)
        {
            if (!EditorApplication.isPlayingOrWillChangePlaymode) return ToolReply.Ok(State());
            EditorApplication.ExitPlaymode();
            return DeferredCall.Until(call, Left);
        }

        private static CallOutcome? Left() =>
            EditorApplication.isPlaying || EditorApplication.isPlayingOrWillChangePlaymode || EditorApplication.isCompiling
                ? null
                : CallOutcome.Ok(State());

        private ToolReply Step(ToolCall call, int frames)
        {
            NeedPlaying();
            problems.Begin();
            EditorApplication.isPaused = true;
            var end = Time.frameCount + frames;
            CallOutcome? Look()
            {
                NeedPlaying();
                if (Time.frameCount >= end) return CallOutcome.Ok(problems.On(State()));
                EditorApplication.Step();
                return null;
            }
            return DeferredCall.Until(call, Look, true);
        }

        internal static void NeedPlaying()
        {
            if (!EditorApplication.isPlaying)
                throw new ToolFault(
                    CallErrorCode.NotInPlayMode, "The editor is not in play mode.", "Enter it with unity_play enter.");
        }

        internal static ToolFault CompileErrors()
        {
            var count = CompileReport.Last().Errors.Count;
            var said = count == 1 ? "there is 1 error" : count > 1 ? $"there are {count} errors" : "there are errors";
            return new ToolFault(
                CallErrorCode.CompileErrors,
                $"Play mode needs scripts that compile: {said}.",
                "Fix them and call unity_refresh; read_console_logs shows them.");
        }

        internal static JObject State()
        {
            var playing = EditorApplication.isPlaying;
            return new JObject
            {
                ["isPlaying"] = playing,
                ["isPaused"] = playing && EditorApplication.isPaused,
                ["time"] = playing ? Math.Round(Time.timeAsDouble, 3) : 0,
                ["frame"] = playing ? Time.frameCount : 0,
            };
        }
    }
}
