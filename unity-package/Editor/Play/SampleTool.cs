#nullable enable
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Play
{
    /// <summary><c>unity_sample</c>: values of the running game over time.</summary>
    internal sealed class SampleTool : AgentTool
    {
        private readonly ConsoleProblems problems;

        internal SampleTool(ConsoleHistory console)
            : base("unity_sample")
        {
            problems = new ConsoleProblems(console);
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var samples = new LiveSamples(new ToolArguments(call));
            PlayTool.NeedPlaying();
            samples.Begin();
            problems.Begin();
            var background = new BackgroundTime();
            return background.Until(call, () =>
            {
                PlayTool.NeedPlaying();
                background.Lend();
                if (!(samples.Look() is { } taken)) return null;
                var state = PlayTool.State();
                state["samples"] = taken;
                return CallOutcome.Ok(problems.On(state));
            });
        }
    }
}
