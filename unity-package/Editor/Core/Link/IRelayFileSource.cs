#nullable enable
namespace Fairlead.Core
{
    /// <summary>Where <c>relay.json</c> is read from.</summary>
    public interface IRelayFileSource
    {
        /// <summary>Returns null when no relay runs or its file cannot be read now. Never throws. Not on the main thread.</summary>
        RelayFile? Read();
    }
}
