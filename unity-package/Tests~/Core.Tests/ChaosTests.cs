namespace Fairlead.Core.Tests;

/// <summary>With messages lost, doubled or late, and with reloads: no change happens twice, and every call is answered.</summary>
public class ChaosTests
{
    private const int CallCount = 60;
    private const int Steps = 1_500;

    public static TheoryData<int> Seeds => new(Enumerable.Range(1, 40));

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Every_call_runs_at_most_once_and_every_outcome_arrives(int seed)
    {
        var world = new World(seed);
        for (var i = 0; i < Steps; i++) world.Step();
        world.Settle();
        Assert.Equal(CallCount, world.Relay.Outcomes.Count);
        foreach (var (callId, outcome) in world.Relay.Outcomes)
        {
            var effects = world.Effects.GetValueOrDefault(callId);
            Assert.InRange(effects, 0, 1);
            switch (outcome["error"]?.Value<string>("code"))
            {
                case null:
                    Assert.Equal(1, effects);
                    Assert.Equal(callId, outcome.Value<string>("result"));
                    break;
                case "cancelled" or "deadline_exceeded":
                    Assert.Equal(0, effects);
                    break;
                case var code:
                    Assert.Equal("effect_unknown", code);
                    break;
            }
        }
        Assert.True(world.Relay.Outcomes.Values.Count(o => o.Value<string>("status") == "ok") > CallCount / 2);
        Assert.True(world.Reloads > 5 && world.Drops > 5);
    }

    private sealed class World
    {
        private readonly Random random;
        private readonly Desk desk;
        private readonly List<ToolCall> deferred = [];

        /// <summary>Frames under way to the editor, with the socket they are on.</summary>
        private readonly List<(FakeSocket Socket, JObject Message)> underWay = [];
        private int given;
        private bool calm;

        public World(int seed)
        {
            random = new Random(seed);
            desk = new Desk(Tools);
            Relay = new ScriptedRelay((socket, message) => underWay.Add((socket, message)));
        }

        public ScriptedRelay Relay { get; }

        public Dictionary<string, int> Effects { get; } = [];

        public int Reloads { get; private set; }

        public int Drops { get; private set; }

        public void Step()
        {
            desk.Clock.NowMs += random.Next(30);
            switch (random.Next(calm ? 6 : 12))
            {
                case 0 or 1:
                    desk.Tick();
                    break;
                case 2:
                    desk.Core.Step();
                    break;
                case 3 or 4:
                    Carry();
                    break;
                case 5 when deferred.Count > 0:
                    var call = deferred[random.Next(deferred.Count)];
                    deferred.Remove(call);
                    call.Settle(CallOutcome.Ok(call.CallId));
                    break;
                case 6 or 7 when given < CallCount:
                    var tool = new[] { "change", "change", "later", "resumes", "beside", "reloads" }[random.Next(6)];
                    Relay.Give(Desk.CallMessage("", $"c.{given++}", tool, deadlineMs: random.Next(10) == 0 ? 200 : 600_000));
                    break;
                case 8 when random.Next(3) == 0:
                    Drop();
                    break;
                case 9 when random.Next(3) == 0:
                    Reload();
                    break;
                case 10:
                    Relay.Repeat(random);
                    break;
                case 11 when random.Next(6) == 0:
                    Relay.Cancel(random);
                    break;
                default:
                    break;
            }
            if (desk.Sockets.Count > 0 && desk.Socket.Address != null) Relay.Listen(desk.Socket, random);
        }

        /// <summary>Peace: what is still open must end by itself.</summary>
        public void Settle()
        {
            calm = true;
            while (given < CallCount) Relay.Give(Desk.CallMessage("", $"c.{given++}", "change", deadlineMs: 600_000));
            for (var i = 0; i < 20_000 && Relay.Outcomes.Count < CallCount; i++) Step();
        }

        private IEnumerable<AgentTool> Tools()
        {
            // A new domain: nobody holds the calls of the old one any more.
            deferred.Clear();
            return
            [
                new FakeTool("change", call => { Effect(call); return ToolReply.Ok(call.CallId); }),
                new FakeTool("later", call => { Effect(call); deferred.Add(call); return ToolReply.Later; }),
                new FakeTool("beside", call => { Effect(call); deferred.Add(call); return ToolReply.LaterBeside; }),
                new FakeTool("resumes", call => { Effect(call); deferred.Add(call); return ToolReply.Later; })
                {
                    OnResume = call => { deferred.Add(call); return ToolReply.Later; },
                },
                new FakeTool("reloads", call =>
                {
                    Effect(call);
                    if (random.Next(2) == 0) Reload();
                    return ToolReply.Ok(call.CallId);
                }),
            ];
        }

        private void Effect(ToolCall call) => Effects[call.CallId] = Effects.GetValueOrDefault(call.CallId) + 1;

        private void Carry()
        {
            if (underWay.Count == 0) return;
            // Not always the oldest: calls overtake each other on their way through a relay.
            var (socket, message) = underWay[random.Next(Math.Min(3, underWay.Count))];
            underWay.Remove((socket, message));
            var copies = !calm && random.Next(8) == 0 ? 2 : 1;
            for (var i = 0; i < copies; i++) socket.Deliver(message);
        }

        private void Drop()
        {
            if (desk.Sockets.Count == 0 || !desk.Socket.IsOpen) return;
            Drops++;
            // The editor's last message may never arrive.
            Relay.Lose(desk.Socket, random);
            desk.Socket.PeerClose(random.Next(2) == 0 ? CloseCode.Lost : CloseCode.Restarting);
        }

        private void Reload()
        {
            Reloads++;
            desk.Reload();
        }
    }
}
