using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

namespace Fairlead.Core.Tests;

/// <summary>A WebSocket server on 127.0.0.1 that does what a test tells it, down to the HTTP answer.</summary>
internal sealed class LoopbackServer : IDisposable
{
    private readonly TcpListener listener = new(IPAddress.Loopback, 0);

    public LoopbackServer() => listener.Start();

    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    public Uri Address => new($"ws://127.0.0.1:{Port}/editor");

    public void Dispose() => listener.Stop();

    /// <summary>Reads one upgrade request and refuses it.</summary>
    public async Task<string> Refuse(int status)
    {
        using var client = await listener.AcceptTcpClientAsync();
        var head = await ReadHead(client.GetStream());
        await client.GetStream()
            .WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 {status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        return head;
    }

    /// <summary>Accepts one upgrade; gives the request's head and the socket.</summary>
    public async Task<(string Head, WebSocket Socket)> Accept()
    {
        var (head, stream) = await Upgrade();
        return (head, WebSocket.CreateFromStream(stream, true, EditorWire.Subprotocol, Timeout.InfiniteTimeSpan));
    }

    /// <summary>Accepts one upgrade; what is written then need be no frames.</summary>
    public async Task<NetworkStream> AcceptStream() => (await Upgrade()).Stream;

    private async Task<(string Head, NetworkStream Stream)> Upgrade()
    {
        var client = await listener.AcceptTcpClientAsync();
        var stream = new NetworkStream(client.Client, true);
        var head = await ReadHead(stream);
        var key = head.Split("\r\n").Single(l => l.StartsWith("Sec-WebSocket-Key:", StringComparison.OrdinalIgnoreCase))[18..].Trim();
        using var sha = System.Security.Cryptography.SHA1.Create();
        var accept = Convert.ToBase64String(sha.ComputeHash(Encoding.ASCII.GetBytes(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")));
        await stream.WriteAsync(Encoding.ASCII.GetBytes(
            $"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            + $"{accept}\r\nSec-WebSocket-Protocol: {EditorWire.Subprotocol}\r\n\r\n"));
        return (head, stream);
    }

    private static async Task<string> ReadHead(NetworkStream stream)
    {
        var head = new StringBuilder();
        var one = new byte[1];
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal) && await stream.ReadAsync(one) == 1)
            head.Append((char)one[0]);
        return head.ToString();
    }
}

/// <summary>The relay's half of the proof that begins a connection.</summary>
internal static class RelayProof
{
    /// <summary>The frame for an editor that sent this nonce.</summary>
    public static JObject Frame(string token, string editorNonce)
    {
        var relayNonce = new string('r', 32);
        return new JObject
        {
            ["jsonrpc"] = "2.0",
            ["method"] = "relay.proof",
            ["params"] = new JObject
            {
                ["nonce"] = relayNonce,
                ["proof"] = new TokenProof(token, editorNonce).Of("relay", relayNonce),
            },
        };
    }

    /// <summary>Sends it on a socket whose upgrade had this head.</summary>
    public static Task Send(WebSocket socket, string head, string token)
    {
        const string header = TokenProof.NonceHeader + ": ";
        var nonce = head.Split("\r\n").Single(line => line.StartsWith(header, StringComparison.OrdinalIgnoreCase))[header.Length..];
        var text = Frame(token, nonce).ToString(Newtonsoft.Json.Formatting.None);
        return socket.SendAsync(new ArraySegment<byte>(Encoding.UTF8.GetBytes(text)), WebSocketMessageType.Text, true, default);
    }
}

/// <summary>Writes down what a socket tells.</summary>
internal sealed class SocketLog : IEditorSocketEvents
{
    private readonly TaskCompletionSource<bool> opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<int> closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly System.Collections.Concurrent.ConcurrentQueue<string> texts = new();
    private readonly SemaphoreSlim arrived = new(0);

    /// <summary>Thrown for each text that comes.</summary>
    public Exception? Fault { get; set; }

    public Task<int> Code => closed.Task.WaitAsync(Limit);

    public Task WhenOpen => opened.Task.WaitAsync(Limit);

    private static TimeSpan Limit => TimeSpan.FromSeconds(60);

    public async Task<string> Next()
    {
        Assert.True(await arrived.WaitAsync(Limit), "No text came.");
        return texts.TryDequeue(out var text) ? text : throw new InvalidOperationException("The text is gone.");
    }

    public void Opened(IEditorSocket socket) => opened.TrySetResult(true);

    public void Received(IEditorSocket socket, string text)
    {
        if (Fault != null) throw Fault;
        Add(text);
    }

    public void ReceivedBinary(IEditorSocket socket) => Add("(binary)");

    public void Closed(IEditorSocket socket, int code) => closed.TrySetResult(code);

    private void Add(string text)
    {
        texts.Enqueue(text);
        arrived.Release();
    }
}
