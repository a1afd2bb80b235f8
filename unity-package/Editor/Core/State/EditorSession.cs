#nullable enable
using System.Globalization;

namespace Fairlead.Core
{
    /// <summary>The identity of this editor process, and its number of dials. Survives domain reloads.</summary>
    internal sealed class EditorSession
    {
        private const string IdKey = "Fairlead.SessionId";
        private const string ConnSeqKey = "Fairlead.ConnSeq";

        private readonly object gate = new object();
        private long connSeq;
        private long savedConnSeq;

        private EditorSession(string id, long connSeq)
        {
            Id = id;
            this.connSeq = connSeq;
            savedConnSeq = connSeq;
        }

        /// <summary>The session's id, one per editor process.</summary>
        internal string Id { get; }

        /// <summary>connSeq of the latest dial.</summary>
        internal long ConnSeq
        {
            get
            {
                lock (gate) return connSeq;
            }
        }

        /// <summary>
        /// The session of this process; <paramref name="newId"/> names it when it begins here. It also begins anew where the journal was
        /// lost: to the relay it is another process then, which cannot know what had begun, and nothing runs twice. Main thread.
        /// </summary>
        internal static EditorSession Open(ISessionState state, string newId, bool isJournalLost)
        {
            var id = state.Get(IdKey);
            if (string.IsNullOrEmpty(id) || isJournalLost)
            {
                state.Set(IdKey, newId);
                return new EditorSession(newId, 0);
            }
            // Unreadable counts as none: the relay then refuses with 4002 until we have counted past it.
            long.TryParse(state.Get(ConnSeqKey), NumberStyles.None, CultureInfo.InvariantCulture, out var connSeq);
            return new EditorSession(id!, connSeq);
        }

        /// <summary>Counts one more dial. Any thread.</summary>
        internal long NextConnSeq()
        {
            lock (gate) return ++connSeq;
        }

        /// <summary>Writes what has changed; allocates nothing when nothing has. Main thread.</summary>
        internal void Save(ISessionState state)
        {
            long current;
            lock (gate) current = connSeq;
            if (current == savedConnSeq) return;
            state.Set(ConnSeqKey, current.ToString(CultureInfo.InvariantCulture));
            savedConnSeq = current;
        }
    }
}
