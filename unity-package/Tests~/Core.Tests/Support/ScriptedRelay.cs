namespace Fairlead.Core.Tests;

/// <summary>The relay's side of the link, with the relay's rules for calls that an editor may already know.</summary>
internal sealed class ScriptedRelay(Action<FakeSocket, JObject> send)
{
    private readonly Dictionary<string, JObject> calls = [];
    private readonly HashSet<string> sent = [];
    private readonly Dictionary<FakeSocket, int> heard = [];
    private FakeSocket? greeted;
    private string session = "";
    private int requests;

    public Dictionary<string, JObject> Outcomes { get; } = [];

    /// <summary>A call from upstream.</summary>
    public void Give(JObject call)
    {
        var callId = call["params"]!.Value<string>("callId")!;
        calls.Add(callId, call);
        if (greeted is { IsOpen: true }) Send(callId);
    }

    /// <summary>Sends a call again, though nothing asks for it; settled ones too.</summary>
    public void Repeat(Random random)
    {
        if (greeted is { IsOpen: true } && sent.Count > 0) Send(sent.ElementAt(random.Next(sent.Count)));
    }

    public void Cancel(Random random)
    {
        if (greeted is { IsOpen: true } && sent.Count > 0)
            send(greeted, Desk.Notification("call.cancel",
                new JObject { ["callIds"] = new JArray(sent.ElementAt(random.Next(sent.Count))) }));
    }

    /// <summary>Takes in what the editor has sent so far, or a part of it; accepts the socket first.</summary>
    public void Listen(FakeSocket socket, Random random)
    {
        if (!socket.IsOpen && socket.ClosedWith == null && !heard.ContainsKey(socket))
        {
            heard[socket] = 0;
            socket.Accept();
        }
        while (heard.TryGetValue(socket, out var at) && at < socket.Sent.Count && random.Next(4) != 0)
        {
            heard[socket] = at + 1;
            Hear(socket, socket.Sent[at]);
        }
    }

    /// <summary>The connection broke: of what was not heard yet, some arrives and the rest never does.</summary>
    public void Lose(FakeSocket socket, Random random)
    {
        Listen(socket, random);
        heard[socket] = int.MaxValue;
    }

    private void Hear(FakeSocket socket, JObject message)
    {
        switch (message.Value<string>("method"))
        {
            case "editor.hello":
                Greet(socket, message);
                break;
            case "call.settled":
                Settle(message["params"]!.Value<string>("callId")!, (JObject)message["params"]!["outcome"]!);
                send(socket, new JObject { ["jsonrpc"] = "2.0", ["id"] = message["id"], ["result"] = new JObject() });
                break;
            case null when message["result"] is JObject outcome:
                Settle(message.Value<string>("id")!.Split('/')[0], outcome);
                break;
            default:
                break;
        }
    }

    private void Greet(FakeSocket socket, JObject hello)
    {
        greeted = socket;
        var process = hello["params"]!.Value<string>("sessionId")!;
        // Another process cannot know what the one before had begun.
        if (session != process)
            foreach (var callId in sent.Where(id => !Outcomes.ContainsKey(id)).ToList())
                Settle(callId, JObject.Parse("""{"status":"error","error":{"code":"effect_unknown"}}"""));
        session = process;
        var journal = hello["params"]!["journal"]!.ToDictionary(e => e.Value<string>("callId")!, e => (JObject)e);
        var forget = new JArray(journal.Keys.Where(Outcomes.ContainsKey));
        // Directly: the welcome comes before anything else on its socket.
        socket.Deliver(new JObject
        {
            ["jsonrpc"] = "2.0",
            ["id"] = hello["id"],
            ["result"] = new JObject { ["protocolVersion"] = 1, ["relayVersion"] = "0.1.0", ["forget"] = forget, ["watching"] = false },
        });
        foreach (var callId in calls.Keys.Where(id => !Outcomes.ContainsKey(id)).ToList())
        {
            var entry = journal.GetValueOrDefault(callId);
            switch (entry?.Value<string>("state"))
            {
                case "done":
                    Settle(callId, (JObject)entry!["outcome"]!);
                    break;
                case "started":
                    break;
                default:
                    Send(callId);
                    break;
            }
        }
    }

    private void Send(string callId)
    {
        // Forgotten by the editor: sending it again would be a new call.
        if (Outcomes.ContainsKey(callId) && !sent.Contains(callId)) return;
        sent.Add(callId);
        var message = (JObject)calls[callId].DeepClone();
        message["id"] = $"{callId}/{++requests}";
        send(greeted!, message);
    }

    private void Settle(string callId, JObject outcome)
    {
        if (!Outcomes.TryAdd(callId, outcome)) return;
        // From now on it is safe upstream, and never sent again.
        sent.Remove(callId);
    }
}
