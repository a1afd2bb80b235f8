#nullable enable
using System;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using UnityEngine;

namespace Fairlead.Editor.Play
{
    /// <summary>
    /// Lets game time pass in an editor without focus, which "Run In Background" of the player settings may forbid, for as
    /// long as a call waits for it.
    /// </summary>
    internal sealed class BackgroundTime
    {
        private bool lent;

        /// <summary>From now on, if it does not already.</summary>
        internal void Lend()
        {
            if (Application.runInBackground) return;
            Application.runInBackground = true;
            lent = true;
        }

        /// <summary>Ends a call as <see cref="DeferredCall.Until"/> does, and puts back what was lent however it ends.</summary>
        internal ToolReply Until(ToolCall call, Func<CallOutcome?> look) => DeferredCall.Until(call, () => Look(look), overdue: Return);

        private CallOutcome? Look(Func<CallOutcome?> look)
        {
            var ended = true;
            try
            {
                var outcome = look();
                ended = outcome != null;
                return outcome;
            }
            finally
            {
                if (ended) Return();
            }
        }

        /// <summary>Once, and only what was lent.</summary>
        internal void Return()
        {
            if (lent) Application.runInBackground = false;
            lent = false;
        }
    }
}
