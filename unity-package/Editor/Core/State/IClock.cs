#nullable enable
using System;
using System.Diagnostics;

namespace Fairlead.Core
{
    /// <summary>Time, as the core needs it. Both members are called from several threads.</summary>
    public interface IClock
    {
        /// <summary>Milliseconds that only grow, also across domain reloads of one process. Allocates nothing.</summary>
        double NowMs { get; }

        /// <summary>Wall-clock time, for people.</summary>
        DateTime UtcNow { get; }
    }

    /// <summary>The machine's clock.</summary>
    public sealed class SystemClock : IClock
    {
        private static readonly double MsPerTick = 1_000.0 / Stopwatch.Frequency;

        /// <inheritdoc/>
        public double NowMs => Stopwatch.GetTimestamp() * MsPerTick;

        /// <inheritdoc/>
        public DateTime UtcNow => DateTime.UtcNow;
    }
}
