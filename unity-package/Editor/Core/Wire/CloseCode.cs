#nullable enable
namespace Fairlead.Core
{
    /// <summary>WebSocket close codes of the editor link, and what the side that was closed does next.</summary>
    public static class CloseCode
    {
        /// <summary>The socket closed for good: the editor quits.</summary>
        public const int Normal = 1000;

        /// <summary>No close frame came: the connection broke.</summary>
        public const int Lost = 1006;

        /// <summary>A newer connection of the same session took over.</summary>
        public const int Superseded = 4001;

        /// <summary>This connection's connSeq is not newer than the one in place.</summary>
        public const int StaleConnSeq = 4002;

        /// <summary>The token is missing, wrong or revoked.</summary>
        public const int Unauthorized = 4003;

        /// <summary>The peer speaks a version of the wire this side does not.</summary>
        public const int UnsupportedVersion = 4004;

        /// <summary>The editor is about to reload its domain and reconnects by itself.</summary>
        public const int Reloading = 4005;

        /// <summary>The link between this folder and the cloud project was removed.</summary>
        public const int Unlinked = 4006;

        /// <summary>The hello did not come first, or not in time.</summary>
        public const int Handshake = 4007;

        /// <summary>A frame was larger than the wire's bound: redial, but do not send it again.</summary>
        public const int TooLarge = 4008;

        /// <summary>Too many malformed frames.</summary>
        public const int ProtocolError = 4009;

        /// <summary>The relay restarts.</summary>
        public const int Restarting = 4010;

        /// <summary>A room has as many sockets as it takes; no relay says so to an editor.</summary>
        public const int RoomFull = 4011;

        /// <summary>The frames were not read in time.</summary>
        public const int TooSlow = 4012;

        /// <summary>Another relay has this id; no relay says so to an editor.</summary>
        public const int RelayIdTaken = 4013;

        /// <summary>The peer did not prove that it knows the token: it is another program.</summary>
        public const int Unproven = 4014;

        /// <summary>
        /// The close code of a peer that has not proved itself. Only a broken connection and the refusal of an older
        /// relay, which asks for the token, are what they seem.
        /// </summary>
        internal static int OfUnproven(int code) => code == Lost || code == Unauthorized ? code : Unproven;

        /// <summary>Whether a client must not redial on its own after this code.</summary>
        public static bool IsFinal(int code) =>
            code == Superseded || code == Unauthorized || code == UnsupportedVersion || code == Unlinked || code == RelayIdTaken;
    }
}
