#nullable enable
using Fairlead.Core;
using UnityEditor;

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>Unity's SessionState.</summary>
    internal sealed class UnitySessionState : ISessionState
    {
        /// <inheritdoc/>
        public string? Get(string key)
        {
            var text = SessionState.GetString(key, "");
            return string.IsNullOrEmpty(text) ? null : text;
        }

        /// <inheritdoc/>
        public void Set(string key, string value) => SessionState.SetString(key, value);

        /// <inheritdoc/>
        public void Erase(string key) => SessionState.EraseString(key);
    }
}
