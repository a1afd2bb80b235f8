namespace Fairlead.Core.Tests;

/// <summary>The editor finds its relay, comes back to it, and obeys it.</summary>
public class LinkTests
{
    [Fact]
    public void It_dials_what_relay_json_says_and_says_hello()
    {
        var desk = new Desk();
        var hello = desk.Connect();
        Assert.Equal("ws://127.0.0.1:4711/editor", desk.Socket.Address!.ToString());
        Assert.Equal("fairlead.editor.v1", desk.Socket.Subprotocol);
        Assert.Equal("session-1", hello.Value<string>("sessionId"));
        Assert.Equal(1, hello.Value<long>("connSeq"));
        Assert.Equal(LinkState.Connected, desk.Core.Link.State);
    }

    [Fact]
    public void Without_a_relay_it_waits_and_dials_as_soon_as_one_is_there()
    {
        var desk = new Desk();
        desk.Files.File = null;
        for (var i = 0; i < 100; i++)
        {
            desk.Clock.NowMs += desk.Core.Step();
            Assert.Empty(desk.Sockets);
        }
        Assert.Equal(LinkState.NoRelay, desk.Core.Link.State);
        desk.Files.File = FakeFiles.Make(4711);
        desk.Core.RelayFileChanged();
        desk.Core.Step();
        Assert.Single(desk.Sockets);
    }

    [Fact]
    public void Delays_grow_to_five_seconds_and_are_jittered()
    {
        Assert.Equal([100, 500, 1_000, 2_000, 4_000, 5_000, 5_000], Enumerable.Range(0, 7).Select(i => Backoff.DelayMs(i, 0.5)));
        Assert.Equal([4_250, 5_750], new[] { Backoff.DelayMs(1_000, 0), Backoff.DelayMs(1_000, 1) });
    }

    [Fact]
    public void A_relay_that_does_not_answer_is_dialled_less_and_less_often()
    {
        var desk = new Desk();
        var dialledAt = new List<double>();
        var until = desk.Clock.NowMs + 60_000;
        while (desk.Clock.NowMs < until)
        {
            var before = desk.Sockets.Count;
            desk.Core.Step();
            if (desk.Sockets.Count > before)
            {
                dialledAt.Add(desk.Clock.NowMs);
                desk.Socket.PeerClose(CloseCode.Lost);
            }
            desk.Clock.NowMs += 10;
        }
        Assert.InRange(dialledAt.Count, 14, 18);
    }

    [Fact]
    public void A_relay_that_takes_the_socket_and_says_nothing_is_given_up()
    {
        var desk = new Desk();
        desk.Dial();
        var silent = desk.Socket;
        desk.Clock.NowMs += EditorLink.GreetingTimeoutMs;
        desk.Core.Step();
        Assert.Equal(CloseCode.Lost, silent.ClosedWith);
        desk.Connect();
        Assert.NotSame(silent, desk.Socket);
    }

    [Theory]
    [InlineData(CloseCode.Superseded)]
    [InlineData(CloseCode.Unauthorized)]
    [InlineData(CloseCode.UnsupportedVersion)]
    [InlineData(CloseCode.Unlinked)]
    public void After_a_final_code_it_stays_away_until_there_is_another_relay(int code)
    {
        var desk = new Desk();
        desk.Connect();
        desk.Socket.PeerClose(code);
        for (var i = 0; i < 1_000; i++)
        {
            desk.Core.Step();
            desk.Clock.NowMs += 100;
        }
        Assert.Single(desk.Sockets);
        Assert.Equal((LinkState.Refused, code), (desk.Core.Link.State, desk.Core.Link.LastCloseCode));
        desk.Files.File = FakeFiles.Make(4712, pid: 101);
        Assert.Equal(2, desk.Connect().Value<long>("connSeq"));
    }

    [Theory]
    [InlineData(CloseCode.StaleConnSeq)]
    [InlineData(CloseCode.Handshake)]
    [InlineData(CloseCode.TooLarge)]
    [InlineData(CloseCode.ProtocolError)]
    [InlineData(CloseCode.Restarting)]
    [InlineData(CloseCode.Lost)]
    public void After_any_other_code_it_comes_back_with_a_higher_connSeq(int code)
    {
        var desk = new Desk();
        desk.Connect();
        desk.Socket.PeerClose(code);
        Assert.Equal(2, desk.Connect().Value<long>("connSeq"));
    }

    [Fact]
    public void A_connection_that_held_is_replaced_at_once_when_it_breaks()
    {
        var desk = new Desk();
        for (var i = 0; i < 20; i++)
        {
            desk.Connect();
            desk.Clock.NowMs += EditorLink.SteadyAfterMs;
            desk.Socket.PeerClose(CloseCode.Restarting);
            desk.Clock.NowMs += 100;
            desk.Core.Step();
            Assert.Equal(LinkState.Connecting, desk.Core.Link.State);
            desk.Socket.PeerClose(CloseCode.Lost);
            desk.Clock.NowMs += 500;
        }
    }

    [Theory]
    [InlineData("""{"error":{"code":-32002,"message":"version"}}""", CloseCode.UnsupportedVersion, LinkState.Refused)]
    [InlineData("""{"error":{"code":-32602,"message":"bad"}}""", CloseCode.Handshake, LinkState.Waiting)]
    [InlineData("""{"result":{"protocolVersion":2,"relayVersion":"9","forget":[],"watching":false}}""", CloseCode.UnsupportedVersion,
        LinkState.Refused)]
    [InlineData("""{"result":null}""", CloseCode.UnsupportedVersion, LinkState.Refused)]
    public void A_hello_that_is_not_welcomed_ends_the_connection(string answer, int code, LinkState state)
    {
        var desk = new Desk();
        desk.Dial();
        var message = JObject.Parse(answer);
        message["jsonrpc"] = "2.0";
        message["id"] = desk.Socket.Requests("editor.hello").Single()["id"];
        desk.Socket.Deliver(message);
        Assert.Equal(code, desk.Socket.ClosedWith);
        Assert.Equal(state, desk.Core.Link.State);
    }

    [Fact]
    public void What_the_relay_has_settled_is_forgotten_with_the_welcome()
    {
        var desk = new Desk(new FakeTool("create", _ => ToolReply.Ok(null)));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        desk.Tick();
        desk.Socket.PeerClose(CloseCode.Restarting);
        Assert.Single(desk.Connect(false, "c.1")["journal"]!);
        desk.Socket.PeerClose(CloseCode.Restarting);
        Assert.Empty(desk.Connect()["journal"]!);
    }

    [Fact]
    public void A_frame_from_a_socket_that_is_no_longer_ours_changes_nothing()
    {
        var tool = new FakeTool("create", _ => ToolReply.Ok(null));
        var desk = new Desk(tool);
        desk.Connect();
        var old = desk.Socket;
        old.PeerClose(CloseCode.Lost);
        desk.Connect();
        old.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        old.PeerClose(CloseCode.Unlinked);
        desk.Tick();
        Assert.Empty(tool.Ran);
        Assert.Equal(LinkState.Connected, desk.Core.Link.State);
    }

    [Fact]
    public void Requests_that_an_editor_does_not_answer_are_refused_and_unknown_notifications_ignored()
    {
        var desk = new Desk();
        desk.Dial();
        desk.Socket.Deliver(Desk.CallMessage("early", "c.1", "create"));
        desk.Welcome();
        desk.Socket.Deliver("""{"jsonrpc":"2.0","id":"r1","method":"editor.hello","params":{}}""");
        desk.Socket.Deliver("""{"jsonrpc":"2.0","method":"from.the.future"}""");
        desk.Socket.Deliver("""{"jsonrpc":"2.0","id":"r2","method":"call","params":{"callId":"no spaces"}}""");
        desk.Socket.DeliverBinary();
        Assert.Equal(RpcErrorCode.Handshake, desk.Socket.AnswerTo("early")!["error"]!.Value<int>("code"));
        Assert.Equal(RpcErrorCode.MethodNotFound, desk.Socket.AnswerTo("r1")!["error"]!.Value<int>("code"));
        Assert.Equal(RpcErrorCode.InvalidParams, desk.Socket.AnswerTo("r2")!["error"]!.Value<int>("code"));
        Assert.Equal(LinkState.Connected, desk.Core.Link.State);
    }

    [Fact]
    public void Ten_thousand_malformed_frames_do_no_harm()
    {
        var tool = new FakeTool("create", _ => ToolReply.Ok(null));
        var desk = new Desk(tool);
        desk.Connect();
        var sockets = 1;
        foreach (var text in RpcFrameTests.Mutations(seed: 7, count: 20_000).Where(t => RpcFrame.Parse(t).Kind == RpcFrameKind.Malformed)
            .Take(10_000).ToList())
        {
            if (!desk.Socket.IsOpen)
            {
                Assert.Equal(CloseCode.ProtocolError, desk.Socket.ClosedWith);
                desk.Connect();
                sockets++;
            }
            desk.Socket.Deliver(text);
        }
        Assert.Equal(100, sockets);
        if (!desk.Socket.IsOpen) desk.Connect();
        desk.Tick();
        Assert.Empty(tool.Ran);
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        desk.Tick();
        Assert.Equal("ok", desk.Outcome("r1")!.Value<string>("status"));
    }

    [Fact]
    public void An_outcome_over_which_the_connection_broke_is_not_sent_again()
    {
        var desk = new Desk(new FakeTool("big", _ => ToolReply.Ok(new string('x', EditorLink.LargeOutcomeChars))));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "big"));
        desk.Tick();
        desk.Socket.PeerClose(CloseCode.TooLarge);
        var entry = Assert.Single(desk.Connect()["journal"]!);
        Assert.Equal("too_large", entry["outcome"]!["error"]!.Value<string>("code"));
    }

    [Fact]
    public void When_the_editor_quits_it_says_so()
    {
        var desk = new Desk();
        desk.Connect();
        desk.Core.Dispose();
        Assert.Equal(CloseCode.Normal, desk.Socket.ClosedWith);
        desk.Core.Dispose();
        desk.Tick();
        Assert.Equal(LinkState.Stopped, desk.Core.Link.State);
    }

    [Fact]
    public void It_tells_which_files_are_open_once_per_change_and_on_each_connection()
    {
        var desk = new Desk();
        string[] Told() => desk.Socket.Requests("editor.open_files")
            .Select(frame => frame["params"]!.ToString(Newtonsoft.Json.Formatting.None)).ToArray();
        desk.Core.SetOpenFiles(["Assets/A.unity"]);
        desk.Connect();
        desk.Core.Step();
        desk.Core.SetOpenFiles(["Assets/A.unity"]);
        desk.Core.Step();
        Assert.Equal(["""{"files":["Assets/A.unity"]}"""], Told());
        desk.Core.SetOpenFiles([]);
        desk.Core.Step();
        Assert.Equal("""{"files":[]}""", Told()[^1]);
        desk.Socket.PeerClose(CloseCode.Lost);
        desk.Connect();
        desk.Core.Step();
        Assert.Equal(["""{"files":[]}"""], Told());
    }
}
