#nullable enable
namespace Fairlead.Core
{
    /// <summary>JSON-RPC error codes of the editor link; stable.</summary>
    internal static class RpcErrorCode
    {
        internal const int Parse = -32700;
        internal const int InvalidRequest = -32600;
        internal const int MethodNotFound = -32601;
        internal const int InvalidParams = -32602;
        internal const int Internal = -32603;

        /// <summary>The first message was not the hello, or a second hello arrived.</summary>
        internal const int Handshake = -32001;

        /// <summary>The peer speaks another version of the wire.</summary>
        internal const int Version = -32002;

        /// <summary>The same call id arrived with another argsHash.</summary>
        internal const int Conflict = -32003;

        /// <summary>The frame is larger than the wire allows.</summary>
        internal const int TooLarge = -32004;

        /// <summary>The caller may not do this.</summary>
        internal const int Forbidden = -32005;
    }
}
