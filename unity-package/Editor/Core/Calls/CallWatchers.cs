#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>All watchers of the queue. What one of them throws keeps no call from its outcome, no other from hearing.</summary>
    internal sealed class CallWatchers
    {
        private readonly IReadOnlyList<ICallWatcher> watchers;
        private readonly Defects defects;

        internal CallWatchers(IReadOnlyList<ICallWatcher> watchers, Defects defects)
        {
            this.watchers = watchers;
            this.defects = defects;
        }

        /// <summary>The first one's exception; null: all are ready for the call.</summary>
        internal Exception? Begins(ToolCall call)
        {
            Exception? first = null;
            foreach (var watcher in watchers)
                try
                {
                    watcher.Begins(call);
                }
                catch (Exception e)
                {
                    defects.Report(e);
                    first ??= e;
                }
            return first;
        }

        internal void Waits(ToolCall call)
        {
            foreach (var watcher in watchers) defects.Guard(() => watcher.Waits(call));
        }

        internal void Ends(ToolCall call, CallOutcome outcome)
        {
            foreach (var watcher in watchers) defects.Guard(() => watcher.Ends(call, outcome));
        }
    }
}
