#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>
    /// Calls that change something wait while the user drags or types in the editor: a new Undo group in the middle would cut
    /// the user's own change in two. Not forever: a field may stay open for minutes. Main thread.
    /// </summary>
    internal sealed class UserPause
    {
        /// <summary>Longer than most drags, shorter than the deadline of any call.</summary>
        internal const double MaxMs = 10_000;

        private readonly Func<string?> userIsBusy;
        private readonly IClock clock;
        private double since = double.NaN;

        internal UserPause(Func<string?> userIsBusy, IClock clock)
        {
            this.userIsBusy = userIsBusy;
            this.clock = clock;
        }

        /// <summary>The latest look was the first that found the user busy.</summary>
        internal bool HasBegun { get; private set; }

        /// <summary>A call waits for the user. Any thread.</summary>
        internal bool IsOn => !double.IsNaN(since);

        /// <summary>A call has waited long enough.</summary>
        internal bool IsOver => clock.NowMs - since >= MaxMs;

        /// <summary>The user's current activity; null: none. The first one found begins the pause.</summary>
        internal string? Begin()
        {
            var doing = userIsBusy();
            HasBegun = doing != null && double.IsNaN(since);
            if (doing == null) End();
            else if (HasBegun) since = clock.NowMs;
            return doing;
        }

        /// <summary>The next call waits again.</summary>
        internal void End() => since = double.NaN;
    }
}
