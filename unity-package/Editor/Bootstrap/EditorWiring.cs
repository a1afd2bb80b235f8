#nullable enable
using System;
using Fairlead.Core;
using Fairlead.Editor.Execution;

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>
    /// Settings that can be changed before the package starts in a domain. In Unity nobody does; the headless host
    /// of the tests says here what it is.
    /// </summary>
    internal static class EditorWiring
    {
        /// <summary><c>unity</c>, or <c>dotnet</c> on plain .NET.</summary>
        internal static string Kind { get; set; } = "unity";

        /// <summary>Compiler and assemblies for given code.</summary>
        internal static ICodePlace Code { get; set; } = new CodePlace();

        /// <summary>Sees the ports before the core gets them.</summary>
        internal static Action<EditorPorts> Ports { get; set; } = _ => { };
    }
}
