#nullable enable
using System;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// The editor's half of the proof that begins a connection (protocol/src/wire/token-proof.ts): the relay proves first that
    /// it knows the token of relay.json, then the editor does. The token itself is never sent: after a crash of the relay, any
    /// program may have its port. For one connection.
    /// </summary>
    internal sealed class TokenProof
    {
        /// <summary>The header of the upgrade that carries <see cref="Nonce"/>.</summary>
        internal const string NonceHeader = "Fairlead-Nonce";

        private const int NonceBytes = 24;
        private const int NonceLength = 32;

        private readonly string token;

        internal TokenProof(string token, string nonce)
        {
            this.token = token;
            Nonce = nonce;
        }

        internal string Nonce { get; }

        internal static TokenProof For(RelayFile file) => new TokenProof(file.Token, NewNonce());

        /// <summary>
        /// The JSON text of <c>editor.proof</c>'s params, as the answer to the relay's proof; null: the peer did not prove that it
        /// is the relay.
        /// </summary>
        internal string? Answer(RpcFrame frame)
        {
            if (frame.Kind != RpcFrameKind.Notification || frame.Method != "relay.proof" || !(frame.Body is JObject json)) return null;
            var relayNonce = Json.Text(json, "nonce");
            if (relayNonce == null || relayNonce.Length != NonceLength) return null;
            // Each proof is expected once: a second try would have another nonce, so the time of the comparison shows nothing.
            if (Json.Text(json, "proof") != Of("relay", relayNonce)) return null;
            return Json.Write(new JObject { ["proof"] = Of("client", relayNonce) });
        }

        /// <summary>The proof of one end, <c>relay</c> or <c>client</c>.</summary>
        internal string Of(string who, string relayNonce)
        {
            using var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(token));
            return Base64Url(hmac.ComputeHash(Encoding.UTF8.GetBytes($"{who}\n{Nonce}\n{relayNonce}")));
        }

        private static string NewNonce()
        {
            var bytes = new byte[NonceBytes];
            using var random = RandomNumberGenerator.Create();
            random.GetBytes(bytes);
            return Base64Url(bytes);
        }

        private static string Base64Url(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
    }
}
