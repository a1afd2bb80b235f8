#nullable enable
using Fairlead.Core;
#if !FAIRLEAD_ANIMATION
using Fairlead.Editor.Settings;
#endif
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Animating
{
    /// <summary><c>unity_animation</c>: clips, controllers and the animators that use them.</summary>
    internal sealed class AnimationTool : AgentTool
    {
        internal AnimationTool()
            : base("unity_animation")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments)
        {
            var action = Json.Text(arguments, "action");
            return action != "modify_parameters" && action != "set_values";
        }

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var action = arguments.Action("inspect_clip", "inspect_controller", "animators", "modify_parameters", "set_values");
#if FAIRLEAD_ANIMATION
            return ToolReply.Ok(action switch
            {
                "inspect_clip" => ClipFacts.Answer(arguments),
                "inspect_controller" => ControllerFacts.Answer(arguments),
                "animators" => LiveAnimators.List(arguments),
                "modify_parameters" => ControllerParameters.Modify(arguments),
                _ => LiveAnimators.Set(arguments),
            });
#else
            throw BuiltInModule.Disabled("com.unity.modules.animation");
#endif
        }
    }
}
