using System.Collections.Concurrent;
using Fairlead.Core;
using Fairlead.Faults;
using Newtonsoft.Json.Linq;

namespace Fairlead.Probe;

/// <summary>A socket that opens dialogs before calls and loses or doubles their answers, when told.</summary>
internal sealed class FaultySocket(IEditorSocket inner, HostControl control) : IEditorSocket, IEditorSocketEvents
{
    /// <summary>Methods of the calls that wait for an answer, by JSON-RPC id.</summary>
    private readonly ConcurrentDictionary<string, string> open = new();
    private IEditorSocketEvents? events;
    private int port;
    private bool closed;

    public void Connect(Uri address, string nonce, string subprotocol, IEditorSocketEvents to)
    {
        events = to;
        port = address.Port;
        inner.Connect(address, nonce, subprotocol, this);
    }

    public void Send(string text)
    {
        var method = AnsweredMethod(text);
        if (method != null && control.Faults.Take(FaultKind.LoseReply, method) != null) return;
        inner.Send(text);
        if (method != null && control.Faults.Take(FaultKind.DuplicateReply, method) != null) inner.Send(text);
    }

    public void Close(int code, string reason) => inner.Close(code, reason);

    public void Abort() => inner.Abort();

    public bool WaitClosed(int timeoutMs) => inner.WaitClosed(timeoutMs);

    /// <summary>Breaks like a cable: gone at once, for both ends.</summary>
    internal void Drop()
    {
        inner.Abort();
        Closed(inner, CloseCode.Lost);
    }

    public void Opened(IEditorSocket socket)
    {
        control.Say($"Connected to the relay on port {port}.");
        events?.Opened(this);
    }

    public void Received(IEditorSocket socket, string text)
    {
        if (Called(text) is { } call)
        {
            open[call.Id] = call.Method;
            if (control.Faults.Take(FaultKind.Modal, call.Method) is { } fault) control.OpenDialog("Simulated dialog", fault.Ms);
        }
        events?.Received(this, text);
    }

    public void ReceivedBinary(IEditorSocket socket) => events?.ReceivedBinary(this);

    public void Closed(IEditorSocket socket, int code)
    {
        if (closed) return;
        closed = true;
        control.Say($"Disconnected ({code}).");
        events?.Closed(this, code);
    }

    private static (string Id, string Method)? Called(string text)
    {
        if (!text.Contains("\"call\"", StringComparison.Ordinal) || Json.TryParse(text) is not JObject frame) return null;
        if (Json.Text(frame, "method") != "call" || frame["params"] is not JObject call) return null;
        return frame["id"] is { } id && Json.Text(call, "method") is { } method ? (id.ToString(), method) : null;
    }

    private string? AnsweredMethod(string text)
    {
        if (open.IsEmpty || Json.TryParse(text) is not JObject frame || frame["method"] != null) return null;
        return frame["id"] is { } id && open.TryRemove(id.ToString(), out var method) ? method : null;
    }
}
