namespace Fairlead.Core.Tests;

/// <summary>One editor process on fake ports: core, main thread and relay all driven by the test.</summary>
internal sealed class Desk
{
    public const double Budget = 5;
    private readonly Func<IEnumerable<AgentTool>> tools;
    private int wakes;
    private int sessions;

    public Desk(Func<IEnumerable<AgentTool>> tools)
    {
        this.tools = tools;
        Core = Boot();
    }

    public Desk(params AgentTool[] tools)
        : this(() => tools)
    {
    }

    public FakeClock Clock { get; } = new();

    public MemoryState State { get; } = new();

    public FakeFiles Files { get; } = new();

    public List<FakeSocket> Sockets { get; } = [];

    public FakeSocket Socket => Sockets[^1];

    public EditorCore Core { get; private set; }

    public List<ICallWatcher> Watchers { get; } = [];

    /// <summary>Called with a port's name whenever the core uses it; what it throws is thrown there.</summary>
    public Action<string> Port { get; set; } = _ => { };

    /// <summary>Whether the relay answers a close before the domain goes.</summary>
    public bool ClosesInTime { get; init; } = true;

    /// <summary>The defects reported so far.</summary>
    public List<Exception> Defects { get; } = [];

    /// <summary>The replies folder that the relay announces; null: none.</summary>
    public JToken? Replies { get; set; }

    public int Wakes => wakes;

    /// <summary>The user's current interaction.</summary>
    public string? UserDoes { get; set; }

    public static EditorIdentity Identity { get; } =
        new("/home/ada/Demo", "5c0f6c0e2f4b4d0d9d1c1f2a3b4c5d6e", "6000.3.2f1", 4711, "0.1.0", "unity");

    public static string Hash(char digit = 'a') => new(digit, 64);

    public static JObject CallMessage(string rpcId, string callId, string method, JObject? args = null, char hash = 'a',
        int deadlineMs = 30_000) =>
        new()
        {
            ["jsonrpc"] = "2.0",
            ["id"] = rpcId,
            ["method"] = "call",
            ["params"] = new JObject
            {
                ["callId"] = callId,
                ["method"] = method,
                ["params"] = args ?? [],
                ["argsHash"] = Hash(hash),
                ["deadlineMs"] = deadlineMs,
            },
        };

    public static JObject Notification(string method, JObject body) =>
        new() { ["jsonrpc"] = "2.0", ["method"] = method, ["params"] = body };

    /// <summary>Dials until a socket is there, accepts it and answers the hello. Returns the hello's params.</summary>
    public JObject Connect(bool watching = false, params string[] forget)
    {
        var hello = Dial();
        Welcome(watching, forget);
        return hello;
    }

    /// <summary>Dials and accepts; the hello is not answered yet.</summary>
    public JObject Dial()
    {
        var before = Sockets.Count;
        for (var i = 0; i < 200 && Sockets.Count == before; i++)
        {
            Core.Step();
            if (Sockets.Count == before) Clock.NowMs += 100;
        }
        Assert.True(Sockets.Count > before, "The link did not dial.");
        Socket.Accept();
        return (JObject)Assert.Single(Socket.Requests("editor.hello"))["params"]!;
    }

    public void Welcome(bool watching = false, params string[] forget)
    {
        var welcome = new JObject
        {
            ["jsonrpc"] = "2.0",
            ["id"] = Socket.Requests("editor.hello").Single()["id"],
            ["result"] = new JObject
            {
                ["protocolVersion"] = 1,
                ["relayVersion"] = "0.1.0",
                ["forget"] = new JArray(forget),
                ["watching"] = watching,
            },
        };
        if (Replies != null) welcome["result"]!["replies"] = Replies;
        Socket.Deliver(welcome);
    }

    public void Tick(double budget = Budget) => Core.Tick(budget);

    /// <summary>The outcome that was answered to a request; null while there is none.</summary>
    public JObject? Outcome(string rpcId) => Socket.AnswerTo(rpcId)?["result"] as JObject;

    /// <summary>The domain goes and a new one comes.</summary>
    public void Reload()
    {
        Core.BeforeReload();
        Core = Boot();
    }

    private EditorCore Boot()
    {
        var ports = new EditorPorts(new HookedFiles(Files, name => Port(name)))
        {
            Clock = new HookedClock(Clock, name => Port(name)),
            NewSocket = () =>
            {
                Port("sockets.New");
                Sockets.Add(new FakeSocket { Port = name => Port(name), ClosesInTime = ClosesInTime });
                return Socket;
            },
            Random = () =>
            {
                Port("random");
                return 0.5;
            },
            WakeMainThread = () =>
            {
                Port("wake");
                wakes++;
            },
            UserIsBusy = () =>
            {
                Port("user");
                return UserDoes;
            },
            NewSessionId = () => $"session-{++sessions}",
            Report = Defects.Add,
        };
        ports.Watchers.AddRange(Watchers);
        var core = new EditorCore(Identity, new HookedState(State, name => Port(name)), ports);
        foreach (var tool in tools()) core.Register(tool);
        core.Start();
        return core;
    }
}
