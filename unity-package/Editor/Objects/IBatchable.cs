#nullable enable
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Objects
{
    /// <summary>A tool whose actions end at once and can be in a batch, because one Undo group reverts them.</summary>
    internal interface IBatchable
    {
        /// <summary>The name in the registry.</summary>
        string Name { get; }

        /// <summary>Carries one action out.</summary>
        /// <exception cref="ToolFault">It failed; the caller reverts its earlier changes.</exception>
        JToken Execute(ToolArguments arguments);
    }
}
