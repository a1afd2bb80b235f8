#nullable enable
namespace Fairlead.Core
{
    /// <summary>Constants of the editor link (protocol/src/wire/editor-link.ts).</summary>
    internal static class EditorWire
    {
        internal const int Version = 1;
        internal const string Subprotocol = "fairlead.editor.v1";
        internal const string Path = "/editor";

        /// <summary>A frame may be at most this long, in UTF-8 bytes.</summary>
        internal const int MaxFrameBytes = 16 * 1024 * 1024;

        /// <summary>Malformed frames after which the socket is closed with 4009.</summary>
        internal const int MaxMalformedFrames = 100;

        /// <summary>Calls that one list of call ids, or the hello's journal, may hold.</summary>
        internal const int MaxCallIds = 1_000;

        internal const int MaxCustomTools = 64;
    }
}
