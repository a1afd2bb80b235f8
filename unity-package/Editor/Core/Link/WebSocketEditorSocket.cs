#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Fairlead.Core
{
    /// <summary>A socket of System.Net.WebSockets, served by the thread pool and never by Unity's main thread.</summary>
    public sealed class WebSocketEditorSocket : IEditorSocket
    {
        /// <summary>A peer that does not answer the close frame must not keep the socket open.</summary>
        private const int CloseTimeoutMs = 1_000;
        private const int ReceiveBufferBytes = 64 * 1024;

        /// <summary>A buffer that grew beyond this for one large frame is not kept.</summary>
        private const int KeptBufferBytes = 1024 * 1024;

        /// <summary>WebSocket allows 123 bytes of reason.</summary>
        private const int MaxReasonLength = 120;

        private readonly object gate = new object();
        private readonly ClientWebSocket socket = new ClientWebSocket();
        private readonly Action<Exception> report;
        private readonly CancellationTokenSource ended = new CancellationTokenSource();
        private readonly ManualResetEventSlim closed = new ManualResetEventSlim();
        private readonly Queue<Outgoing> outgoing = new Queue<Outgoing>();
        private bool open;
        private bool sending;
        private bool closing;

        /// <summary><paramref name="report"/> gets errors that are not the connection's, on other threads.</summary>
        public WebSocketEditorSocket(Action<Exception> report)
        {
            this.report = report;
        }

        /// <inheritdoc/>
        public void Connect(Uri address, string nonce, string subprotocol, IEditorSocketEvents events)
        {
            socket.Options.SetRequestHeader(TokenProof.NonceHeader, nonce);
            socket.Options.AddSubProtocol(subprotocol);
            // 127.0.0.1 is never behind a proxy, whatever the machine's settings say.
            socket.Options.Proxy = null;
            _ = Task.Run(() => Serve(address, events));
        }

        /// <inheritdoc/>
        public void Send(string text) => Enqueue(new Outgoing(Encoding.UTF8.GetBytes(text)));

        /// <inheritdoc/>
        public void Close(int code, string reason)
        {
            Enqueue(new Outgoing(code, Json.Cut(reason, MaxReasonLength)));
            // Ends with the connection: a timer would keep this domain's objects alive after the domain is gone.
            _ = Task.Delay(CloseTimeoutMs, ended.Token).ContinueWith(_ => Abort(), TaskScheduler.Default);
        }

        /// <inheritdoc/>
        public void Abort()
        {
            try
            {
                ended.Cancel();
                socket.Abort();
            }
            catch (Exception e)
            {
                // The socket is closed already, or about to be.
                Note(e);
            }
        }

        /// <inheritdoc/>
        public bool WaitClosed(int timeoutMs) => closed.Wait(timeoutMs);

        private async Task Serve(Uri address, IEditorSocketEvents events)
        {
            var code = CloseCode.Lost;
            try
            {
                await socket.ConnectAsync(address, ended.Token).ConfigureAwait(false);
                lock (gate) open = true;
                events.Opened(this);
                Pump();
                code = await Receive(events).ConfigureAwait(false);
            }
            catch (Exception e)
            {
                Note(e);
            }
            lock (gate)
            {
                closing = true;
                outgoing.Clear();
            }
            Abort();
            socket.Dispose();
            closed.Set();
            events.Closed(this, code);
        }

        private async Task<int> Receive(IEditorSocketEvents events)
        {
            var buffer = new ArraySegment<byte>(new byte[ReceiveBufferBytes]);
            var message = new MemoryStream();
            while (true)
            {
                var part = await socket.ReceiveAsync(buffer, ended.Token).ConfigureAwait(false);
                if (part.MessageType == WebSocketMessageType.Close)
                {
                    await AnswerClose().ConfigureAwait(false);
                    return (int?)socket.CloseStatus ?? CloseCode.Lost;
                }
                if (message.Length + part.Count > EditorWire.MaxFrameBytes)
                {
                    Close(CloseCode.TooLarge, "A frame was larger than the wire allows.");
                    return await Drain(buffer).ConfigureAwait(false);
                }
                message.Write(buffer.Array!, 0, part.Count);
                if (!part.EndOfMessage) continue;
                if (part.MessageType == WebSocketMessageType.Text)
                    events.Received(this, Encoding.UTF8.GetString(message.GetBuffer(), 0, (int)message.Length));
                else
                    events.ReceivedBinary(this);
                if (message.Capacity > KeptBufferBytes) message = new MemoryStream();
                else message.SetLength(0);
            }
        }

        /// <summary>Takes in what the peer had sent before it saw our close frame.</summary>
        private async Task<int> Drain(ArraySegment<byte> buffer)
        {
            try
            {
                while (true)
                {
                    var part = await socket.ReceiveAsync(buffer, ended.Token).ConfigureAwait(false);
                    if (part.MessageType == WebSocketMessageType.Close) break;
                }
            }
            catch (Exception e)
            {
                // The time to close was up.
                Note(e);
            }
            return CloseCode.TooLarge;
        }

        private async Task AnswerClose()
        {
            if (socket.State != WebSocketState.CloseReceived) return;
            lock (gate)
            {
                // An answer would collide with a send under way; dropping the socket is answer enough then.
                if (sending || closing) return;
                closing = true;
            }
            await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", ended.Token).ConfigureAwait(false);
        }

        private void Enqueue(Outgoing next)
        {
            lock (gate)
            {
                if (closing) return;
                closing = next.Bytes == null;
                outgoing.Enqueue(next);
            }
            Pump();
        }

        private void Pump()
        {
            lock (gate)
            {
                if (!open || sending || outgoing.Count == 0) return;
                sending = true;
            }
            _ = Task.Run(SendAll);
        }

        private async Task SendAll()
        {
            try
            {
                while (true)
                {
                    Outgoing next;
                    lock (gate)
                    {
                        if (outgoing.Count == 0)
                        {
                            sending = false;
                            return;
                        }
                        next = outgoing.Dequeue();
                    }
                    if (next.Bytes != null)
                        await socket
                            .SendAsync(new ArraySegment<byte>(next.Bytes), WebSocketMessageType.Text, true, ended.Token)
                            .ConfigureAwait(false);
                    else
                        await socket
                            .CloseOutputAsync((WebSocketCloseStatus)next.Code, next.Reason, ended.Token)
                            .ConfigureAwait(false);
                }
            }
            catch (Exception e)
            {
                // The receiving side ends with the same fault.
                Note(e);
                Abort();
            }
        }

        /// <summary>
        /// Connections break, and every runtime has its own exception for that; anything else is a defect and must not pass for it.
        /// </summary>
        private void Note(Exception e)
        {
            var isOfConnection = e is WebSocketException || e is OperationCanceledException || e is IOException || e is SocketException
                || e is WebException || e is ObjectDisposedException || e is InvalidOperationException;
            if (!isOfConnection) report(e);
        }

        private readonly struct Outgoing
        {
            internal Outgoing(byte[] bytes)
            {
                Bytes = bytes;
                Code = 0;
                Reason = "";
            }

            internal Outgoing(int code, string reason)
            {
                Bytes = null;
                Code = code;
                Reason = reason;
            }

            /// <summary>The bytes to send; null for a close frame.</summary>
            internal byte[]? Bytes { get; }

            internal int Code { get; }

            internal string Reason { get; }
        }
    }
}
