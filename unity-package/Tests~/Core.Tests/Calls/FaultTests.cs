namespace Fairlead.Core.Tests;

/// <summary>
/// Exceptions at any border of the core: every call gets its outcome, no change happens twice, the next call is
/// carried out, and the defect is told of. One editor was lost until its restart because a watcher had thrown.
/// </summary>
public class FaultTests
{
    private const int Rounds = 160;
    private const int ReloadAt = 40;

    /// <summary>Longer than the longest wait before a dial.</summary>
    private const int RoundsAfter = 400;

    private const int DeadlineMs = 600_000;

    private static readonly string[] Ports =
    [
        "clock.NowMs", "clock.UtcNow", "state.Get", "state.Set", "state.Erase", "files.Read", "sockets.New", "socket.Connect",
            "socket.Send",
        "socket.Close", "socket.Abort", "socket.WaitClosed", "random", "wake", "user", "watcher.Begins", "watcher.Waits", "watcher.Ends",
        "tool.Run", "tool.Resume", "tool.MayRunAgain", "tool.Result",
    ];

    public static TheoryData<string> AllPorts => new(Ports);

    [Theory]
    [MemberData(nameof(AllPorts))]
    public void A_fault_there_once_costs_at_most_the_call_it_met(string port)
    {
        var hits = 0;
        for (var first = 1; first <= 25; first++) hits += new World(port, first, 1).Run();
        Assert.True(hits > 0, $"{port} is never used.");
    }

    [Theory]
    [MemberData(nameof(AllPorts))]
    public void A_fault_there_that_lasts_is_over_when_it_is_over(string port)
    {
        for (var first = 1; first <= 10; first++) new World(port, first, 12).Run();
    }

    [Fact]
    public void A_change_is_refused_and_a_read_goes_on_while_a_watcher_is_broken()
    {
        var read = new FakeTool("read", _ => ToolReply.Ok("seen"), isRead: true);
        var change = new FakeTool("change", _ => ToolReply.Ok(null));
        var desk = new Desk(() => [read, change]) { Watchers =
            { new HookedWatcher(name => { if (name == "watcher.Begins") throw new NullReferenceException("no image"); }) } };
        desk.Reload();
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "change"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "read"));
        desk.Socket.Deliver(Desk.CallMessage("r3", "c.3", "change"));
        desk.Tick();
        foreach (var id in new[] { "r1", "r3" })
        {
            var error = desk.Outcome(id)!["error"]!;
            Assert.Equal("internal", error.Value<string>("code"));
            Assert.Contains("no image. Nothing changed.", error.Value<string>("message"));
        }
        Assert.Equal("seen", desk.Outcome("r2")!.Value<string>("result"));
        Assert.Empty(change.Ran);
        Assert.IsType<NullReferenceException>(Assert.Single(desk.Defects));
    }

    [Fact]
    public void A_change_that_cannot_be_noted_as_begun_does_not_begin()
    {
        var change = new FakeTool("change", _ => ToolReply.Ok(null));
        var desk = new Desk(change);
        desk.Connect();
        desk.Port = name => { if (name == "state.Set") throw new InvalidOperationException("full"); };
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "change"));
        desk.Tick();
        Assert.Equal("internal", desk.Outcome("r1")!["error"]!.Value<string>("code"));
        Assert.Empty(change.Ran);
        desk.Port = _ => { };
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "change"));
        desk.Tick();
        Assert.Equal("ok", desk.Outcome("r2")!.Value<string>("status"));
    }

    /// <summary>An editor, its relay, and one port that fails from its n-th use on, some times.</summary>
    private sealed class World
    {
        private readonly string port;
        private readonly int first;
        private readonly int times;
        private readonly Desk desk;
        private readonly ScriptedRelay relay;
        private readonly Random random = new(7);
        private readonly Dictionary<string, int> effects = [];
        private readonly List<ToolCall> deferred = [];
        private int turns;
        private int uses;
        private int hits;
        private bool armed;

        public World(string port, int first, int times)
        {
            (this.port, this.first, this.times) = (port, first, times);
            desk = new Desk(Tools) { Watchers = { new HookedWatcher(Use) }, Port = Use, ClosesInTime = false };
            // With the watcher, and with faults from here on.
            desk.Reload();
            armed = true;
            relay = new ScriptedRelay((socket, message) => socket.Deliver(message));
        }

        /// <summary>How often the port failed.</summary>
        public int Run()
        {
            string[] calls = ["change", "read", "later", "resumes", "change", "beside", "change", "read"];
            var given = 0;
            for (var round = 0; round < Rounds; round++)
            {
                if (round % 6 == 3 && given < calls.Length)
                    relay.Give(Desk.CallMessage("", $"c.{given}", calls[given++], deadlineMs: DeadlineMs));
                if (round == ReloadAt) desk.Reload();
                if (round == ReloadAt * 2 && desk.Socket.IsOpen) desk.Socket.PeerClose(CloseCode.Lost);
                Turn();
            }
            armed = false;
            relay.Give(Desk.CallMessage("", "c.last", "change", deadlineMs: DeadlineMs));
            for (var round = 0; round < RoundsAfter && relay.Outcomes.Count <= given; round++) Turn();
            for (var i = 0; i < given; i++)
            {
                Assert.True(relay.Outcomes.TryGetValue($"c.{i}", out var outcome), $"{port} {first}: c.{i} ({calls[i]}) has no outcome");
                Assert.InRange(effects.GetValueOrDefault($"c.{i}"), 0, calls[i] == "read" ? 2 : 1);
            }
            Assert.True(relay.Outcomes.GetValueOrDefault("c.last")?.Value<string>("status") == "ok",
                $"{port} {first}: the next call was not carried out");
            if (hits > 0) Assert.NotEmpty(desk.Defects);
            return hits;
        }

        private void Turn()
        {
            desk.Clock.NowMs += 60;
            desk.Core.Console.Add(LogKind.Log, "line");
            desk.Core.Step();
            desk.Core.Tick(Desk.Budget);
            if (++turns % 4 == 0 && deferred.Count > 0)
            {
                var call = deferred[0];
                deferred.RemoveAt(0);
                call.Settle(CallOutcome.Ok(call.CallId));
            }
            if (desk.Sockets.Count > 0 && desk.Socket.Address != null) relay.Listen(desk.Socket, random);
        }

        private void Use(string name)
        {
            if (!armed || name != port || ++uses < first || uses >= first + times) return;
            hits++;
            throw new InvalidOperationException($"{port} is broken");
        }

        private IEnumerable<AgentTool> Tools()
        {
            deferred.Clear();
            ToolReply Effect(ToolCall call, Func<ToolReply> reply)
            {
                Use("tool.Run");
                effects[call.CallId] = effects.GetValueOrDefault(call.CallId) + 1;
                Use("tool.Result");
                return reply();
            }
            ToolReply Later(ToolCall call, ToolReply reply)
            {
                deferred.Add(call);
                return reply;
            }
            return
            [
                new Checked("change", call => Effect(call, () => ToolReply.Ok(call.CallId)), this),
                new FakeTool("read", call => Effect(call, () => ToolReply.Ok(call.CallId)), isRead: true),
                new FakeTool("later", call => Effect(call, () => Later(call, ToolReply.Later))),
                new FakeTool("beside", call => Effect(call, () => Later(call, ToolReply.LaterBeside))),
                // Before the reload it can only end after it.
                new FakeTool("resumes", call => Effect(call, () => turns < ReloadAt ? ToolReply.Later : Later(call, ToolReply.Later)))
                {
                    OnResume = call =>
                    {
                        Use("tool.Resume");
                        return Later(call, ToolReply.Later);
                    },
                },
            ];
        }

        private sealed class Checked(string name, Func<ToolCall, ToolReply> run, World world) : AgentTool(name)
        {
            public override bool MayRunAgain(JObject arguments)
            {
                world.Use("tool.MayRunAgain");
                return false;
            }

            public override ToolReply Run(ToolCall call) => run(call);
        }
    }
}
