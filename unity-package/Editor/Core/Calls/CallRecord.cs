#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>How far a call has come.</summary>
    internal enum CallState
    {
        /// <summary>Not begun.</summary>
        Received,

        /// <summary>Begun, perhaps with effect.</summary>
        Started,

        /// <summary>The outcome is stored.</summary>
        Done,
    }

    /// <summary>One line of the journal. Guarded by the queue's gate.</summary>
    internal sealed class CallRecord
    {
        internal CallRecord(string callId, string argsHash, bool mayRunAgain, long order)
        {
            CallId = callId;
            ArgsHash = argsHash;
            MayRunAgain = mayRunAgain;
            Order = order;
        }

        internal string CallId { get; }

        internal string ArgsHash { get; }

        /// <summary>Whether running it twice does no harm.</summary>
        internal bool MayRunAgain { get; }

        /// <summary>Grows with each call received.</summary>
        internal long Order { get; }

        internal CallState State { get; set; }

        /// <summary>The call itself; null once it is done.</summary>
        internal Call? Call { get; set; }

        /// <summary>The deadline on the clock's scale.</summary>
        internal double DeadlineAt { get; set; }

        /// <summary>JSON text; null until done.</summary>
        internal string? OutcomeJson { get; set; }

        /// <summary>Whether the requester could not be answered: to be sent as <c>call.settled</c> until acknowledged.</summary>
        internal bool Undelivered { get; set; }

        /// <summary>Whether the relay no longer wants the outcome: drop the call once it is done.</summary>
        internal bool Unwanted { get; set; }

        /// <summary>Whether it waits in the queue or runs in this domain.</summary>
        internal bool Live { get; set; }

        /// <summary>Open requests that this outcome answers: connection and JSON-RPC id.</summary>
        internal List<(long Connection, JValue Id)> Askers { get; } = new List<(long, JValue)>(1);

        /// <summary>The place where it is kept over a reload; -1: nowhere.</summary>
        internal int Slot { get; set; } = -1;

        /// <summary>Whether it has changed since it was kept.</summary>
        internal bool Dirty { get; set; }
    }
}
