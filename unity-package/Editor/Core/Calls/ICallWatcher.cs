#nullable enable
namespace Fairlead.Core
{
    /// <summary>Sees calls being carried out. Must not throw.</summary>
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
