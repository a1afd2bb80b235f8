#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>How long to wait before dialling again.</summary>
    internal static class Backoff
    {
        /// <summary>Share of the delay that is left to chance, so that editors do not return all at once.</summary>
        internal const double Jitter = 0.3;

        internal const double MaxDelayMs = 5_000;

        /// <summary>First tries come quickly: a relay that restarts is back within a second.</summary>
        private static readonly double[] FirstDelaysMs = { 100, 500 };

        /// <summary><paramref name="attempt"/> counts failed dials from 0; <paramref name="random"/> is in [0, 1).</summary>
        internal static double DelayMs(int attempt, double random)
        {
            var mean = attempt < FirstDelaysMs.Length
                ? FirstDelaysMs[attempt]
                : Math.Min(MaxDelayMs, 1_000 * Math.Pow(2, Math.Min(10, attempt - FirstDelaysMs.Length)));
            return Math.Round(mean * (1 - Jitter / 2 + Jitter * random));
        }
    }
}
