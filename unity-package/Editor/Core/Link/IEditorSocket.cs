#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>One WebSocket to the relay, dialled once. Members may be called from any thread and never block or throw.</summary>
    public interface IEditorSocket
    {
        /// <summary>
        /// Dials, with the nonce for the relay's proof. <paramref name="events"/> hears of it on other threads, never inside this call.
        /// </summary>
        void Connect(Uri address, string nonce, string subprotocol, IEditorSocketEvents events);

        /// <summary>Sends a text frame after those before it; does nothing once the socket is closed.</summary>
        void Send(string text);

        /// <summary>Sends what is left and then a close frame; gives up waiting for the answer after a second.</summary>
        void Close(int code, string reason);

        /// <summary>Drops the connection without a word.</summary>
        void Abort();

        /// <summary>Blocks until the socket is closed, at most this long. For the moment before a domain reload.</summary>
        bool WaitClosed(int timeoutMs);
    }

    /// <summary>Events of a socket. One at a time, in order.</summary>
    public interface IEditorSocketEvents
    {
        /// <summary>The upgrade was accepted.</summary>
        void Opened(IEditorSocket socket);

        /// <summary>A text frame came.</summary>
        void Received(IEditorSocket socket, string text);

        /// <summary>A binary frame came, which the wire does not have.</summary>
        void ReceivedBinary(IEditorSocket socket);

        /// <summary>
        /// The last event. <paramref name="code"/>: the peer's close code; <see cref="CloseCode.Lost"/> without one.
        /// </summary>
        void Closed(IEditorSocket socket, int code);
    }
}
