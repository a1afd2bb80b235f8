using System.Net.WebSockets;
using System.Text;

namespace Fairlead.Core.Tests;

/// <summary>The socket that users will have, against a server of the test.</summary>
public sealed class WebSocketTests : IDisposable
{
    private const string Nonce = "0123456789abcdef0123456789abcdef";
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
    public async Task It_sends_nonce_and_subprotocol_and_carries_text_both_ways_in_order()
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
        await peer.CloseAsync((WebSocketCloseStatus)CloseCode.Restarting, "The relay is stopping.", default);
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

    /// <summary>Mono's client does not tell it from a relay that is not there: the relay says by a close code what is wrong.</summary>
    [Theory]
    [InlineData(401)]
    [InlineData(403)]
    [InlineData(503)]
    public async Task A_refused_upgrade_is_a_lost_connection(int status)
    {
        var request = server.Refuse(status);
        socket.Connect(server.Address, Nonce, EditorWire.Subprotocol, log);
        Assert.Contains($"{TokenProof.NonceHeader}: {Nonce}", await request);
        Assert.Equal(CloseCode.Lost, await log.Code);
        Assert.Empty(defects);
    }

    [Fact]
    public async Task Where_nobody_listens_the_connection_is_lost()
    {
        var address = server.Address;
        server.Dispose();
        socket.Connect(address, Nonce, EditorWire.Subprotocol, log);
        Assert.Equal(CloseCode.Lost, await log.Code);
        Assert.Empty(defects);
    }

    [Fact]
    public async Task Characters_survive_frames_that_split_them_and_threads_that_send_at_once()
    {
        var peer = await Connect();
        const string text = "Würfel 立方体 😀 \u0000 \u2028";
        var bytes = Encoding.UTF8.GetBytes(text);
        for (var i = 0; i < bytes.Length; i++)
            await peer.SendAsync(new ArraySegment<byte>(bytes, i, 1), WebSocketMessageType.Text, i == bytes.Length - 1, default);
        Assert.Equal(text, await log.Next());

        const int threads = 8, each = 200;
        var senders = Enumerable.Range(0, threads).Select(t => Task.Run(() =>
        {
            for (var i = 0; i < each; i++) socket.Send($"{t} {i} {text}");
        })).ToArray();
        var next = new int[threads];
        for (var n = 0; n < threads * each; n++)
        {
            var parts = (await Read(peer)).Split(' ', 3);
            var t = int.Parse(parts[0]);
            Assert.Equal((next[t]++, text), (int.Parse(parts[1]), parts[2]));
        }
        await Task.WhenAll(senders);
    }

    /// <summary>A peer that speaks no WebSocket, or breaks off in the middle, ends the connection and nothing else.</summary>
    [Fact]
    public async Task Bytes_that_are_no_frame_end_the_connection()
    {
        byte[][] wrong =
        [
            [0xf1, 0x00], [0x83, 0x00], [0x80, 0x00], [0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9],
                [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x88, 0x01, 0x00], [0x89, 0x7e, 0x00, 0x80], [0x01, 0x01, 0x61, 0x81, 0x01, 0x61], [0x81, 0x05, 0x61],
            [.. Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\n\r\n")],
        ];
        var random = new Random(11);
        for (var i = 0; i < 100; i++)
        {
            var bytes = wrong[i % wrong.Length];
            if (i >= wrong.Length) random.NextBytes(bytes = [.. new byte[40]]);
            // The bits of a reserved opcode: never a frame.
            if (i >= wrong.Length) bytes[0] |= 0x70;
            var one = new WebSocketEditorSocket(defects.Add);
            var heard = new SocketLog();
            var accepted = server.AcceptStream();
            one.Connect(server.Address, Nonce, EditorWire.Subprotocol, heard);
            using (var stream = await accepted)
            {
                await heard.WhenOpen;
                await stream.WriteAsync(bytes, 0, bytes.Length);
            }
            Assert.True(await heard.Code is CloseCode.Lost or CloseCode.TooLarge, $"{BitConverter.ToString(bytes)}: {await heard.Code}");
        }
        Assert.Empty(defects);
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
        socket.Connect(server.Address, Nonce, EditorWire.Subprotocol, log);
        var (head, peer) = await accepted;
        Assert.Contains($"{TokenProof.NonceHeader}: {Nonce}", head);
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
