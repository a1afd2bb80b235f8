#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>The editor's activity, as the relay and the page show it.</summary>
    public enum Phase
    {
        /// <summary>Takes calls at once.</summary>
        Ready,

        /// <summary>Assets are imported.</summary>
        Importing,

        /// <summary>Scripts are compiled.</summary>
        Compiling,

        /// <summary>The domain reloads.</summary>
        Reloading,

        /// <summary>Play mode; takes calls.</summary>
        Playing,

        /// <summary>A dialog blocks the main thread.</summary>
        Modal,

        /// <summary>The main thread has not ticked for a while.</summary>
        Busy,
    }

    /// <summary>Names and rules of <see cref="Phase"/>.</summary>
    public static class Phases
    {
        /// <summary>The name on the wire.</summary>
        public static string WireName(this Phase phase) =>
            phase switch
            {
                Phase.Ready => "ready",
                Phase.Importing => "importing",
                Phase.Compiling => "compiling",
                Phase.Reloading => "reloading",
                Phase.Playing => "playing",
                Phase.Modal => "modal",
                Phase.Busy => "busy",
                _ => throw new ArgumentOutOfRangeException(nameof(phase)),
            };

        /// <summary>Whether calls are taken from the queue in this phase.</summary>
        public static bool TakesCalls(this Phase phase) => phase == Phase.Ready || phase == Phase.Playing;
    }
}
