#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>A tool of the editor. Everything runs on the main thread unless it says otherwise.</summary>
    public abstract class AgentTool
    {
        /// <param name="name">The name in the registry, e.g. <c>unity_query</c>.</param>
        protected AgentTool(string name)
        {
            Name = name;
        }

        /// <summary>The name in the registry.</summary>
        public string Name { get; }

        /// <summary>
        /// Whether running with these arguments twice does no harm (a read). When in doubt: false.
        /// Called off the main thread, with arguments that were not checked; must not throw.
        /// </summary>
        public abstract bool MayRunAgain(JObject arguments);

        /// <summary>
        /// Whether its calls may run while another call holds the line, as one that waits for the game: they only look, and may see
        /// what is half done.
        /// </summary>
        public virtual bool IsOutOfLine => false;

        /// <summary>
        /// Carries the call out. Throw <see cref="ToolFault"/> for an error; anything else that is thrown
        /// is reported as <c>internal</c>.
        /// </summary>
        public abstract ToolReply Run(ToolCall call);

        /// <summary>
        /// Asked before a person is, with the arguments of a call that is not carried out: throws the
        /// <see cref="ToolFault"/> that <see cref="Run"/> would begin with. Changes nothing.
        /// </summary>
        public virtual void Check(ToolArguments arguments)
        {
        }

        /// <summary>
        /// Continues a call whose outcome was deferred before the domain reloaded. Returns null if it cannot:
        /// the call then ends with <c>effect_unknown</c>, or runs again where that does no harm.
        /// </summary>
        public virtual ToolReply? Resume(ToolCall call) => null;
    }
}
