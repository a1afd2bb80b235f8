using Fairlead.Core;
using Fairlead.Editor.Bootstrap;
using Fairlead.Editor;
using Fairlead.Faults;

namespace Fairlead.Probe;

/// <summary>Called by the host in each new domain, before the package starts.</summary>
public static class Installation
{
    /// <summary>Does nothing without a host.</summary>
    public static void Install()
    {
        EditorWiring.Kind = "dotnet";
        if (HostControl.Current is not { } control) return;
        EditorWiring.Code = new HostCode(control);
        EditorWiring.Ports = ports =>
        {
            var sockets = new CurrentSocket();
            var make = ports.NewSocket;
            ports.NewSocket = () => sockets.Now = new FaultySocket(make(), control);
            ports.Watchers.Add(new FaultyCalls(control, sockets));
        };
    }
}

/// <summary>The newest socket, to be dropped.</summary>
internal sealed class CurrentSocket
{
    internal FaultySocket? Now { get; set; }
}

/// <summary>Counts executions; delays, drops and crashes around them.</summary>
internal sealed class FaultyCalls(HostControl control, CurrentSocket sockets) : ICallWatcher
{
    public void Begins(ToolCall call)
    {
        control.LastMethod = call.Method;
        if (control.Faults.Take(FaultKind.DropBefore, call.Method) != null) sockets.Now?.Drop();
        if (control.Faults.Take(FaultKind.CrashBefore, call.Method) != null) HostControl.Crash();
        control.Executions.Count(call.CallId, call.Method);
        // Counted first: who reads the ledger can end the process while this call is under way.
        if (control.Faults.Take(FaultKind.Slow, call.Method) is { Ms: { } ms }) Thread.Sleep(ms);
    }

    public void Waits(ToolCall call)
    {
    }

    public void Ends(ToolCall call, CallOutcome outcome)
    {
        if (control.Faults.Take(FaultKind.CrashAfter, call.Method) != null) HostControl.Crash();
        if (control.Faults.Take(FaultKind.DropAfter, call.Method) != null) sockets.Now?.Drop();
    }
}
