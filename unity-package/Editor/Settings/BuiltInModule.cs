#nullable enable
using Fairlead.Core;

namespace Fairlead.Editor.Settings
{
    /// <summary>
    /// A part of the engine that a project can disable in the Package Manager. Code that uses its types stands behind a
    /// version define of Fairlead.Editor.asmdef; what only asks for a type's kind asks by name (<see cref="Addressing.UnityTypes"/>).
    /// </summary>
    internal static class BuiltInModule
    {
        /// <summary>The answer of a tool that needs the module.</summary>
        /// <param name="package">E.g. <c>com.unity.modules.physics</c>.</param>
        internal static ToolFault Disabled(string package) =>
            new ToolFault(
                CallErrorCode.Unsupported,
                $"This project has disabled the built-in package {package}.",
                $"If the user wants it, enable it with unity_packages add {package}; otherwise continue without it.");
    }
}
