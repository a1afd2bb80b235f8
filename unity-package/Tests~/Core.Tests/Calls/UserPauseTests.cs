namespace Fairlead.Core.Tests;

/// <summary>An agent's call does not interrupt the user's mouse drag.</summary>
public class UserPauseTests
{
    private readonly FakeTool write = new("write", _ => ToolReply.Ok(new JObject()));
    private readonly FakeTool read = new("read", _ => ToolReply.Ok(new JObject()), true);
    private readonly Desk desk;

    public UserPauseTests()
    {
        desk = new Desk(write, read) { UserDoes = "is dragging with the mouse" };
        desk.Connect();
    }

    [Fact]
    public void A_read_runs_at_once()
    {
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "read"));
        desk.Tick();
        Assert.Single(read.Ran);
    }

    [Fact]
    public void A_change_waits_for_the_end_of_the_drag_and_says_so()
    {
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "write"));
        desk.Tick();
        desk.Clock.NowMs += 3_000;
        desk.Tick();
        Assert.Empty(write.Ran);
        var progress = Assert.Single(desk.Socket.Requests("call.progress"));
        Assert.Equal("Waits: the user is dragging with the mouse in Unity.", (string)progress["params"]!["message"]!);
        desk.UserDoes = null;
        desk.Tick();
        Assert.Equal("ok", desk.Outcome("r1")!.Value<string>("status"));
    }

    [Fact]
    public void It_does_not_wait_for_ever_and_has_changed_nothing_then()
    {
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "write"));
        desk.Tick();
        desk.Clock.NowMs += UserPause.MaxMs;
        desk.Tick();
        Assert.Empty(write.Ran);
        var error = desk.Outcome("r1")!["error"]!;
        Assert.Equal("editor_busy", (string)error["code"]!);
        Assert.Contains("Nothing changed", (string)error["message"]!);
        // The next one has its own time to wait.
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "write"));
        desk.Tick();
        Assert.Null(desk.Outcome("r2"));
    }

    [Fact]
    public void One_that_is_cancelled_while_it_waits_never_runs()
    {
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "write"));
        desk.Tick();
        desk.Socket.Deliver(Desk.Notification("call.cancel", new JObject { ["callIds"] = new JArray("c.1") }));
        desk.UserDoes = null;
        desk.Tick();
        Assert.Empty(write.Ran);
    }
}
