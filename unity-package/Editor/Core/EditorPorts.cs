#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>The ports of <see cref="EditorCore"/>. Everything except the relay file has a working default.</summary>
    public sealed class EditorPorts
    {
        private static readonly Random Chance = new Random();

        /// <summary><paramref name="files"/> reads relay.json.</summary>
        public EditorPorts(IRelayFileSource files)
        {
            Files = files;
            NewSocket = () => new WebSocketEditorSocket(e => Report(e));
        }

        /// <summary>Reads relay.json.</summary>
        public IRelayFileSource Files { get; }

        /// <summary>Time.</summary>
        public IClock Clock { get; set; } = new SystemClock();

        /// <summary>A socket for one dial.</summary>
        public Func<IEditorSocket> NewSocket { get; set; }

        /// <summary>Makes the main thread tick soon. Called off the main thread, again and again while calls wait.</summary>
        public Action WakeMainThread { get; set; } = () => { };

        /// <summary>
        /// The user's current activity with mouse or keyboard ("is dragging with the mouse"); null: nothing. A call that changes
        /// something waits for its end. Main thread.
        /// </summary>
        public Func<string?> UserIsBusy { get; set; } = () => null;

        /// <summary>Receives defects: exceptions from places where nothing may be thrown. Any thread.</summary>
        public Action<Exception> Report { get; set; } = _ => { };

        /// <summary>A random number in [0, 1). Called by one thread at a time.</summary>
        public Func<double> Random { get; set; } = () => Chance.NextDouble();

        /// <summary>Watchers that see calls begin and end, in this order.</summary>
        public List<ICallWatcher> Watchers { get; } = new List<ICallWatcher>();

        /// <summary>Names the editor process when its first domain begins.</summary>
        public Func<string> NewSessionId { get; set; } = () => Guid.NewGuid().ToString("N");
    }
}
