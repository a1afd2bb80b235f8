using System.Reflection;
using System.Runtime.InteropServices;
using Fairlead.Editor.Execution;
using Fairlead.Faults;

namespace Fairlead.Probe;

/// <summary>Given code in the host: compiled by the SDK that runs it, loaded into the domain that is there.</summary>
internal sealed class HostCode(HostControl control) : ICodePlace
{
    /// <summary>The runtime stands in shared/Microsoft.NETCore.App/version of it.</summary>
    public CompilerFiles? FindCompiler() =>
        CompilerFiles.OfSdk(Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../..")));

    public IReadOnlyList<string> References() => control.CodeReferences();

    public Assembly Load(byte[] image, byte[] symbols) => control.LoadCode(image, symbols);
}
