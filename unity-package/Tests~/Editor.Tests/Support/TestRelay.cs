using System.Net.WebSockets;
using System.Text;
using Fairlead.Core;
using Fairlead.Core.Tests;

namespace Fairlead.Editor.Tests;

/// <summary>The relay's side of the link in a test: takes the editor in, sends calls, hears outcomes, over reloads too.</summary>
internal sealed class TestRelay : IAsyncDisposable
{
    /// <summary>Longer than anything takes on a machine that is busy with other tests.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private static readonly string Token = new('t', 43);

    private readonly object gate = new();
    private readonly LoopbackServer server = new();
    private readonly Dictionary<string, Waiting> calls = [];
    private readonly List<int> closes = [];
    private readonly SemaphoreSlim greetings = new(0);
    private readonly Task accepting;
    private WebSocket? current;
    private int requests;
    private int open;

    internal TestRelay() => accepting = Accept();

    private sealed class Waiting(JObject parameters)
    {
        internal JObject Parameters { get; } = parameters;

        internal TaskCompletionSource<JObject> Outcome { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    /// <summary>Codes with which the editor has closed its connections so far.</summary>
    internal IReadOnlyList<int> Closes
    {
        get
        {
            lock (gate) return [.. closes];
        }
    }

    /// <summary>Connections that the editor holds open.</summary>
    internal int Open
    {
        get
        {
            lock (gate) return open;
        }
    }

    /// <summary>The content of the newest hello.</summary>
    internal JObject Hello { get; private set; } = [];

    /// <summary>Writes the file by which an editor with this FAIRLEAD_HOME finds the relay.</summary>
    internal void WriteFile(string home)
    {
        Directory.CreateDirectory(home);
        var file = new JObject { ["port"] = server.Port, ["token"] = Token, ["pid"] = Environment.ProcessId };
        File.WriteAllText(Path.Combine(home, "relay.json"), file.ToString());
    }

    /// <summary>Waits for one more hello.</summary>
    internal async Task Greeted() => Assert.True(await greetings.WaitAsync(Patience), "The editor did not come.");

    /// <summary>The outcome, whatever it is.</summary>
    internal async Task<JObject> Call(string tool, JObject args, string? step = null, int? deadlineMs = null)
    {
        var waiting = new Waiting(new JObject
        {
            ["callId"] = $"c{Interlocked.Increment(ref requests)}",
            ["method"] = tool,
            ["params"] = args,
            ["argsHash"] = new string('a', 64),
            ["deadlineMs"] = deadlineMs ?? (int)Patience.TotalMilliseconds,
        });
        if (step != null) waiting.Parameters["undoGroup"] = new JObject { ["id"] = step, ["name"] = $"Fairlead: {step}" };
        lock (gate)
        {
            calls.Add((string)waiting.Parameters["callId"]!, waiting);
            Send(waiting);
        }
        return await waiting.Outcome.Task.WaitAsync(Patience);
    }

    /// <summary>The result of a call that must succeed.</summary>
    internal async Task<JObject> Ok(string tool, string args, string? step = null)
    {
        var outcome = await Call(tool, JObject.Parse(args), step);
        Assert.True((string?)outcome["status"] == "ok", outcome.ToString());
        return (JObject)outcome["result"]!;
    }

    /// <summary>The error of a call that must fail.</summary>
    internal async Task<JObject> Fails(string tool, string args, string code)
    {
        var outcome = await Call(tool, JObject.Parse(args));
        Assert.True((string?)outcome["error"]?["code"] == code, outcome.ToString());
        return (JObject)outcome["error"]!;
    }

    public async ValueTask DisposeAsync()
    {
        server.Dispose();
        await accepting;
        server.Dispose();
    }

    private async Task Accept()
    {
        while (true)
        {
            WebSocket socket;
            try
            {
                (var head, socket) = await server.Accept();
                await RelayProof.Send(socket, head, Token);
            }
            catch (Exception e) when (e is System.Net.Sockets.SocketException or ObjectDisposedException or IOException)
            {
                return;
            }
            lock (gate) open++;
            _ = Serve(socket);
        }
    }

    private async Task Serve(WebSocket socket)
    {
        var buffer = new byte[1 << 16];
        var text = new StringBuilder();
        var code = 1006;
        try
        {
            while (true)
            {
                var part = await socket.ReceiveAsync(buffer, CancellationToken.None);
                if (part.MessageType == WebSocketMessageType.Close)
                {
                    code = (int)(socket.CloseStatus ?? 0);
                    await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", CancellationToken.None);
                    break;
                }
                text.Append(Encoding.UTF8.GetString(buffer, 0, part.Count));
                if (!part.EndOfMessage) continue;
                Hear(socket, JObject.Parse(text.ToString()));
                text.Clear();
            }
        }
        catch (Exception e) when (e is WebSocketException or IOException or ObjectDisposedException)
        {
            // The connection broke off: told as 1006.
        }
        lock (gate)
        {
            open--;
            closes.Add(code);
            if (current == socket) current = null;
        }
        socket.Dispose();
    }

    private void Hear(WebSocket socket, JObject message)
    {
        lock (gate)
        {
            switch ((string?)message["method"])
            {
                case "editor.hello":
                    Greet(socket, message);
                    break;
                case "call.settled":
                    Settle((string)message["params"]!["callId"]!, (JObject)message["params"]!["outcome"]!);
                    Write(socket, new JObject { ["jsonrpc"] = "2.0", ["id"] = message["id"], ["result"] = new JObject() });
                    break;
                case null when message["result"] is JObject outcome:
                    Settle(((string)message["id"]!).Split('/')[0], outcome);
                    break;
            }
        }
    }

    private void Greet(WebSocket socket, JObject hello)
    {
        Hello = (JObject)hello["params"]!;
        var known = Hello["journal"]!.ToDictionary(entry => (string)entry["callId"]!);
        foreach (var (callId, entry) in known)
            if ((string?)entry["state"] == "done") Settle(callId, (JObject)entry["outcome"]!);
        var settled = known.Keys.Where(callId => !calls.ContainsKey(callId));
        Write(socket, new JObject
        {
            ["jsonrpc"] = "2.0",
            ["id"] = hello["id"],
            ["result"] = new JObject { ["protocolVersion"] = 1, ["relayVersion"] = "0.1.0", ["forget"] = new JArray(settled),
                ["watching"] = false },
        });
        current = socket;
        foreach (var (callId, waiting) in calls)
            if ((string?)known.GetValueOrDefault(callId)?["state"] != "started") Send(waiting);
        greetings.Release();
    }

    private void Send(Waiting waiting)
    {
        if (current == null) return;
        Write(current, new JObject
        {
            ["jsonrpc"] = "2.0",
            ["id"] = $"{waiting.Parameters["callId"]}/{Interlocked.Increment(ref requests)}",
            ["method"] = "call",
            ["params"] = waiting.Parameters,
        });
    }

    private void Settle(string callId, JObject outcome)
    {
        if (calls.Remove(callId, out var waiting)) waiting.Outcome.TrySetResult(outcome);
    }

    /// <summary>Writes in order: frames of one socket go out under the gate.</summary>
    private static void Write(WebSocket socket, JObject message)
    {
        try
        {
            socket.SendAsync(Encoding.UTF8.GetBytes(message.ToString(Newtonsoft.Json.Formatting.None)), WebSocketMessageType.Text, true,
                CancellationToken.None).GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is WebSocketException or IOException or ObjectDisposedException or InvalidOperationException)
        {
            // The editor is going: what it has not got is sent again to its next connection.
        }
    }
}
