namespace Fairlead.Core.Tests;

/// <summary>Calls run once, in order, in time, and every one is answered.</summary>
public class CallTests
{
    private static FakeTool Echo(string name = "echo", bool isRead = false) => new(name, call => ToolReply.Ok(call.Arguments), isRead);

    [Fact]
    public void A_call_runs_on_the_main_thread_and_is_answered()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo", new JObject { ["x"] = 1 }));
        Assert.Empty(tool.Ran);
        desk.Core.Step();
        Assert.True(desk.Wakes > 0);
        desk.Tick();
        var outcome = desk.Outcome("r1")!;
        Assert.Equal("ok", outcome.Value<string>("status"));
        Assert.Equal(1, outcome["result"]!.Value<int>("x"));
        Assert.False(desk.Core.HasWork);
    }

    /// <summary>Unity's loop without focus forgets what its own thread signals: 600 frames of "play step" took half a minute.</summary>
    [Fact]
    public void A_call_that_wants_every_update_has_the_main_thread_woken_from_the_links_thread()
    {
        ToolCall? running = null;
        var desk = new Desk(new FakeTool("step", call =>
        {
            running = call;
            call.Hurry();
            return ToolReply.Later;
        }));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "step"));
        while (desk.Core.WaitForLinkWork(0)) desk.Core.Step();
        for (var frame = 0; frame < 600; frame++)
        {
            desk.Tick();
            var wakes = desk.Wakes;
            Assert.True(desk.Core.WaitForLinkWork(0));
            // A signal that came while the loop still ran may be lost: it is given again soon.
            Assert.InRange(desk.Core.Step(), 0, EditorCore.HurriedStepDelayMs);
            Assert.Equal(wakes + 1, desk.Wakes);
        }
        running!.Settle(CallOutcome.Ok(null));
        desk.Tick();
        while (desk.Core.WaitForLinkWork(0)) desk.Core.Step();
        desk.Tick();
        Assert.False(desk.Core.WaitForLinkWork(0));
        Assert.True(desk.Core.Step() > EditorCore.HurriedStepDelayMs);
    }

    [Fact]
    public void Many_calls_that_wait_do_not_wait_for_the_links_pace_between_ticks()
    {
        Desk desk = null!;
        var tool = new FakeTool("slow", _ =>
        {
            desk.Clock.NowMs += Desk.Budget;
            return ToolReply.Ok(null);
        });
        desk = new Desk(tool);
        desk.Connect();
        for (var i = 0; i < 10; i++) desk.Socket.Deliver(Desk.CallMessage($"r{i}", $"c.{i}", "slow"));
        while (desk.Core.WaitForLinkWork(0)) desk.Core.Step();
        for (var i = 1; i < 10; i++)
        {
            desk.Tick();
            Assert.Equal(i, tool.Ran.Count);
            Assert.True(desk.Core.WaitForLinkWork(0));
        }
        desk.Tick();
        Assert.Equal(10, tool.Ran.Count);
    }

    [Fact]
    public void The_same_call_again_is_answered_from_the_journal()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.1", "echo"));
        desk.Tick();
        desk.Socket.Deliver(Desk.CallMessage("r3", "c.1", "echo"));
        Assert.Single(tool.Ran);
        foreach (var id in new[] { "r1", "r2", "r3" }) Assert.Equal("ok", desk.Outcome(id)!.Value<string>("status"));
    }

    [Fact]
    public void The_same_id_with_other_arguments_is_a_conflict_and_does_not_run()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.1", "echo", hash: 'b'));
        desk.Tick();
        desk.Socket.Deliver(Desk.CallMessage("r3", "c.1", "echo", hash: 'b'));
        Assert.Single(tool.Ran);
        Assert.Equal(RpcErrorCode.Conflict, desk.Socket.AnswerTo("r2")!["error"]!.Value<int>("code"));
        Assert.Equal(RpcErrorCode.Conflict, desk.Socket.AnswerTo("r3")!["error"]!.Value<int>("code"));
    }

    [Fact]
    public void That_a_call_has_begun_is_kept_before_it_can_change_anything()
    {
        Desk desk = null!;
        string? kept = null;
        desk = new Desk(new FakeTool("create", _ =>
        {
            kept = desk.State.Get("Fairlead.Journal.0");
            return ToolReply.Ok(null);
        }));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create"));
        desk.Tick();
        Assert.Equal((int)CallState.Started, JObject.Parse(kept!).Value<int>("state"));
        Assert.Equal((int)CallState.Done, JObject.Parse(desk.State.Get("Fairlead.Journal.0")!).Value<int>("state"));
    }

    [Fact]
    public void A_forgotten_call_is_new_again_and_one_forgotten_before_it_began_never_begins()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo"));
        desk.Tick();
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "echo"));
        desk.Socket.Deliver(Desk.Notification("calls.forget", JObject.Parse("""{"callIds":["c.1","c.2","c.unknown"]}""")));
        desk.Tick();
        Assert.Equal(["c.1"], tool.Ran);
        Assert.DoesNotContain(desk.State.Values.Keys, k =>
            k.StartsWith("Fairlead.Journal.", StringComparison.Ordinal) && !k.EndsWith("Slots", StringComparison.Ordinal));
        desk.Socket.Deliver(Desk.CallMessage("r3", "c.1", "echo", hash: 'b'));
        desk.Tick();
        Assert.Equal(["c.1", "c.1"], tool.Ran);
    }

    [Fact]
    public void A_cancelled_call_does_not_run_and_says_so()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo"));
        desk.Socket.Deliver(Desk.Notification("call.cancel", JObject.Parse("""{"callIds":["c.1"]}""")));
        desk.Tick();
        Assert.Empty(tool.Ran);
        Assert.Equal("cancelled", desk.Outcome("r1")!["error"]!.Value<string>("code"));
    }

    [Fact]
    public void What_a_tool_throws_becomes_an_outcome_and_the_next_call_still_runs()
    {
        var desk = new Desk(
            new FakeTool("fault", _ =>
                throw new ToolFault(CallErrorCode.NotFound, "There is no object \"/Cub\".", "Look.", new JArray("/Cube"))),
            new FakeTool("bug", _ => throw new InvalidOperationException("oh")),
            new FakeTool("nothing", _ => null!),
            Echo());
        desk.Connect();
        foreach (var (id, tool) in new[] { ("r1", "fault"), ("r2", "bug"), ("r3", "ech"), ("r4", "nothing"), ("r5", "echo") })
            desk.Socket.Deliver(Desk.CallMessage(id, "c." + id, tool));
        desk.Tick();
        Assert.Equal("not_found", desk.Outcome("r1")!["error"]!.Value<string>("code"));
        Assert.Equal("/Cube", desk.Outcome("r1")!["error"]!["data"]![0]!.Value<string>());
        Assert.Equal("internal", desk.Outcome("r2")!["error"]!.Value<string>("code"));
        Assert.Equal("unknown_tool", desk.Outcome("r3")!["error"]!.Value<string>("code"));
        Assert.Equal("echo", desk.Outcome("r3")!["error"]!["data"]!["nearest"]![0]!.Value<string>());
        Assert.Equal("internal", desk.Outcome("r4")!["error"]!.Value<string>("code"));
        Assert.Equal("ok", desk.Outcome("r5")!.Value<string>("status"));
    }

    [Fact]
    public void A_tick_stops_at_its_budget_and_keeps_the_order()
    {
        Desk desk = null!;
        var tool = new FakeTool("slow", _ =>
        {
            desk.Clock.NowMs += 2;
            return ToolReply.Ok(null);
        });
        desk = new Desk(tool);
        desk.Connect();
        for (var i = 0; i < 100; i++) desk.Socket.Deliver(Desk.CallMessage($"r{i}", $"c.{i}", "slow"));
        var ticks = 0;
        while (desk.Core.HasWork)
        {
            var before = tool.Ran.Count;
            desk.Tick(5);
            Assert.InRange(tool.Ran.Count - before, 1, 3);
            ticks++;
        }
        Assert.Equal(34, ticks);
        Assert.Equal(Enumerable.Range(0, 100).Select(i => $"c.{i}"), tool.Ran);
        desk.Socket.Deliver(Desk.CallMessage("late", "c.late", "slow"));
        desk.Tick(0);
        Assert.NotNull(desk.Outcome("late"));
    }

    [Fact]
    public void A_call_that_did_not_begin_in_time_fails_and_never_runs()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Core.Phases.SetCompiling(true, "Assembly-CSharp");
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo", deadlineMs: 1_000));
        desk.Tick();
        desk.Clock.NowMs += 1_000;
        // The main thread does not tick: the answer comes all the same.
        desk.Core.Step();
        var error = desk.Outcome("r1")!["error"]!;
        Assert.Equal("deadline_exceeded", error.Value<string>("code"));
        Assert.Contains("compiling", error.Value<string>("message"));
        desk.Core.Phases.SetCompiling(false);
        desk.Tick();
        Assert.Empty(tool.Ran);
    }

    [Fact]
    public void Calls_wait_while_the_editor_compiles_and_run_after_it()
    {
        var tool = Echo();
        var desk = new Desk(tool);
        desk.Connect();
        desk.Core.Phases.SetImporting(true);
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo"));
        desk.Tick();
        Assert.Empty(tool.Ran);
        desk.Core.Phases.SetImporting(false);
        desk.Core.Phases.SetPlaying(true);
        desk.Tick();
        Assert.Single(tool.Ran);
    }

    [Fact]
    public void A_deferred_outcome_holds_the_line_so_that_order_is_kept()
    {
        ToolCall? open = null;
        var tool = Echo();
        var desk = new Desk(new FakeTool("refresh", call => { open = call; return ToolReply.Later; }), tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "refresh"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "echo"));
        desk.Tick();
        desk.Tick();
        Assert.Empty(tool.Ran);
        open!.Progress("Compiling", 2);
        open.Settle(CallOutcome.Ok(new JObject { ["recompiled"] = true }));
        open.Settle(CallOutcome.Failed(CallErrorCode.Internal, "too late"));
        desk.Tick();
        Assert.Single(tool.Ran);
        Assert.True(desk.Outcome("r1")!["result"]!.Value<bool>("recompiled"));
        Assert.Equal(1, Assert.Single(desk.Socket.Requests("call.progress"))["params"]!.Value<double>("fraction"));
    }

    [Fact]
    public void A_call_that_only_looks_passes_the_one_that_holds_the_line_and_the_others_keep_their_order()
    {
        ToolCall? open = null;
        var tool = Echo();
        var view = new FakeTool("view", _ => ToolReply.Ok(new JObject()), true) { OutOfLine = true };
        var desk = new Desk(new FakeTool("wait", call => { open = call; return ToolReply.Later; }), tool, view);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "wait"));
        desk.Tick();
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "echo"));
        desk.Socket.Deliver(Desk.CallMessage("r3", "c.3", "view"));
        desk.Socket.Deliver(Desk.CallMessage("r4", "c.4", "echo"));
        desk.Socket.Deliver(Desk.CallMessage("r5", "c.5", "view"));
        desk.Tick();
        Assert.Equal(["c.3", "c.5"], view.Ran);
        Assert.Empty(tool.Ran);
        open!.Settle(CallOutcome.Ok(new JObject()));
        desk.Tick();
        Assert.Equal(["c.2", "c.4"], tool.Ran);
        Assert.Equal(["c.3", "c.5"], view.Ran);
    }

    [Fact]
    public void A_deferred_outcome_may_let_others_pass()
    {
        var tool = Echo();
        var desk = new Desk(new FakeTool("tests", _ => ToolReply.LaterBeside), tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "tests"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "echo"));
        desk.Tick();
        Assert.Single(tool.Ran);
    }

    [Theory]
    [InlineData(false, "effect_unknown")]
    [InlineData(true, "deadline_exceeded")]
    public void A_call_that_does_not_end_in_time_frees_the_line(bool isRead, string code)
    {
        var tool = Echo();
        var desk = new Desk(new FakeTool("stuck", _ => ToolReply.Later, isRead), tool);
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "stuck", deadlineMs: 500));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "echo"));
        desk.Tick();
        desk.Clock.NowMs += 500;
        desk.Core.Step();
        desk.Tick();
        Assert.Equal(code, desk.Outcome("r1")!["error"]!.Value<string>("code"));
        Assert.Single(tool.Ran);
    }

    [Fact]
    public void A_tool_that_pumps_the_editors_loop_does_not_begin_the_next_call_inside()
    {
        Desk desk = null!;
        var depth = 0;
        var deepest = 0;
        desk = new Desk(new FakeTool("pump", _ =>
        {
            deepest = Math.Max(deepest, ++depth);
            desk.Tick();
            depth--;
            return ToolReply.Ok(null);
        }));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "pump"));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "pump"));
        desk.Tick();
        Assert.Equal(1, deepest);
        Assert.NotNull(desk.Outcome("r2"));
    }

    [Fact]
    public void A_result_larger_than_a_frame_is_answered_as_such()
    {
        var desk = new Desk(new FakeTool("big", call => ToolReply.Ok(new string('ä', call.Arguments.Value<int>("n")))));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "big", new JObject { ["n"] = 8 * 1024 * 1024 }));
        desk.Socket.Deliver(Desk.CallMessage("r2", "c.2", "big", new JObject { ["n"] = 8 * 1024 * 1024 - 4 * 1024 }));
        desk.Tick(1_000);
        Assert.Equal("too_large", desk.Outcome("r1")!["error"]!.Value<string>("code"));
        Assert.Equal("ok", desk.Outcome("r2")!.Value<string>("status"));
    }

    [Fact]
    public void A_journal_full_of_unsettled_calls_refuses_more_and_settled_ones_make_room()
    {
        var desk = new Desk(Echo());
        desk.Connect();
        for (var i = 0; i < CallJournal.MaxRecords; i++) desk.Socket.Deliver(Desk.CallMessage($"r{i}", $"c.{i}", "echo"));
        desk.Socket.Deliver(Desk.CallMessage("more", "c.more", "echo"));
        Assert.Equal("editor_busy", desk.Outcome("more")!["error"]!.Value<string>("code"));
        desk.Tick(1_000_000);
        desk.Socket.Deliver(Desk.CallMessage("again", "c.more", "echo"));
        desk.Tick();
        Assert.Equal("ok", desk.Outcome("again")!.Value<string>("status"));
    }

    [Fact]
    public void Stored_outcomes_are_bounded_and_a_change_whose_result_is_gone_still_does_not_run_again()
    {
        var tool = new FakeTool("big", _ => ToolReply.Ok(new string('x', 1_000_000)));
        var desk = new Desk(tool);
        desk.Connect();
        for (var i = 0; i < 8; i++) desk.Socket.Deliver(Desk.CallMessage($"r{i}", $"c.{i}", "big"));
        desk.Tick(1_000_000);
        Assert.True(desk.State.Values.Values.Sum(v => v.Length) < CallJournal.MaxOutcomeChars + 1_000_000);
        desk.Socket.Deliver(Desk.CallMessage("again", "c.0", "big"));
        desk.Tick();
        Assert.Equal(8, tool.Ran.Count);
        Assert.Equal("effect_unknown", desk.Outcome("again")!["error"]!.Value<string>("code"));
    }

    [Fact]
    public void An_idle_tick_allocates_nothing()
    {
        var desk = new Desk(Echo());
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "echo"));
        for (var i = 0; i < 1_000; i++) desk.Tick();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1_000; i++)
        {
            desk.Core.Tick(Desk.Budget);
            desk.Core.Changed(ChangeScopes.Scene);
        }
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
