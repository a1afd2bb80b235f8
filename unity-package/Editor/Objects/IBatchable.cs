#nullable enable
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Objects
{
    /// <summary>A tool whose actions end at once and can stand in a batch, because one Undo group takes them back.</summary>
    internal interface IBatchable
    {
        /// <summary>As in the registry.</summary>
        string Name { get; }

        /// <summary>Carries one action out.</summary>
        /// <exception cref="ToolFault">It failed; what it changed before is taken back by the caller.</exception>
        JToken Execute(ToolArguments arguments);
    }
}
