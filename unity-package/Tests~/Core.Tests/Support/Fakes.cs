namespace Fairlead.Core.Tests;

/// <summary>A clock that only moves when told.</summary>
internal sealed class FakeClock : IClock
{
    public double NowMs { get; set; } = 1_000;

    public DateTime UtcNow => DateTime.UnixEpoch.AddDays(20_000).AddMilliseconds(NowMs);
}

/// <summary>State that outlives a domain.</summary>
internal sealed class MemoryState : ISessionState
{
    public Dictionary<string, string> Values { get; } = [];

    public int Writes { get; private set; }

    public string? Get(string key) => Values.GetValueOrDefault(key);

    public void Set(string key, string value)
    {
        Values[key] = value;
        Writes++;
    }

    public void Erase(string key) => Values.Remove(key);
}

/// <summary>relay.json in memory.</summary>
internal sealed class FakeFiles : IRelayFileSource
{
    public RelayFile? File { get; set; } = Make(4711);

    public int Reads { get; private set; }

    public const string Token = "0123456789abcdef0123456789abcdef";

    public static RelayFile Make(int port, int pid = 100) =>
        RelayFile.TryParse($$"""{"port":{{port}},"token":"{{Token}}","pid":{{pid}}}""")!;

    public RelayFile? Read()
    {
        Reads++;
        return File;
    }
}

/// <summary>A socket whose other end is the test.</summary>
internal sealed class FakeSocket : IEditorSocket
{
    private IEditorSocketEvents? events;

    public Uri? Address { get; private set; }

    /// <summary>The token that the relay knows.</summary>
    public string Token { get; init; } = FakeFiles.Token;

    public string Nonce { get; private set; } = "";

    public string Subprotocol { get; private set; } = "";

    public List<JObject> Sent { get; } = [];

    public int? ClosedWith { get; private set; }

    public bool IsOpen { get; private set; }

    public Action<string> Port { get; init; } = _ => { };

    public bool ClosesInTime { get; init; } = true;

    public void Connect(Uri address, string nonce, string subprotocol, IEditorSocketEvents to)
    {
        Port("socket.Connect");
        (Address, Nonce, Subprotocol, events) = (address, nonce, subprotocol, to);
    }

    public void Send(string text)
    {
        Port("socket.Send");
        if (IsOpen) Sent.Add((JObject)Json.TryParse(text)!);
    }

    public void Close(int code, string reason)
    {
        Port("socket.Close");
        ClosedWith ??= code;
        IsOpen = false;
    }

    public void Abort()
    {
        Port("socket.Abort");
        ClosedWith ??= CloseCode.Lost;
        IsOpen = false;
    }

    public bool WaitClosed(int timeoutMs)
    {
        Port("socket.WaitClosed");
        return ClosesInTime;
    }

    /// <summary>Accepts the upgrade, and proves to be the relay.</summary>
    public void Accept()
    {
        Open();
        Deliver(RelayProof.Frame(Token, Nonce));
    }

    /// <summary>Accepts the upgrade.</summary>
    public void Open()
    {
        IsOpen = true;
        events!.Opened(this);
    }

    public void Deliver(string text) => events!.Received(this, text);

    public void Deliver(JObject message) => Deliver(Json.Write(message));

    public void DeliverBinary() => events!.ReceivedBinary(this);

    public void PeerClose(int code)
    {
        IsOpen = false;
        events!.Closed(this, code);
    }

    public IEnumerable<JObject> Requests(string method) => Sent.Where(m => m.Value<string>("method") == method);

    public JObject? AnswerTo(string id) => Sent.LastOrDefault(m => m["method"] == null && m["id"]?.ToString() == id);
}

/// <summary>A tool made of functions, that counts how often it ran.</summary>
internal sealed class FakeTool(string name, Func<ToolCall, ToolReply> run, bool isRead = false) : AgentTool(name)
{
    public List<string> Ran { get; } = [];

    public Func<ToolCall, ToolReply?>? OnResume { get; init; }

    public bool OutOfLine { get; init; }

    public override bool IsOutOfLine => OutOfLine;

    public override bool MayRunAgain(JObject arguments) => isRead;

    public override ToolReply Run(ToolCall call)
    {
        Ran.Add(call.CallId);
        return run(call);
    }

    public override ToolReply? Resume(ToolCall call) => OnResume?.Invoke(call);
}
