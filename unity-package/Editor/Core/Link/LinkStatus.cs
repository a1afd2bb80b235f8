#nullable enable
namespace Fairlead.Core
{
    /// <summary>The state of the connection to the relay.</summary>
    public enum LinkState
    {
        /// <summary>Not started, or ended.</summary>
        Stopped,

        /// <summary>No relay runs; its file is looked for.</summary>
        NoRelay,

        /// <summary>Waits before it dials again.</summary>
        Waiting,

        /// <summary>Dials, or has said hello.</summary>
        Connecting,

        /// <summary>Takes calls.</summary>
        Connected,

        /// <summary>The relay refused in a way that dialling again does not change; waits for another relay.</summary>
        Refused,
    }

    /// <summary>The connection as a window shows it. Immutable.</summary>
    public sealed class LinkStatus
    {
        internal LinkStatus(LinkState state, int port, long connSeq, int lastCloseCode)
        {
            State = state;
            Port = port;
            ConnSeq = connSeq;
            LastCloseCode = lastCloseCode;
        }

        /// <summary>The connection's state.</summary>
        public LinkState State { get; }

        /// <summary>Port of the relay dialled last; 0: none.</summary>
        public int Port { get; }

        /// <summary>connSeq of the latest dial.</summary>
        public long ConnSeq { get; }

        /// <summary>Close code of the previous connection; 0: there was none.</summary>
        public int LastCloseCode { get; }
    }
}
