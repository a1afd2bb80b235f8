namespace Fairlead.Core.Tests;

/// <summary>Reports about the editor's state are true, and no more than needed.</summary>
public class StateTests
{
    private static string? LastPhase(Desk desk) => desk.Socket.Requests("editor.phase").LastOrDefault()?["params"]!.Value<string>("phase");

    [Fact]
    public void Phases_follow_Unitys_events()
    {
        var desk = new Desk();
        desk.Connect();
        desk.Core.Phases.SetPlaying(true);
        desk.Core.Step();
        Assert.Equal("playing", LastPhase(desk));
        desk.Core.Phases.SetCompiling(true, "Assembly-CSharp");
        desk.Core.Step();
        Assert.Equal("compiling", LastPhase(desk));
        Assert.Equal("Assembly-CSharp", desk.Socket.Requests("editor.phase").Last()["params"]!.Value<string>("detail"));
        desk.Core.Phases.SetCompiling(false);
        desk.Core.Phases.SetPlaying(false);
        desk.Core.Step();
        desk.Core.Step();
        Assert.Equal("ready", LastPhase(desk));
        Assert.Equal(3, desk.Socket.Requests("editor.phase").Count());
    }

    [Fact]
    public void A_paused_game_says_so_and_a_pause_set_before_it_plays_does_not()
    {
        var desk = new Desk();
        desk.Connect();
        string? Detail() => desk.Socket.Requests("editor.phase").LastOrDefault()?["params"]!.Value<string>("detail");
        desk.Core.Phases.SetPaused(true);
        desk.Core.Step();
        Assert.Null(LastPhase(desk));
        desk.Core.Phases.SetPlaying(true);
        desk.Core.Step();
        Assert.Equal(("playing", "paused"), (LastPhase(desk), Detail()));
        desk.Core.Phases.SetPaused(false);
        desk.Core.Step();
        Assert.Equal(("playing", null), (LastPhase(desk), Detail()));
    }

    [Fact]
    public void A_main_thread_that_stands_still_while_a_call_waits_is_busy_and_then_probably_behind_a_dialog()
    {
        var tool = new FakeTool("create", _ => ToolReply.Ok(null));
        var desk = new Desk(tool);
        desk.Connect();
        // Asleep in the background for an hour: nothing is wrong with that.
        desk.Clock.NowMs += 3_600_000;
        desk.Core.Step();
        Assert.Null(LastPhase(desk));
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "create", deadlineMs: 20_000));
        desk.Core.Step();
        desk.Clock.NowMs += PhaseTracker.BusyAfterMs;
        desk.Core.Step();
        Assert.Equal("busy", LastPhase(desk));
        desk.Clock.NowMs += PhaseTracker.ModalAfterMs;
        desk.Core.Step();
        Assert.Equal("modal", LastPhase(desk));
        desk.Clock.NowMs += 20_000;
        desk.Core.Step();
        Assert.Equal("modal_dialog", desk.Outcome("r1")!["error"]!.Value<string>("code"));
        Assert.Empty(tool.Ran);
        desk.Tick();
        desk.Core.Step();
        Assert.Equal("ready", LastPhase(desk));
        Assert.Empty(tool.Ran);
    }

    [Fact]
    public void A_focused_editor_is_expected_to_tick_also_without_calls()
    {
        var desk = new Desk();
        desk.Connect();
        desk.Core.Phases.SetTicksExpected(true);
        desk.Core.Step();
        desk.Clock.NowMs += PhaseTracker.ModalAfterMs;
        desk.Core.Step();
        Assert.Equal("modal", LastPhase(desk));
    }

    [Fact]
    public void Compiling_for_minutes_is_no_dialog()
    {
        var desk = new Desk();
        desk.Connect();
        desk.Core.Phases.SetTicksExpected(true);
        desk.Core.Phases.SetCompiling(true);
        for (var i = 0; i < 100; i++)
        {
            desk.Clock.NowMs += 5_000;
            desk.Core.Step();
        }
        Assert.Equal("compiling", LastPhase(desk));
    }

    [Fact]
    public void Changes_are_told_at_most_four_times_a_second_and_only_to_who_watches()
    {
        var desk = new Desk();
        desk.Connect();
        desk.Core.Changed(ChangeScopes.Hierarchy);
        desk.Core.Step();
        Assert.Empty(desk.Socket.Requests("editor.changed"));
        desk.Socket.Deliver(Desk.Notification("watch", new JObject { ["watching"] = true }));
        desk.Core.Step();
        Assert.Empty(desk.Socket.Requests("editor.changed"));
        for (var i = 0; i < 1_000; i++)
        {
            desk.Core.Changed(i % 2 == 0 ? ChangeScopes.Hierarchy : ChangeScopes.Console);
            desk.Clock.NowMs += 1;
            desk.Core.Step();
        }
        Assert.InRange(desk.Socket.Requests("editor.changed").Count(), 3, 4);
        Assert.Equal(["hierarchy", "console"], desk.Socket.Requests("editor.changed").Last()["params"]!["scopes"]!.Values<string>()!);
        desk.Socket.Deliver(Desk.Notification("watch", new JObject { ["watching"] = false }));
        var before = desk.Socket.Sent.Count;
        desk.Core.Changed(ChangeScopes.Scene);
        desk.Clock.NowMs += 1_000;
        desk.Core.Step();
        Assert.Equal(before, desk.Socket.Sent.Count);
    }

    [Fact]
    public void The_console_is_bounded_filtered_and_gives_stacks_only_when_asked()
    {
        var clock = new FakeClock();
        var console = new ConsoleHistory(clock, new MemoryState());
        for (var i = 0; i < ConsoleHistory.MaxEntries + 10; i++) console.Add(LogKind.Log, $"line {i}");
        clock.NowMs += 1_000;
        var since = clock.UtcNow;
        console.Add(LogKind.Error, "bad", "stack");
        console.Add(LogKind.Assert, new string('x', 50_000));
        Assert.Equal(ConsoleHistory.MaxEntries, console.Read(1, LogFilter.All, null, false).Value<int>("total"));
        var errors = console.Read(10, LogFilter.Errors, since, false);
        Assert.Equal(2, errors.Value<int>("total"));
        Assert.Null(errors["logs"]![1]!["stackTrace"]);
        Assert.Equal(ConsoleHistory.MaxTextLength, errors["logs"]![0]!.Value<string>("message")!.Length);
        Assert.Equal(0, console.Read(10, LogFilter.Warnings, null, false).Value<int>("total"));
        console.Clear();
        Assert.Equal(0, console.Read(10, LogFilter.All, null, false).Value<int>("total"));
    }

    [Fact]
    public void A_reload_keeps_the_newest_lines_that_fit_and_writes_nothing_when_there_is_no_new_one()
    {
        var state = new MemoryState();
        var console = new ConsoleHistory(new FakeClock(), state);
        for (var i = 0; i < 200; i++) console.Add(LogKind.Log, $"{i} {new string('x', 8_000)}");
        console.Save(state);
        Assert.InRange(state.Values["Fairlead.Console"].Length, 1, (int)(ConsoleHistory.MaxKeptChars * 1.1));
        console.Save(state);
        Assert.Equal(1, state.Writes);

        var next = new ConsoleHistory(new FakeClock(), state);
        var kept = next.Read(1, LogFilter.All, null, false);
        Assert.StartsWith("199 ", kept["logs"]![0]!.Value<string>("message"));
        Assert.InRange(kept.Value<int>("total"), 20, 40);
        // A reload in which nothing was logged.
        next.Save(state);
        Assert.Equal(1, state.Writes);
        next.Add(LogKind.Log, "new");
        next.Save(state);
        Assert.Equal(2, state.Writes);
        next.Clear();
        next.Save(state);
        Assert.Equal(0, new ConsoleHistory(new FakeClock(), state).Read(1, LogFilter.All, null, false).Value<int>("total"));
    }

    [Fact]
    public void One_line_larger_than_what_is_kept_is_kept_all_the_same()
    {
        var state = new MemoryState();
        var console = new ConsoleHistory(new FakeClock(), state);
        console.Add(LogKind.Error, new string('e', 50_000), new string('s', 50_000));
        console.Save(state);
        Assert.Equal(1, new ConsoleHistory(new FakeClock(), state).Read(1, LogFilter.All, null, false).Value<int>("total"));
    }

    [Fact]
    public void A_text_is_cut_between_characters()
    {
        Assert.Equal("ab…", Json.Cut("abcdef", 3));
        Assert.Equal("a…", Json.Cut("a😀bcd", 3));
        Assert.Equal("a😀", Json.Cut("a😀", 3));
    }
}
