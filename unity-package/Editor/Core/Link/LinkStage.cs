#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>The stages of <see cref="EditorLink"/>; the nested types are all there are.</summary>
    internal abstract class LinkStage
    {
        private LinkStage()
        {
        }

        /// <summary>The socket that is in use; null: none is.</summary>
        internal virtual IEditorSocket? AnySocket => null;

        internal LinkState Shown =>
            this switch
            {
                Stopped _ => LinkState.Stopped,
                Waiting { Refused: true } => LinkState.Refused,
                Waiting { HasFile: false } => LinkState.NoRelay,
                Waiting _ => LinkState.Waiting,
                Proving _ => LinkState.Connecting,
                Greeting _ => LinkState.Connecting,
                Open _ => LinkState.Connected,
                _ => throw new InvalidOperationException("A stage that does not exist."),
            };

        /// <summary>The link was not started, or is away for good.</summary>
        internal sealed class Stopped : LinkStage
        {
        }

        /// <summary>Waits until the time has come, or relay.json is another one; after a refusal, for the latter only.</summary>
        internal sealed class Waiting : LinkStage
        {
            internal Waiting(double until, double nextLookAt, bool refused)
            {
                Until = until;
                NextLookAt = nextLookAt;
                Refused = refused;
            }

            internal double Until { get; }

            internal bool Refused { get; }

            /// <summary>When to read relay.json again.</summary>
            internal double NextLookAt { get; set; }

            /// <summary>Whether there was a relay.json at the last look.</summary>
            internal bool HasFile { get; set; } = true;
        }

        /// <summary>Dialled; the peer may be any program that has the port, and nothing it says counts.</summary>
        internal sealed class Proving : LinkStage
        {
            internal Proving(IEditorSocket socket, TokenProof proof, long connection, double until)
            {
                Socket = socket;
                Proof = proof;
                Connection = connection;
                Until = until;
            }

            internal override IEditorSocket? AnySocket => Socket;

            internal IEditorSocket Socket { get; }

            internal TokenProof Proof { get; }

            /// <summary>The connSeq.</summary>
            internal long Connection { get; }

            internal double Until { get; }
        }

        /// <summary>The peer is the relay; the hello is not answered yet.</summary>
        internal sealed class Greeting : LinkStage
        {
            internal Greeting(Proving proving)
            {
                Socket = proving.Socket;
                Connection = proving.Connection;
                Until = proving.Until;
            }

            internal override IEditorSocket? AnySocket => Socket;

            internal IEditorSocket Socket { get; }

            /// <summary>The connSeq.</summary>
            internal long Connection { get; }

            internal double Until { get; }

            internal string HelloId => "hello-" + Connection;

            /// <summary>The phase sent in the hello.</summary>
            internal Phase Phase { get; set; }
        }

        /// <summary>Takes calls.</summary>
        internal sealed class Open : LinkStage
        {
            internal Open(Greeting greeting, bool watching, double since)
            {
                Socket = greeting.Socket;
                Connection = greeting.Connection;
                Phase = greeting.Phase;
                Watching = watching;
                Since = since;
            }

            internal override IEditorSocket? AnySocket => Socket;

            internal IEditorSocket Socket { get; }

            internal long Connection { get; }

            internal bool Watching { get; set; }

            internal double Since { get; }

            /// <summary>The state sent to the relay last.</summary>
            internal Phase Phase { get; set; }

            internal string? PhaseDetail { get; set; }

            /// <summary>The open files sent to the relay last; null: none yet.</summary>
            internal string? OpenFiles { get; set; }
        }
    }
}
