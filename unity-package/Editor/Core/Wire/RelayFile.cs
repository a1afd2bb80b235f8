#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The port, token and process of the running relay, as <c>relay.json</c> gives them.</summary>
    public sealed class RelayFile
    {
        private const int MinTokenLength = 32;
        private const int MaxTokenLength = 256;
        private const int MaxPort = 65_535;

        private RelayFile(int port, string token, long pid)
        {
            Port = port;
            Token = token;
            Pid = pid;
        }

        /// <summary>The port on 127.0.0.1.</summary>
        public int Port { get; }

        /// <summary>The Bearer token. Never logged.</summary>
        public string Token { get; }

        /// <summary>Process id of the relay.</summary>
        public long Pid { get; }

        /// <summary>Returns null if the text is not a relay file: it may be half written.</summary>
        public static RelayFile? TryParse(string text)
        {
            if (!(Json.TryParse(text) is JObject json)) return null;
            if (!Json.TryInteger(json["port"], out var port) || port < 1 || port > MaxPort) return null;
            if (!Json.TryInteger(json["pid"], out var pid) || pid < 1) return null;
            var token = Json.Text(json, "token");
            if (token == null || token.Length < MinTokenLength || token.Length > MaxTokenLength) return null;
            foreach (var c in token)
                // The token becomes an HTTP header.
                if (c <= ' ' || c > '~') return null;
            return new RelayFile((int)port, token, pid);
        }

        /// <summary>Whether both name the same run of the same relay.</summary>
        public bool IsSame(RelayFile? other) =>
            other != null && other.Port == Port && other.Token == Token && other.Pid == Pid;
    }
}
