#nullable enable
namespace Fairlead.Core
{
    /// <summary>Reads <c>relay.json</c>.</summary>
    public interface IRelayFileSource
    {
        /// <summary>Returns null when no relay runs or its file cannot be read now. Never throws. Not on the main thread.</summary>
        RelayFile? Read();
    }
}
