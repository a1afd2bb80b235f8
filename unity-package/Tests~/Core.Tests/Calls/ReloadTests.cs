namespace Fairlead.Core.Tests;

/// <summary>A domain reload loses nothing and repeats nothing.</summary>
public class ReloadTests
{
    [Fact]
    public void Before_a_reload_the_link_closes_with_4005_and_comes_back_at_once_with_a_higher_connSeq()
    {
        var desk = new Desk();
        var first = desk.Connect();
        var socket = desk.Socket;
        desk.Reload();
        Assert.Equal(CloseCode.Reloading, socket.ClosedWith);
        Assert.Equal("reloading", socket.Requests("editor.phase").Last()["params"]!.Value<string>("phase"));
        desk.Core.Step();
        Assert.NotSame(socket, desk.Socket);
        desk.Socket.Accept();
        var second = desk.Socket.Requests("editor.hello").Single()["params"]!;
        Assert.Equal(first.Value<string>("sessionId"), second.Value<string>("sessionId"));
        Assert.Equal(first.Value<long>("connSeq") + 1, second.Value<long>("connSeq"));
        Assert.Equal("ready", second.Value<string>("phase"));
    }

    [Fact]
    public void What_was_done_is_in_the_hello_and_is_not_done_again()
    {
        var tool = new FakeTool("create", _ => ToolReply.Ok("made"));
        var read = new FakeTool("look", _ => ToolReply.Ok("seen"), isRead: true);
        var desk = new Desk(tool, read);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "look"));
        desk.Tick();
        desk.Reload();
        var entry = Assert.Single(desk.Connect()["journal"]!);
        Assert.Equal("c.1 done made", $"{entry["callId"]} {entry["state"]} {entry["outcome"]!["result"]}");
        desk.Socket.Deliver(Desk.CallMessage("r3", "c.1", "create"));
        desk.Tick();
        Assert.Single(tool.Ran);
        Assert.Equal("made", desk.Outcome("r3")!.Value<string>("result"));
    }

    [Fact]
    public void What_waited_is_known_as_received_and_runs_once_it_is_sent_again()
    {
        var tool = new FakeTool("create", _ => ToolReply.Ok("made"));
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        desk.Reload();
        Assert.Equal("received", Assert.Single(desk.Connect()["journal"]!).Value<string>("state"));
        desk.Tick();
        Assert.Empty(tool.Ran);
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.1", "create"));
        desk.Tick();
        Assert.Single(tool.Ran);
        Assert.Equal("made", desk.Outcome("r2")!.Value<string>("result"));
    }

    [Fact]
    public void A_deferred_call_goes_on_after_the_reload_and_its_outcome_is_sent_until_acknowledged()
    {
        ToolCall? open = null;
        var tool = new FakeTool("refresh", _ => ToolReply.Later)
        {
            OnResume = call =>
            {
                open = call;
                return ToolReply.Later;
            },
        };
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "refresh", new JObject { ["type_limit"] = 20 }));
        desk.Tick();
        desk.Reload();
        Assert.Equal("started", Assert.Single(desk.Connect()["journal"]!).Value<string>("state"));
        desk.Tick();
        Assert.Equal(20, open!.Arguments.Value<int>("type_limit"));
        open.Settle(CallOutcome.Ok("compiled"));
        Assert.Equal("compiled", Assert.Single(desk.Socket.Requests("call.settled"))["params"]!["outcome"]!.Value<string>("result"));
        // The relay dies before it acknowledges; then the domain reloads once more.
        desk.Socket.PeerClose(CloseCode.Lost);
        desk.Tick();
        desk.Reload();
        desk.Connect();
        var again = Assert.Single(desk.Socket.Requests("call.settled"));
        Assert.Equal("c.1", again["params"]!.Value<string>("callId"));
        desk.Socket.Deliver(new JObject { ["jsonrpc"] = "2.0", ["id"] = again["id"], ["result"] = new JObject() });
        desk.Tick();
        desk.Reload();
        desk.Connect();
        Assert.Empty(desk.Socket.Requests("call.settled"));
        Assert.Single(tool.Ran);
    }

    [Fact]
    public void A_change_cut_off_by_the_reload_is_not_repeated_and_a_read_is()
    {
        Desk desk = null!;
        var cut = true;
        ToolReply Run(ToolCall call)
        {
            if (cut) desk.Reload();
            return ToolReply.Ok("done");
        }
        var write = new FakeTool("menu", Run);
        var read = new FakeTool("look", Run, isRead: true);
        desk = new Desk(write, read);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "menu"));
        desk.Tick();
        desk.Connect();
        desk.Tick();
        var settled = Assert.Single(desk.Socket.Requests("call.settled"))["params"]!;
        Assert.Equal("effect_unknown", settled["outcome"]!["error"]!.Value<string>("code"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "look"));
        desk.Tick();
        cut = false;
        desk.Connect();
        desk.Tick();
        Assert.Equal("ok", desk.Socket.Requests("call.settled").Last()["params"]!["outcome"]!.Value<string>("status"));
        Assert.Single(write.Ran);
        Assert.Equal(2, read.Ran.Count);
    }

    [Fact]
    public void An_outcome_that_comes_while_there_is_no_connection_is_sent_with_the_next()
    {
        ToolCall? open = null;
        var desk = new Desk(new FakeTool("slow", call => { open = call; return ToolReply.Later; }));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "slow"));
        desk.Tick();
        desk.Socket.PeerClose(CloseCode.Lost);
        open!.Settle(CallOutcome.Ok("late"));
        desk.Connect();
        Assert.Equal("late", Assert.Single(desk.Socket.Requests("call.settled"))["params"]!["outcome"]!.Value<string>("result"));
    }

    [Fact]
    public void Session_state_that_cannot_be_read_does_not_keep_the_editor_from_working()
    {
        var desk = new Desk(new FakeTool("create", _ => ToolReply.Ok(null)));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        desk.Tick();
        desk.Core.BeforeReload();
        foreach (var key in desk.State.Values.Keys.ToList()) desk.State.Values[key] = "{\"broken\":";
        desk.Reload();
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "create"));
        desk.Tick();
        Assert.NotNull(desk.Outcome("r2"));
    }

    [Fact]
    public void The_console_survives()
    {
        var desk = new Desk();
        for (var i = 0; i < 3; i++) desk.Core.Console.Add(LogKind.Warning, "again");
        desk.Core.Console.Add(LogKind.Exception, "boom", "at Spin.Update");
        desk.Reload();
        desk.Core.Console.Add(LogKind.Log, "after");
        var read = desk.Core.Console.Read(10, LogFilter.All, null, true);
        Assert.Equal(["after", "boom", "again"], read["logs"]!.Select(l => l.Value<string>("message")!));
        Assert.Equal("at Spin.Update", read["logs"]![1]!.Value<string>("stackTrace"));
        Assert.Equal(3, read["logs"]![2]!.Value<int>("count"));
        Assert.Equal("""{"errors":1,"warnings":3,"logs":1}""", read["counts"]!.ToString(Newtonsoft.Json.Formatting.None));
    }
}
