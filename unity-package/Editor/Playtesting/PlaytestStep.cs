#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Playtesting
{
    /// <summary>One line of the script, checked as the registry checks it.</summary>
    internal sealed class PlaytestStep
    {
        private static readonly string[] Kinds =
        {
            "wait", "frames", "press", "input", "until", "until_log", "assert", "read", "sample", "picture",
        };

        private static readonly string[] Comparisons =
        {
            "equals", "not_equals", "greater", "less", "at_least", "at_most", "exists", "missing",
        };

        private PlaytestStep(string kind)
        {
            Kind = kind;
        }

        internal string Kind { get; }

        internal double Seconds { get; private set; }

        internal int Count { get; private set; }

        internal string Control { get; private set; } = "";

        internal float[] Input { get; private set; } = { };

        internal string Object { get; private set; } = "";

        internal string? Property { get; private set; }

        internal string Is { get; private set; } = "exists";

        internal JToken? Value { get; private set; }

        internal string Text { get; private set; } = "";

        internal double Every { get; private set; }

        internal string? Caption { get; private set; }

        /// <exception cref="ToolFault">One of them is wrong: which, and why.</exception>
        internal static IReadOnlyList<PlaytestStep> Read(IReadOnlyList<JObject> steps)
        {
            var read = new List<PlaytestStep>();
            foreach (var step in steps) read.Add(Read(new ToolArguments($"unity_playtest: step {read.Count + 1}", step)));
            return read;
        }

        private static PlaytestStep Read(ToolArguments arguments)
        {
            var step = new PlaytestStep(arguments.Choice("do", Kinds));
            switch (step.Kind)
            {
                case "wait":
                    step.Seconds = arguments.Number("seconds", 0, 60);
                    break;
                case "frames":
                    step.Count = arguments.Integer("count", 1, 3_000);
                    break;
                case "press":
                    step.Control = arguments.Text("control", 1, 100);
                    step.Seconds = arguments.Number("seconds", 0, 10, 0.1);
                    break;
                case "input":
                    step.Control = arguments.Text("control", 1, 100);
                    step.Input = arguments.NumberOrPair("value");
                    break;
                case "until":
                    step.ReadCondition(arguments);
                    step.Seconds = arguments.Number("seconds", 0, 60, 10);
                    break;
                case "until_log":
                    step.Text = arguments.Text("text", 1, 200);
                    step.Seconds = arguments.Number("seconds", 0, 60, 10);
                    break;
                case "assert":
                    step.ReadCondition(arguments);
                    break;
                case "read":
                    step.Object = arguments.Text("object", 1, 1_000);
                    step.Property = arguments.Text("property", 1, 200);
                    break;
                case "sample":
                    step.Object = arguments.Text("object", 1, 1_000);
                    step.Property = arguments.Text("property", 1, 200);
                    step.Seconds = arguments.Number("seconds", 0, 60);
                    step.Every = arguments.Number("every", 0.02, 10, 0.1);
                    break;
                default:
                    step.Caption = arguments.OptionalText("caption", 0, 100);
                    break;
            }
            arguments.End();
            return step;
        }

        private void ReadCondition(ToolArguments arguments)
        {
            Object = arguments.Text("object", 1, 1_000);
            Property = arguments.OptionalText("property", 1, 200);
            Is = arguments.OptionalChoice("is", "exists", Comparisons)!;
            Value = arguments.Anything("value");
            if (Value != null && (Is == "exists" || Is == "missing"))
                arguments.Refuse(
                    "value", "Say in \"is\" how it is compared: equals, not_equals, greater, less, at_least, at_most.");
        }
    }
}
