#nullable enable
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>Takes outcomes to those who asked: the link. Any thread; never blocks.</summary>
    internal interface ICallReplies
    {
        /// <summary>Answers a request; false when its connection is gone.</summary>
        bool TryReply(long connection, JValue id, string outcomeJson);

        /// <summary>Sends <c>call.settled</c> if there is a connection; otherwise the next one does.</summary>
        void SendSettled(string callId, string outcomeJson);

        /// <summary>Sends <c>call.progress</c> if there is a connection.</summary>
        void SendProgress(string paramsJson);
    }
}
