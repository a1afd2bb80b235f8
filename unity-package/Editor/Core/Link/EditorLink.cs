#nullable enable
using System;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// The editor's end of the editor link: dials the relay, lets it prove itself, says hello, reconnects. At most one socket;
    /// every dial has a higher connSeq. Its lock is never held while the queue or a socket calls back.
    /// </summary>
    internal sealed partial class EditorLink : IEditorSocketEvents, ICallReplies
    {
        /// <summary>How often relay.json is read while there is no connection.</summary>
        internal const double LookIntervalMs = 500;

        /// <summary>A relay on the same machine answers upgrade and hello, and proves itself, at once or never.</summary>
        internal const double GreetingTimeoutMs = 10_000;

        /// <summary>A connection that held this long starts again with the first delay.</summary>
        internal const double SteadyAfterMs = 5_000;

        /// <summary>Outcomes above this are given up after a connection broke over a frame that was too large.</summary>
        internal const int LargeOutcomeChars = 256 * 1024;

        private readonly object gate = new object();
        private readonly EditorIdentity identity;
        private readonly EditorSession session;
        private readonly CallQueue queue;
        private readonly PhaseTracker phases;
        private readonly OpenFiles openFiles;
        private readonly LinkPorts ports;
        private readonly SettledRequests settling = new SettledRequests();
        private LinkStage stage = new LinkStage.Stopped();
        private RelayFile? tried;
        private int attempt;
        private int malformed;
        private int lastCloseCode;

        internal EditorLink(EditorIdentity identity, EditorSession session, CallQueue queue, PhaseTracker phases, OpenFiles openFiles,
            LinkPorts ports)
        {
            this.openFiles = openFiles;
            this.identity = identity;
            this.session = session;
            this.queue = queue;
            this.phases = phases;
            this.ports = ports;
        }

        internal bool IsWatching
        {
            get
            {
                lock (gate) return stage is LinkStage.Open { Watching: true };
            }
        }

        internal LinkStatus Status
        {
            get
            {
                lock (gate) return new LinkStatus(stage.Shown, tried?.Port ?? 0, session.ConnSeq, lastCloseCode);
            }
        }

        /// <summary>Begins to dial with the next <see cref="Step"/>.</summary>
        internal void Start()
        {
            lock (gate)
                if (stage is LinkStage.Stopped) stage = new LinkStage.Waiting(ports.Clock.NowMs, ports.Clock.NowMs, false);
        }

        /// <summary>relay.json may have changed: look at once.</summary>
        internal void LookNow()
        {
            lock (gate)
                if (stage is LinkStage.Waiting waiting) waiting.NextLookAt = ports.Clock.NowMs;
        }

        /// <summary>Does what is due; returns the milliseconds until it wants to be called again. Not on the main thread.</summary>
        internal double Step()
        {
            var now = ports.Clock.NowMs;
            LinkStage current;
            lock (gate) current = stage;
            switch (current)
            {
                case LinkStage.Waiting waiting:
                    if (now >= waiting.NextLookAt) Look(waiting);
                    return Math.Max(0, waiting.NextLookAt - now);
                case LinkStage.Proving proving when now >= proving.Until:
                    Distrust(proving.Socket);
                    return 0;
                case LinkStage.Greeting greeting when now >= greeting.Until:
                    ports.Defects.Guard(greeting.Socket.Abort);
                    Closed(greeting.Socket, CloseCode.Lost);
                    return 0;
                case LinkStage.Open _:
                    Announce();
                    return LookIntervalMs;
                default:
                    return LookIntervalMs;
            }
        }

        /// <summary>Sends the phase, and which files are open, if the relay knows it otherwise.</summary>
        internal void Announce()
        {
            var phase = phases.Observe(ports.Clock.NowMs, out var why);
            lock (gate)
            {
                if (!(stage is LinkStage.Open open)) return;
                if (openFiles.Params is { } files && open.OpenFiles != files)
                {
                    open.OpenFiles = files;
                    if (!TrySend(open.Socket, RpcText.Notification("editor.open_files", files))) return;
                }
                if (open.Phase == phase && open.PhaseDetail == why) return;
                open.Phase = phase;
                open.PhaseDetail = why;
                TrySend(open.Socket, RpcText.Notification("editor.phase", PhaseTracker.ParamsJson(phase, why)));
            }
        }

        internal void SendChanged(ChangeScopes scopes) => Notify("editor.changed", ChangeFeed.ParamsJson(scopes));

        /// <summary>Closes and stays away; waits a moment, so that the close frame leaves before the domain does.</summary>
        internal void Leave(int code, string reason, int waitMs)
        {
            IEditorSocket? socket;
            lock (gate)
            {
                socket = stage.AnySocket;
                stage = new LinkStage.Stopped();
                settling.Clear();
            }
            if (socket == null) return;
            var isClosed = false;
            ports.Defects.Guard(() =>
            {
                socket.Close(code, reason);
                isClosed = socket.WaitClosed(waitMs);
            });
            if (!isClosed) ports.Defects.Guard(socket.Abort);
        }

        /// <inheritdoc/>
        public bool TryReply(long connection, JValue id, string outcomeJson)
        {
            var frame = RpcText.Success(id, outcomeJson);
            lock (gate)
            {
                if (!(stage is LinkStage.Open open) || open.Connection != connection) return false;
                return TrySend(open.Socket, frame);
            }
        }

        /// <inheritdoc/>
        public void SendSettled(string callId, string outcomeJson)
        {
            lock (gate)
            {
                if (stage is LinkStage.Open open) TrySend(open.Socket, settling.Next(callId, outcomeJson));
            }
        }

        /// <inheritdoc/>
        public void SendProgress(string paramsJson) => Notify("call.progress", paramsJson);

        /// <inheritdoc/>
        public void Closed(IEditorSocket socket, int code)
        {
            lock (gate)
            {
                if (stage.AnySocket != socket) return;
                if (stage is LinkStage.Proving) code = CloseCode.OfUnproven(code);
                var now = ports.Clock.NowMs;
                if (stage is LinkStage.Open open && now - open.Since >= SteadyAfterMs) attempt = 0;
                Wait(CloseCode.IsFinal(code));
                lastCloseCode = code;
            }
            if (code == CloseCode.TooLarge) queue.DropLargeOutcomes(LargeOutcomeChars);
            ports.Wake();
        }

        /// <summary>Under the lock.</summary>
        private void Wait(bool refused)
        {
            settling.Clear();
            var delay = Backoff.DelayMs(attempt++, ports.Random());
            var now = ports.Clock.NowMs;
            stage = new LinkStage.Waiting(now + delay, now + (refused ? LookIntervalMs : Math.Min(delay, LookIntervalMs)), refused);
        }

        private void Look(LinkStage.Waiting waiting)
        {
            var file = ports.Files.Read();
            lock (gate)
            {
                if (stage != waiting) return;
                var now = ports.Clock.NowMs;
                // After a refusal only another relay, or another token, gives reason to try again.
                var isNew = file != null && !file.IsSame(tried);
                var due = !waiting.Refused && now >= waiting.Until;
                if (file == null || (!isNew && !due))
                {
                    waiting.HasFile = file != null;
                    waiting.NextLookAt = now + LookIntervalMs;
                    if (!waiting.Refused && now < waiting.Until) waiting.NextLookAt = Math.Min(waiting.NextLookAt, waiting.Until);
                    return;
                }
                if (isNew) attempt = 0;
                tried = file;
                malformed = 0;
                var socket = ports.NewSocket();
                var proof = TokenProof.For(file);
                stage = new LinkStage.Proving(socket, proof, session.NextConnSeq(), now + GreetingTimeoutMs);
                var address = new Uri($"ws://127.0.0.1:{file.Port}{EditorWire.Path}");
                if (!ports.Defects.Guard(() => socket.Connect(address, proof.Nonce, EditorWire.Subprotocol, this))) Wait(false);
            }
        }

        /// <summary>
        /// A socket that throws against its contract is as good as lost: it is dropped, and what it had not sent goes to the next one.
        /// </summary>
        private bool TrySend(IEditorSocket socket, string frame)
        {
            if (ports.Defects.Guard(() => socket.Send(frame))) return true;
            lock (gate)
            {
                if (stage.AnySocket == socket)
                {
                    Wait(false);
                    lastCloseCode = CloseCode.Lost;
                }
            }
            ports.Defects.Guard(socket.Abort);
            ports.Wake();
            return false;
        }

        private bool Owns(IEditorSocket socket)
        {
            lock (gate) return stage.AnySocket == socket;
        }

        private void Notify(string method, string paramsJson)
        {
            var frame = RpcText.Notification(method, paramsJson);
            lock (gate)
                if (stage is LinkStage.Open open) TrySend(open.Socket, frame);
        }

        /// <summary>Under the lock.</summary>
        private void HangUp(IEditorSocket socket, int code, string reason)
        {
            ports.Defects.Guard(() => socket.Close(code, reason));
            Wait(CloseCode.IsFinal(code));
            lastCloseCode = code;
        }
    }
}
