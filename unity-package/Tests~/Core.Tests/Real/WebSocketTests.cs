using System.Net.WebSockets;
using System.Text;

namespace Fairlead.Core.Tests;

/// <summary>The socket that users will have, against a server of the test.</summary>
public sealed class WebSocketTests : IDisposable
{
    private const string Token = "0123456789abcdef0123456789abcdef";
    private readonly LoopbackServer server = new();
    private readonly List<Exception> defects = [];
    private readonly WebSocketEditorSocket socket;
    private readonly SocketLog log = new();

    public WebSocketTests() => socket = new WebSocketEditorSocket(defects.Add);

    public void Dispose()
    {
        socket.Abort();
        server.Dispose();
    }

    [Fact]
    public async Task It_sends_token_and_subprotocol_and_carries_text_both_ways_in_order()
    {
        var peer = await Connect();
        for (var i = 0; i < 200; i++) socket.Send($"ä{i}");
        for (var i = 0; i < 200; i++) Assert.Equal($"ä{i}", await Read(peer));
        var large = new string('ü', 300_000);
        await peer.SendAsync(Encoding.UTF8.GetBytes(large), WebSocketMessageType.Text, true, default);
        Assert.Equal(large, await log.Next());
        await peer.SendAsync(new byte[] { 1 }, WebSocketMessageType.Binary, true, default);
        Assert.Equal("(binary)", await log.Next());
    }

    [Fact]
    public async Task It_closes_with_its_code_after_what_was_sent_before()
    {
        var peer = await Connect();
        socket.Send("last");
        socket.Close(CloseCode.Reloading, "The domain reloads.");
        socket.Send("too late");
        Assert.Equal("last", await Read(peer));
        var close = await peer.ReceiveAsync(new byte[100], default);
        Assert.Equal((WebSocketMessageType.Close, CloseCode.Reloading), (close.MessageType, (int)close.CloseStatus!));
        await peer.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", default);
        await log.Code;
        Assert.True(socket.WaitClosed(10_000));
    }

    [Fact]
    public async Task It_tells_the_peers_close_code()
    {
        var peer = await Connect();
        await peer.CloseAsync((WebSocketCloseStatus)CloseCode.Restarting, "The relay stops.", default);
        Assert.Equal(CloseCode.Restarting, await log.Code);
    }

    [Fact]
    public async Task A_broken_connection_is_lost_and_no_defect()
    {
        var peer = await Connect();
        peer.Abort();
        Assert.Equal(CloseCode.Lost, await log.Code);
        Assert.Empty(defects);
    }

    [Fact]
    public async Task A_defect_in_what_hears_the_socket_does_not_pass_for_a_broken_connection()
    {
        log.Fault = new KeyNotFoundException("a defect");
        var peer = await Connect();
        await peer.SendAsync(Encoding.UTF8.GetBytes("text"), WebSocketMessageType.Text, true, default);
        Assert.Equal(CloseCode.Lost, await log.Code);
        Assert.IsType<KeyNotFoundException>(Assert.Single(defects));
    }

    [Fact]
    public async Task A_wrong_token_is_told_by_the_close_code()
    {
        var peer = await Connect();
        // Its hello is under way meanwhile.
        socket.Send("hello");
        await peer.CloseOutputAsync((WebSocketCloseStatus)CloseCode.Unauthorized, "The token is not that of the running relay.", default);
        Assert.Equal(CloseCode.Unauthorized, await log.Code);
    }

    [Theory]
    [InlineData(401, CloseCode.Unauthorized)]
    [InlineData(403, CloseCode.Unauthorized)]
    [InlineData(404, CloseCode.Lost)]
    [InlineData(503, CloseCode.Lost)]
    public async Task A_refused_upgrade_is_told_from_one_that_failed(int status, int code)
    {
        var request = server.Refuse(status);
        socket.Connect(server.Address, Token, EditorWire.Subprotocol, log);
        Assert.Contains($"Authorization: Bearer {Token}", await request);
        Assert.Equal(code, await log.Code);
    }

    [Fact]
    public async Task Where_nobody_listens_the_connection_is_lost()
    {
        var address = server.Address;
        server.Dispose();
        socket.Connect(address, Token, EditorWire.Subprotocol, log);
        Assert.Equal(CloseCode.Lost, await log.Code);
    }

    [Fact]
    public async Task A_frame_above_the_bound_closes_with_4008()
    {
        var peer = await Connect();
        var chunk = new byte[EditorWire.MaxFrameBytes];
        Array.Fill(chunk, (byte)' ');
        await peer.SendAsync(chunk, WebSocketMessageType.Text, true, default);
        Assert.Equal(chunk.Length, (await log.Next()).Length);
        await peer.SendAsync(chunk, WebSocketMessageType.Text, false, default);
        await peer.SendAsync(new byte[] { 32 }, WebSocketMessageType.Text, true, default);
        var close = await peer.ReceiveAsync(new byte[200], default);
        Assert.Equal(CloseCode.TooLarge, (int)close.CloseStatus!);
        await peer.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", default);
        Assert.Equal(CloseCode.TooLarge, await log.Code);
    }

    private async Task<WebSocket> Connect()
    {
        var accepted = server.Accept();
        socket.Connect(server.Address, Token, EditorWire.Subprotocol, log);
        var (head, peer) = await accepted;
        Assert.Contains($"Authorization: Bearer {Token}", head);
        Assert.Contains($"Sec-WebSocket-Protocol: {EditorWire.Subprotocol}", head);
        Assert.DoesNotContain("Origin:", head);
        await log.WhenOpen;
        return peer;
    }

    private static async Task<string> Read(WebSocket peer)
    {
        var buffer = new byte[1024];
        var part = await peer.ReceiveAsync(buffer, default);
        return Encoding.UTF8.GetString(buffer, 0, part.Count);
    }
}
