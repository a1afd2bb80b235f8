#nullable enable
using System;

namespace Fairlead.Editor
{
    /// <summary>
    /// The risk of a tool of this project; decides when Fairlead's agent and MCP clients must ask before they call it.
    /// </summary>
    public enum FairleadRisk
    {
        /// <summary>Changes nothing: may run twice.</summary>
        Read,

        /// <summary>Can be undone.</summary>
        Write,

        /// <summary>Cannot be undone, or loses data.</summary>
        Destructive,

        /// <summary>Runs code, or reaches beyond the editor.</summary>
        Execute,
    }

    /// <summary>
    /// Makes a static method of an Editor script a tool of this project: the agent finds it by its description
    /// and calls it. Its parameters become the tool's arguments; say what one means with
    /// <see cref="System.ComponentModel.DescriptionAttribute"/>. What it returns is the result; what it throws, the error.
    /// </summary>
    /// <example><code>
    /// [FairleadTool("Put the player at a checkpoint.")]
    /// public static Vector3 GoToCheckpoint([Description("1 is the first")] int number, bool resetHealth = false) { … }
    /// </code></example>
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class FairleadToolAttribute : Attribute
    {
        /// <summary><paramref name="description"/>: what the agent reads about it; one or two sentences.</summary>
        public FairleadToolAttribute(string description)
        {
            Description = description;
        }

        /// <summary>The description that the agent reads.</summary>
        public string Description { get; }

        /// <summary>3–48 characters of a-z, 0-9 and _; null: the method's name, as in <c>go_to_checkpoint</c>.</summary>
        public string? Name { get; set; }

        /// <summary>The tool's risk.</summary>
        public FairleadRisk Risk { get; set; } = FairleadRisk.Write;
    }
}
