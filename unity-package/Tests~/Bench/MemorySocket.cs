using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Bench;

/// <summary>A relay without a network: greets, and counts what is answered.</summary>
internal sealed class MemorySocket : IEditorSocket
{
    /// <summary>The token that the relay knows.</summary>
    internal static readonly string Token = new('x', 40);

    private IEditorSocketEvents? events;

    public int Answers { get; private set; }

    public void Connect(Uri address, string nonce, string subprotocol, IEditorSocketEvents to)
    {
        events = to;
        Task.Run(() =>
        {
            to.Opened(this);
            var relayNonce = new string('r', 32);
            var proof = new TokenProof(Token, nonce).Of("relay", relayNonce);
            var frame = new JObject { ["nonce"] = relayNonce, ["proof"] = proof };
            to.Received(this, RpcText.Notification("relay.proof", frame.ToString()));
        });
    }

    public void Send(string text)
    {
        var frame = JObject.Parse(text);
        if ((string?)frame["method"] == "editor.hello")
        {
            var welcome = new JObject { ["protocolVersion"] = 1, ["relayVersion"] = "bench", ["forget"] = new JArray(),
                ["watching"] = false };
            var reply = new JObject { ["jsonrpc"] = "2.0", ["id"] = frame["id"], ["result"] = welcome };
            Task.Run(() => events?.Received(this, reply.ToString()));
        }
        else if (frame["result"] != null)
        {
            Answers++;
        }
    }

    public void Call(int number) =>
        events?.Received(this, new JObject
        {
            ["jsonrpc"] = "2.0",
            ["id"] = $"r{number}",
            ["method"] = "call",
            ["params"] = new JObject
            {
                ["callId"] = $"call-{number}",
                ["method"] = SpendTool.ToolName,
                ["params"] = new JObject { ["number"] = number },
                ["argsHash"] = new string('a', 64),
                ["deadlineMs"] = 600_000,
            },
        }.ToString());

    public void Close(int code, string reason) => events?.Closed(this, code);

    public void Abort()
    {
    }

    public bool WaitClosed(int timeoutMs) => true;
}
