#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>What the link needs from outside.</summary>
    internal sealed class LinkPorts
    {
        internal LinkPorts(IClock clock, IRelayFileSource files, Func<IEditorSocket> newSocket, Func<double> random, Action wake)
        {
            Clock = clock;
            Files = files;
            NewSocket = newSocket;
            Random = random;
            Wake = wake;
        }

        internal IClock Clock { get; }

        internal IRelayFileSource Files { get; }

        internal Func<IEditorSocket> NewSocket { get; }

        /// <summary>In [0, 1).</summary>
        internal Func<double> Random { get; }

        /// <summary>There is something to do: step soon. Any thread.</summary>
        internal Action Wake { get; }
    }
}
