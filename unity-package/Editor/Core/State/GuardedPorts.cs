#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>A clock that never throws: if the inner one does, time stops for a moment.</summary>
    internal sealed class GuardedClock : IClock
    {
        private readonly IClock clock;
        private readonly Defects defects;
        private double lastMs;
        private DateTime lastUtc = DateTime.UtcNow;

        internal GuardedClock(IClock clock, Defects defects)
        {
            this.clock = clock;
            this.defects = defects;
        }

        /// <inheritdoc/>
        public double NowMs
        {
            get
            {
                try
                {
                    return lastMs = clock.NowMs;
                }
                catch (Exception e)
                {
                    defects.Report(e);
                    return lastMs;
                }
            }
        }

        /// <inheritdoc/>
        public DateTime UtcNow
        {
            get
            {
                try
                {
                    return lastUtc = clock.UtcNow;
                }
                catch (Exception e)
                {
                    defects.Report(e);
                    return lastUtc;
                }
            }
        }
    }

    /// <summary>
    /// Session state for what may be lost: where the one below throws, nothing is kept. Not for the journal, which must know.
    /// </summary>
    internal sealed class GuardedState : ISessionState
    {
        private readonly ISessionState state;
        private readonly Defects defects;

        internal GuardedState(ISessionState state, Defects defects)
        {
            this.state = state;
            this.defects = defects;
        }

        /// <inheritdoc/>
        public string? Get(string key)
        {
            string? text = null;
            defects.Guard(() => text = state.Get(key));
            return text;
        }

        /// <inheritdoc/>
        public void Set(string key, string value) => defects.Guard(() => state.Set(key, value));

        /// <inheritdoc/>
        public void Erase(string key) => defects.Guard(() => state.Erase(key));
    }
}
