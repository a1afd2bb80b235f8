namespace Fairlead.Core.Tests;

/// <summary>The core and the relay as it is shipped, over a real socket and a real clock.</summary>
public sealed class RelayTests : IDisposable
{
    private readonly string home = Directory.CreateTempSubdirectory("fairlead-home-").FullName;
    private readonly string project = Directory.CreateTempSubdirectory("fairlead-project-").FullName;
    private readonly MemoryState state = new();
    private RelayFileWatch? files;
    private EditorCore? core;
    private LinkThread? thread;
    private Exception? fault;
    private int reloads;

    public void Dispose()
    {
        EndDomain();
        core?.Dispose();
        Directory.Delete(project, true);
        Directory.Delete(home, true);
    }

    [Fact]
    public async Task An_editor_is_seen_by_the_relay_and_survives_a_restart_of_it_and_a_domain_reload()
    {
        // The editor is first: it notices the relay when that starts.
        BeginDomain();
        var first = await RelayProcess.Start(home);
        try
        {
            var process = await Seen(1);
            Assert.Equal(("dotnet", "6000.3.0f1"), (process.Value<string>("kind"), process.Value<string>("unityVersion")));

            await first.DisposeAsync();
            await using var second = await RelayProcess.Start(home);
            var connSeq = (await Seen(2)).Value<long>("connSeq");

            core!.Phases.SetPlaying(true);
            await Phase("playing");
            core.BeforeReload();
            await Phase("reloading");
            EndDomain();
            BeginDomain();
            var after = await Seen(connSeq + 1);
            Assert.Equal(process.Value<string>("sessionId"), after.Value<string>("sessionId"));
            await Phase("ready");

            core.Dispose();
            await Phase("gone");
        }
        finally
        {
            await first.DisposeAsync();
        }
        Assert.Null(fault);
    }

    [Fact]
    public async Task A_relay_with_another_token_is_not_trusted_and_the_right_token_is_taken_up_when_it_comes()
    {
        await using var relay = await RelayProcess.Start(home);
        var file = RelayHome.FileIn(home);
        var right = await File.ReadAllTextAsync(file);
        var wrong = JObject.Parse(right);
        wrong["token"] = new string('x', 43);
        await File.WriteAllTextAsync(file, wrong.ToString());
        BeginDomain();
        await RelayProcess.Until("the distrust", () => core!.Link is { State: LinkState.Waiting, LastCloseCode: CloseCode.Unproven });
        await File.WriteAllTextAsync(file, right);
        await Seen(2);
        Assert.Null(fault);
    }

    [Fact]
    public async Task Calls_through_the_relay_run_once_and_are_answered_though_the_domain_reloads_under_them()
    {
        const int count = 200;
        var effects = new Dictionary<string, int>();
        ToolReply Effect(ToolCall call, ToolReply reply)
        {
            effects[call.CallId] = effects.GetValueOrDefault(call.CallId) + 1;
            return reply;
        }
        AgentTool[] tools =
        [
            new FakeTool("unity_hierarchy", call => Effect(call, ToolReply.Ok(new JObject { ["name"] = call.Arguments["name"] }))),
            new FakeTool("unity_refresh", call => Effect(call, ToolReply.Later)) { OnResume = _ =>
                ToolReply.Ok(new JObject { ["recompiled"] = true }) },
        ];
        await using var room = await RoomProcess.Start(home, project);
        await using var relay = await RelayProcess.Start(home);
        BeginDomain(tools);
        await Seen(1);
        for (var i = 0; i < count; i++)
        {
            room.Call($"c.{i}", "unity_hierarchy", new JObject { ["action"] = "create", ["name"] = $"Cube {i}" });
            // A deferred call can only end in another domain.
            if (i % 50 == 25) room.Call($"c.refresh.{i}", "unity_refresh", []);
        }
        const int total = count + 4;
        await RelayProcess.Until("every answer", () =>
        {
            core!.Tick(2);
            if (effects.Keys.Count(id => id.StartsWith("c.refresh", StringComparison.Ordinal)) > reloads)
            {
                reloads++;
                core.BeforeReload();
                EndDomain();
                BeginDomain(tools);
            }
            return room.Answered == total;
        });
        Assert.Equal(4, reloads);
        Assert.Equal(total, effects.Count);
        Assert.All(effects, effect => Assert.Equal(1, effect.Value));
        for (var i = 0; i < count; i++) Assert.Equal($"Cube {i}", room.Answer($"c.{i}")["outcome"]!["result"]!.Value<string>("name"));
        Assert.True(room.Answer("c.refresh.25")["outcome"]!["result"]!.Value<bool>("recompiled"));
        Assert.Null(fault);
    }

    [Fact]
    public async Task A_reply_of_25_MB_is_kept_whole_and_the_next_call_is_answered()
    {
        const int length = 25_000_000;
        AgentTool[] tools =
        [
            new FakeTool("unity_query", _ => ToolReply.Ok(new JObject { ["text"] = "ü" + new string('x', length) }), isRead: true),
            new FakeTool("unity_hierarchy", call => ToolReply.Ok(call.Arguments)),
        ];
        await using var room = await RoomProcess.Start(home, project);
        await using var relay = await RelayProcess.Start(home);
        BeginDomain(tools);
        await Seen(1);
        room.Call("c.large", "unity_query", new JObject { ["action"] = "hierarchy" });
        await TickUntil("the large answer", () => room.Answered == 1);
        var error = room.Answer("c.large")["outcome"]!["error"]!;
        Assert.Equal("too_large", error.Value<string>("code"));
        var kept = JObject.Parse(await File.ReadAllTextAsync(Path.Combine(project, error["data"]!.Value<string>("file")!)));
        Assert.Equal(length + 1, kept.Value<string>("text")!.Length);
        Assert.StartsWith("üx", kept.Value<string>("text"));
        room.Call("c.next", "unity_hierarchy", new JObject { ["action"] = "create", ["name"] = "Next" });
        await TickUntil("the next answer", () => room.Answered == 2);
        Assert.Equal("Next", room.Answer("c.next")["outcome"]!["result"]!.Value<string>("name"));
        Assert.Equal((1, (Exception?)null), ((int)core!.Link.ConnSeq, fault));
    }

    /// <summary>A relay gone mad: the editor ends the connection, dials again, and works.</summary>
    [Fact]
    public async Task Ten_thousand_malformed_frames_at_once_end_one_connection()
    {
        using var server = new LoopbackServer();
        var token = new string('t', 43);
        await File.WriteAllTextAsync(
            RelayHome.FileIn(home),
            new JObject { ["port"] = server.Port, ["token"] = token, ["pid"] = Environment.ProcessId }.ToString());
        BeginDomain(new FakeTool("unity_hierarchy", call => ToolReply.Ok(call.Arguments)));
        using var mad = await Proved(server.Accept(), token);
        await Hear(mad);
        var next = server.Accept();
        try
        {
            foreach (var text in RpcFrameTests.Mutations(seed: 7, count: 20_000)
                .Where(t => RpcFrame.Parse(t).Kind == RpcFrameKind.Malformed).Take(10_000))
                await Say(mad, text);
        }
        catch (Exception e) when (e is System.Net.WebSockets.WebSocketException or IOException or ObjectDisposedException)
        {
            // The editor has had enough, as it should.
        }
        using var sane = await Proved(next, token);
        var hello = await Hear(sane);
        Assert.Equal(2, hello["params"]!.Value<int>("connSeq"));
        await Say(sane,
            """
            {"jsonrpc":"2.0","id":"hello-2",
             "result":{"protocolVersion":1,"relayVersion":"0.1.0","forget":[],"watching":false}}
            """);
        await Say(sane, Json.Write(Desk.CallMessage("r1", "c.1", "unity_hierarchy", new JObject { ["name"] = "Sane" })));
        var answer = Hear(sane);
        await TickUntil("the answer", () => answer.IsCompleted);
        Assert.Equal("Sane", (await answer)["result"]!["result"]!.Value<string>("name"));
        Assert.Equal(CloseCode.ProtocolError, core!.Link.LastCloseCode);
        Assert.Null(fault);
    }

    /// <summary>An accepted socket, once both ends have proved themselves.</summary>
    private static async Task<System.Net.WebSockets.WebSocket> Proved(
        Task<(string Head, System.Net.WebSockets.WebSocket Socket)> accepted, string token)
    {
        var (head, socket) = await accepted;
        await RelayProof.Send(socket, head, token);
        Assert.Equal("editor.proof", (await Hear(socket)).Value<string>("method"));
        return socket;
    }

    private static Task Say(System.Net.WebSockets.WebSocket socket, string text) =>
        socket.SendAsync(new ArraySegment<byte>(System.Text.Encoding.UTF8.GetBytes(text)), System.Net.WebSockets.WebSocketMessageType.Text,
            true, default);

    private static async Task<JObject> Hear(System.Net.WebSockets.WebSocket socket)
    {
        var buffer = new byte[64 * 1024];
        var part = await socket.ReceiveAsync(new ArraySegment<byte>(buffer), default);
        return JObject.Parse(System.Text.Encoding.UTF8.GetString(buffer, 0, part.Count));
    }

    private Task TickUntil(string what, Func<bool> isSo) =>
        RelayProcess.Until(what, () =>
        {
            core!.Tick(8);
            return isSo();
        });

    private void BeginDomain(params AgentTool[] tools)
    {
        EditorCore made = null!;
        files = new RelayFileWatch(home, () => made.RelayFileChanged());
        var identity = new EditorIdentity(project, "5c0f6c0e2f4b4d0d9d1c1f2a3b4c5d6e", "6000.3.0f1", Environment.ProcessId, "0.1.0",
            "dotnet");
        core = made = new EditorCore(identity, state, new EditorPorts(files) { Report = e => fault = e });
        foreach (var tool in tools) core.Register(tool);
        core.Start();
        thread = new LinkThread(core, e => fault = e);
    }

    private void EndDomain()
    {
        thread?.Dispose();
        files?.Dispose();
    }

    /// <summary>The editor's process as the relay tells it, once it is connected with this connSeq or a higher one.</summary>
    private async Task<JObject> Seen(long connSeq)
    {
        await RelayProcess.Until($"a connection {connSeq}", () =>
            core!.Link is { State: LinkState.Connected } link && link.ConnSeq >= connSeq);
        var editor = Assert.Single((await RelayProcess.Status(home))["editors"]!);
        Assert.Equal(core!.Link.ConnSeq, editor["process"]!.Value<long>("connSeq"));
        return (JObject)editor["process"]!;
    }

    private async Task Phase(string phase)
    {
        // A seat without a link vanishes with its editor.
        string? seen = null;
        for (var i = 0; i < 60 && seen != phase; i++)
            seen = (await RelayProcess.Status(home))["editors"]!.FirstOrDefault()?.Value<string>("phase") ?? "gone";
        Assert.Equal(phase, seen);
    }
}
