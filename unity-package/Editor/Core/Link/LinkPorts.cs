#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>The ports of the link.</summary>
    internal sealed class LinkPorts
    {
        private readonly Func<double> random;

        internal LinkPorts(IClock clock, EditorPorts ports, Action wake, Defects defects)
        {
            Clock = clock;
            Files = ports.Files;
            NewSocket = ports.NewSocket;
            random = ports.Random;
            Wake = wake;
            Defects = defects;
        }

        internal IClock Clock { get; }

        internal IRelayFileSource Files { get; }

        internal Func<IEditorSocket> NewSocket { get; }

        /// <summary>There is something to do: step soon. Any thread.</summary>
        internal Action Wake { get; }

        internal Defects Defects { get; }

        /// <summary>In [0, 1); in the middle where chance itself fails.</summary>
        internal double Random()
        {
            var value = 0.5;
            Defects.Guard(() => value = random());
            return value;
        }
    }
}
