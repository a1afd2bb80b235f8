#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Fairlead.Editor.Play;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Playtesting
{
    /// <summary>
    /// <c>unity_playtest</c>: into play mode, through the steps, out again. The domain that plays begins with the first step.
    /// </summary>
    internal sealed class PlaytestTool : AgentTool
    {
        /// <summary>The call whose steps have begun: after another reload their progress is unknown.</summary>
        private const string BegunKey = "Fairlead.Playtest.Begun";

        /// <summary>When play mode was asked for, UTC.</summary>
        private const string SinceKey = "Fairlead.Playtest.Since";

        private const int MaxEarlierLines = 200;

        private readonly ConsoleHistory console;

        internal PlaytestTool(ConsoleHistory console)
            : base("unity_playtest")
        {
            this.console = console;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var run = Read(call);
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new ToolFault(CallErrorCode.InPlayMode, "A playtest starts in edit mode.",
                    "Leave play mode with unity_play exit first.");
            if (EditorUtility.scriptCompilationFailed) throw PlayTool.CompileErrors();
            SessionState.SetString(SinceKey, DateTime.UtcNow.ToString("O", CultureInfo.InvariantCulture));
            EditorApplication.EnterPlaymode();
            return Follow(call, run);
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call)
        {
            if (SessionState.GetString(BegunKey, "") != call.CallId) return Follow(call, Read(call));
            EditorApplication.ExitPlaymode();
            return null;
        }

        private static Request Read(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var steps = arguments.Records("steps", 1, 40);
            var request = new Request(
                arguments.Integer("frame_rate", 10, 120, 50),
                arguments.Flag("fail_on_error", true),
                arguments.Integer("width", 64, 1_024, 480),
                arguments.Integer("height", 64, 1_024, 270));
            arguments.End();
            request.Steps = PlaytestStep.Read(steps);
            return request;
        }

        private JArray Earlier() =>
            DateTime.TryParse(SessionState.GetString(SinceKey, ""), CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind,
                out var since)
                ? (JArray)console.Read(MaxEarlierLines, LogFilter.All, since, false)["logs"]!
                : new JArray();

        private ToolReply Follow(ToolCall call, Request request)
        {
            var entered = PlayTool.Entered(0, 0);
            PlaytestRun? run = null;
            var ended = false;
            void End()
            {
                ended = true;
                run?.Close();
                EditorApplication.ExitPlaymode();
            }
            CallOutcome? Look()
            {
                if (ended) return Left(call, run!);
                if (run == null)
                {
                    if (entered() == null) return null;
                    SessionState.SetString(BegunKey, call.CallId);
                    run = new PlaytestRun(request.Steps, request.FrameRate, request.FailOnError, request.Width, request.Height, Earlier());
                }
                if (!EditorApplication.isPlaying)
                    throw new ToolFault(CallErrorCode.NotInPlayMode, "Play mode ended before the playtest did.", "Run it again.");
                if (call.IsUnwanted || run.Advance()) End();
                return null;
            }
            CallOutcome? Guarded()
            {
                try
                {
                    return Look();
                }
                catch
                {
                    End();
                    throw;
                }
            }
            return DeferredCall.Until(call, Guarded, true, End);
        }

        private static CallOutcome? Left(ToolCall call, PlaytestRun run)
        {
            if (EditorApplication.isPlaying || EditorApplication.isPlayingOrWillChangePlaymode || EditorApplication.isCompiling)
                return null;
            SessionState.EraseString(BegunKey);
            return call.IsUnwanted
                ? CallOutcome.Failed(CallErrorCode.Cancelled, "The playtest was cancelled, and play mode left.")
                : CallOutcome.Ok(run.Result(), run.Pictures.ToArray());
        }

        private sealed class Request
        {
            internal Request(int frameRate, bool failOnError, int width, int height)
            {
                FrameRate = frameRate;
                FailOnError = failOnError;
                Width = width;
                Height = height;
            }

            internal IReadOnlyList<PlaytestStep> Steps { get; set; } = new PlaytestStep[0];

            internal int FrameRate { get; }

            internal bool FailOnError { get; }

            internal int Width { get; }

            internal int Height { get; }
        }
    }
}
