#nullable enable
namespace Fairlead.Core
{
    /// <summary>
    /// Sees calls being carried out. Should not throw: a call that may change something is refused where <see cref="Begins"/> does, and
    /// <see cref="Ends"/> then comes all the same; what the others throw is reported and changes nothing.
    /// </summary>
    public interface ICallWatcher
    {
        /// <summary>The tool is about to run; the journal has it as started. Main thread.</summary>
        void Begins(ToolCall call);

        /// <summary>The tool has run and will give its outcome later. Main thread.</summary>
        void Waits(ToolCall call);

        /// <summary>The tool has given its outcome, which is not stored or sent yet. Any thread.</summary>
        void Ends(ToolCall call, CallOutcome outcome);
    }
}
