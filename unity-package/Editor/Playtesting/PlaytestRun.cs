#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Screenshots;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Playtesting
{
    /// <summary>
    /// Carries the steps out, one look per editor update: every frame is of the same length of game time,
    /// so that a script plays alike each time as far as the game itself does.
    /// </summary>
    internal sealed class PlaytestRun
    {
        /// <summary>The number of pictures that a call's outcome carries.</summary>
        private const int MaxPictures = 8;
        private const int MaxSamples = 100;
        private const int MaxLogs = 20;
        private const int MaxMessage = 500;

        /// <summary>Seconds without a frame after which the game counts as stopped.</summary>
        private const double StandstillSeconds = 10;

        private readonly IReadOnlyList<PlaytestStep> steps;
        private readonly int frameRate;
        private readonly bool failOnError;
        private readonly int width;
        private readonly int height;
        private readonly JArray reports = new JArray();
        private readonly JArray logs = new JArray();
        private readonly List<string> messages = new List<string>();
        private readonly List<Attachment> pictures = new List<Attachment>();
        private readonly bool ranInBackground = Application.runInBackground;
        private PlaytestInput? input;
        private JObject? report;
        private int errorCount;
        private string firstError = "";
        private int beganAt;
        private int nextSampleAt;
        private int lastFrame = -1;
        private double lastFrameAt;
        private bool released;

        /// <summary>Why the value that was looked at last is not there; null: it is.</summary>
        private ToolFault? absent;
        private int? failedStep;
        private double endTime;
        private int endFrame;

        /// <param name="steps">The script.</param>
        /// <param name="frameRate">Frames per second of game time.</param>
        /// <param name="failOnError">An error in the console fails the step.</param>
        /// <param name="width">Of pictures.</param>
        /// <param name="height">Of pictures.</param>
        /// <param name="earlier">What the console got since play mode was asked for, the newest first.</param>
        internal PlaytestRun(IReadOnlyList<PlaytestStep> steps, int frameRate, bool failOnError, int width, int height, JArray earlier)
        {
            this.steps = steps;
            this.frameRate = frameRate;
            this.failOnError = failOnError;
            this.width = width;
            this.height = height;
            // Scripts awake before the first update, and a reload earlier than this domain could hear them.
            foreach (var line in earlier.Reverse())
                Hear((string?)line["message"] ?? "", "",
                    Enum.TryParse<LogType>((string?)line["type"], true, out var type) ? type : LogType.Log);
            Application.logMessageReceived += Hear;
            // Without focus Unity would let no time pass.
            Application.runInBackground = true;
            Time.captureDeltaTime = 1f / frameRate;
        }

        internal IReadOnlyList<Attachment> Pictures => pictures;

        /// <summary>Continues with each editor update in play mode. True once every step has ended.</summary>
        internal bool Advance()
        {
            if (Time.frameCount == lastFrame)
            {
                if (EditorApplication.timeSinceStartup - lastFrameAt > StandstillSeconds)
                    Fail("No frame was rendered: the game is stalled.");
                else if (EditorApplication.isPaused) Fail("The game was paused, by hand or by Debug.Break.");
                else return false;
            }
            lastFrame = Time.frameCount;
            lastFrameAt = EditorApplication.timeSinceStartup;
            // Steps that need no time follow each other in one frame.
            while (reports.Count < steps.Count)
            {
                var step = steps[reports.Count];
                if (failedStep != null)
                {
                    End(step, "skipped");
                    continue;
                }
                if (report == null) Begin(step);
                if (!Take(step)) return false;
            }
            endTime = Now;
            endFrame = Time.frameCount;
            return true;
        }

        /// <summary>Puts back what the run changed. To be called once, however it ended.</summary>
        internal void Close()
        {
            Application.logMessageReceived -= Hear;
            Time.captureDeltaTime = 0;
            Application.runInBackground = ranInBackground;
            try
            {
                input?.Close();
            }
            catch (ToolFault)
            {
                // The device went with play mode.
            }
            input = null;
        }

        internal JObject Result() => new JObject
        {
            ["passed"] = failedStep == null,
            ["failedStep"] = failedStep,
            ["seconds"] = endTime,
            ["frames"] = endFrame,
            ["frameRate"] = frameRate,
            ["steps"] = reports,
            ["logs"] = logs,
            ["errorCount"] = errorCount,
            ["notes"] = new JArray(),
        };

        private void Begin(PlaytestStep step)
        {
            report = new JObject { ["step"] = reports.Count + 1, ["do"] = step.Kind };
            released = false;
            beganAt = Time.frameCount;
            nextSampleAt = Time.frameCount;
        }

        /// <summary>Returns true once the step has ended.</summary>
        private bool Take(PlaytestStep step)
        {
            try
            {
                var met = Look(step);
                if (failOnError && errorCount > 0) return Fail($"The console has an error: {firstError}");
                if (!met) return false;
                End(step, "passed");
                return true;
            }
            catch (ToolFault fault)
            {
                return Fail(fault.Error.Hint == null ? fault.Message : $"{fault.Message} {fault.Error.Hint}");
            }
        }

        private bool Look(PlaytestStep step)
        {
            switch (step.Kind)
            {
                case "wait":
                    return Passed >= Frames(step.Seconds);
                case "frames":
                    return Passed >= step.Count;
                case "press":
                    return Press(step);
                case "input":
                    (input ??= PlaytestInput.Open()).Send(step.Control, step.Input);
                    return true;
                case "until":
                    return Until(step, Met(step), () => Unmet(step));
                case "until_log":
                    return Until(step, messages.Any(message => message.Contains(step.Text)), () => $"Nothing logged \"{step.Text}\"");
                case "assert":
                    if (!Met(step)) throw new ToolFault(CallErrorCode.NoMatch, Unmet(step));
                    return true;
                case "read":
                    report!["value"] = LiveValue.Read(step.Object, step.Property);
                    return true;
                case "sample":
                    return Sample(step);
                default:
                    Picture(step);
                    return true;
            }
        }

        private int Passed => Time.frameCount - beganAt;

        private int Frames(double seconds) => (int)Math.Round(seconds * frameRate);

        private bool Press(PlaytestStep step)
        {
            if (Passed == 0)
            {
                (input ??= PlaytestInput.Open()).Send(step.Control, new[] { 1f });
                return false;
            }
            if (released) return true;
            // The control is held for one frame at least, and the frame that sees it let go belongs to the step.
            if (Passed < Math.Max(1, Frames(step.Seconds))) return false;
            input!.Send(step.Control, new[] { 0f });
            released = true;
            return false;
        }

        private bool Met(PlaytestStep step)
        {
            JToken value;
            try
            {
                value = LiveValue.Read(step.Object, step.Property);
            }
            catch (ToolFault fault) when (fault.Error.Code == CallErrorCode.NotFound)
            {
                report!["value"] = JValue.CreateNull();
                absent = fault;
                return step.Is == "missing";
            }
            report!["value"] = value;
            absent = null;
            return step.Is == "exists" || (step.Is != "missing" && LiveValue.Compares(value, step.Is, step.Value));
        }

        private string Unmet(PlaytestStep step) =>
            absent == null ? LiveValue.Unmet(step, report!["value"]!) : LiveValue.Absent(step, absent);

        private bool Until(PlaytestStep step, bool met, Func<string> why)
        {
            if (met) return true;
            if (Passed >= Frames(step.Seconds)) throw new ToolFault(CallErrorCode.NoMatch, $"{why()} after {step.Seconds} s");
            return false;
        }

        private bool Sample(PlaytestStep step)
        {
            var samples = (JArray)(report!["samples"] ??= new JArray());
            if (Time.frameCount >= nextSampleAt)
            {
                samples.Add(new JObject { ["time"] = Now, ["value"] = LiveValue.Read(step.Object, step.Property) });
                nextSampleAt = Time.frameCount + Math.Max(1, Frames(step.Every));
            }
            return Passed >= Frames(step.Seconds) || samples.Count == MaxSamples;
        }

        private void Picture(PlaytestStep step)
        {
            if (pictures.Count == MaxPictures)
                throw new ToolFault(CallErrorCode.TooLarge, $"A playtest takes at most {MaxPictures} pictures.");
            var name = $"picture-{pictures.Count + 1}";
            pictures.Add(PictureTaker.Take(Cameras.Main(), width, height).ToAttachment(name));
            report!["picture"] = name;
            if (step.Caption != null) report["caption"] = step.Caption;
        }

        private bool Fail(string why)
        {
            if (report == null && reports.Count < steps.Count) Begin(steps[reports.Count]);
            failedStep = reports.Count + 1;
            report!["message"] = Json.Cut(why, MaxMessage);
            End(steps[reports.Count], "failed");
            return true;
        }

        private void End(PlaytestStep step, string status)
        {
            var ended = report ?? new JObject { ["step"] = reports.Count + 1, ["do"] = step.Kind };
            ended["status"] = status;
            ended["time"] = Now;
            ended["frame"] = Time.frameCount;
            reports.Add(ended);
            report = null;
        }

        private static double Now => Math.Round(Time.timeAsDouble, 3);

        private void Hear(string message, string stackTrace, LogType type)
        {
            if (messages.Count < 1_000) messages.Add(message);
            if (type == LogType.Log) return;
            if (type != LogType.Warning)
            {
                errorCount++;
                if (firstError.Length == 0) firstError = Json.Cut(message, MaxMessage);
            }
            if (logs.Count < MaxLogs)
                logs.Add(new JObject { ["type"] = type.ToString().ToLowerInvariant(), ["message"] = Json.Cut(message, 1_000) });
        }
    }
}
