#nullable enable
namespace Fairlead.Core
{
    /// <summary>
    /// Text that survives domain reloads and ends with the editor process: Unity's SessionState.
    /// Only used on the main thread.
    /// </summary>
    public interface ISessionState
    {
        /// <summary>Returns null when nothing is stored under the key.</summary>
        string? Get(string key);

        /// <summary>Stores a text.</summary>
        void Set(string key, string value);

        /// <summary>Removes what is stored; nothing happens when there is nothing.</summary>
        void Erase(string key);
    }
}
