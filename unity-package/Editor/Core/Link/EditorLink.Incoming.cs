#nullable enable
using System;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>Messages of the relay. An internal error in handling one is reported to the requester, and ends nothing else.</summary>
    internal sealed partial class EditorLink
    {
        /// <inheritdoc/>
        public void Opened(IEditorSocket socket)
        {
            // The relay begins.
        }

        /// <summary>Takes the first frame: either the peer is the relay, or it gets nothing.</summary>
        private void Prove(LinkStage.Proving proving, RpcFrame frame)
        {
            var socket = proving.Socket;
            var answer = proving.Proof.Answer(frame);
            if (answer == null)
            {
                Distrust(socket);
                return;
            }
            lock (gate)
            {
                if (stage != proving) return;
                stage = new LinkStage.Greeting(proving);
                if (!TrySend(socket, RpcText.Notification("editor.proof", answer))) return;
            }
            Greet(socket);
        }

        /// <summary>Another program has the port.</summary>
        private void Distrust(IEditorSocket socket)
        {
            // First, since an aborted socket says that it was lost.
            Closed(socket, CloseCode.Unproven);
            ports.Defects.Guard(socket.Abort);
        }

        private void Greet(IEditorSocket socket)
        {
            lock (gate)
                if (stage.AnySocket != socket) return;
            // Built without the lock: the journal has its own.
            var journal = queue.HelloEntries();
            var phase = phases.Observe(ports.Clock.NowMs, out _);
            lock (gate)
            {
                if (!(stage is LinkStage.Greeting greeting) || greeting.Socket != socket) return;
                greeting.Phase = phase;
                var hello = Hello.ParamsJson(identity, session.Id, greeting.Connection, phase, journal);
                TrySend(socket, RpcText.Request(greeting.HelloId, "editor.hello", hello));
            }
        }

        /// <inheritdoc/>
        public void Received(IEditorSocket socket, string text)
        {
            if (!Owns(socket)) return;
            RpcFrame? frame = null;
            if (!ports.Defects.Guard(() => frame = RpcFrame.Parse(text)) || frame == null)
            {
                Refuse(socket, null, RpcErrorCode.Internal, "The editor failed to read a frame. This is a defect of the Fairlead package.");
                return;
            }
            Heed(socket, frame.Kind == RpcFrameKind.Request ? frame.Id : null, () => Understood(socket, frame));
        }

        /// <summary>
        /// Handles a message. An internal error is reported to the requester; it ends neither the connection nor any
        /// other message.
        /// </summary>
        private void Heed(IEditorSocket socket, JValue? request, Action action)
        {
            if (ports.Defects.Guard(action) || request == null) return;
            const string message = "The editor failed to take this in. This is a defect of the Fairlead package.";
            TrySend(socket, RpcText.Failure(request, RpcErrorCode.Internal, message));
        }

        private void Understood(IEditorSocket socket, RpcFrame frame)
        {
            if (ProvingOn(socket) is { } proving)
            {
                Prove(proving, frame);
                return;
            }
            switch (frame.Kind)
            {
                case RpcFrameKind.Request:
                    Requested(socket, frame);
                    break;
                case RpcFrameKind.Notification:
                    Notified(socket, frame);
                    break;
                case RpcFrameKind.Success:
                    Answered(socket, frame, true);
                    break;
                case RpcFrameKind.Failure:
                    Answered(socket, frame, false);
                    break;
                case RpcFrameKind.Malformed:
                    Refuse(socket, frame.Id, frame.ErrorCode, frame.ErrorMessage);
                    break;
                default:
                    throw new InvalidOperationException("A kind of frame that does not exist.");
            }
        }

        /// <inheritdoc/>
        public void ReceivedBinary(IEditorSocket socket)
        {
            if (ProvingOn(socket) != null) Distrust(socket);
            else if (Owns(socket)) Refuse(socket, null, RpcErrorCode.InvalidRequest, "Frames are text.");
        }

        private LinkStage.Proving? ProvingOn(IEditorSocket socket)
        {
            lock (gate) return stage is LinkStage.Proving proving && proving.Socket == socket ? proving : null;
        }

        /// <summary>Tells the peer what was wrong; too many wrongs end the connection.</summary>
        private void Refuse(IEditorSocket socket, JValue? id, int code, string message)
        {
            lock (gate)
            {
                if (stage.AnySocket != socket) return;
                if (++malformed < EditorWire.MaxMalformedFrames) TrySend(socket, RpcText.Failure(id, code, message));
                else HangUp(socket, CloseCode.ProtocolError, "Too many malformed frames.");
            }
        }

        private void Requested(IEditorSocket socket, RpcFrame frame)
        {
            var id = frame.Id ?? JValue.CreateNull();
            if (frame.Method != "call")
            {
                TrySend(socket, RpcText.Failure(
                    id, RpcErrorCode.MethodNotFound, $"An editor answers \"call\" only, not \"{frame.Method}\"."));
                return;
            }
            long connection;
            lock (gate)
            {
                if (!(stage is LinkStage.Open open) || open.Socket != socket)
                {
                    TrySend(socket, RpcText.Failure(id, RpcErrorCode.Handshake, "The hello was not answered yet."));
                    return;
                }
                connection = open.Connection;
            }
            var call = Call.TryRead(frame.Body, out var problem);
            if (call == null) Refuse(socket, id, RpcErrorCode.InvalidParams, problem);
            else if (!queue.Submit(call, connection, id))
                TrySend(socket, RpcText.Failure(id, RpcErrorCode.Conflict, "This call id was used with other arguments."));
            else ports.Wake();
        }

        private void Notified(IEditorSocket socket, RpcFrame frame)
        {
            switch (frame.Method)
            {
                case "call.cancel":
                case "calls.forget":
                    var ids = RelayNotifications.TryReadCallIds(frame.Body);
                    if (ids == null) Refuse(socket, null, RpcErrorCode.InvalidParams, $"{frame.Method} needs callIds.");
                    else if (frame.Method == "call.cancel") queue.Cancel(ids);
                    else queue.Forget(ids);
                    break;
                case "watch":
                    var watching = RelayNotifications.TryReadWatch(frame.Body);
                    if (watching == null) Refuse(socket, null, RpcErrorCode.InvalidParams, "watch needs watching.");
                    else
                        lock (gate)
                            if (stage is LinkStage.Open open && open.Socket == socket) open.Watching = watching.Value;
                    break;
                default:
                    // A newer relay may send more than this editor understands.
                    break;
            }
        }

        private void Answered(IEditorSocket socket, RpcFrame frame, bool ok)
        {
            var id = frame.Id?.Value as string;
            string? settled;
            HelloResult? welcome = null;
            lock (gate)
            {
                if (stage.AnySocket != socket || id == null) return;
                if (stage is LinkStage.Greeting greeting && id == greeting.HelloId)
                {
                    welcome = ok ? HelloResult.TryRead(frame.Body) : null;
                    if (welcome == null)
                    {
                        var unsupported = ok || frame.ErrorCode == RpcErrorCode.Version;
                        HangUp(socket, unsupported ? CloseCode.UnsupportedVersion : CloseCode.Handshake, "The hello was not understood.");
                        return;
                    }
                    stage = new LinkStage.Open(greeting, welcome.Watching, ports.Clock.NowMs);
                }
                settled = settling.Take(id);
            }
            if (welcome != null) Welcomed(welcome);
            else if (settled != null && ok) queue.Acknowledge(settled);
        }

        private void Welcomed(HelloResult welcome)
        {
            queue.UseReplies(welcome.Replies);
            queue.Forget(welcome.Forget);
            foreach (var (callId, outcome) in queue.Undelivered()) SendSettled(callId, outcome);
            Announce();
            ports.Wake();
        }
    }
}
