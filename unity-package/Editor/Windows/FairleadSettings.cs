#nullable enable
using UnityEditor;

namespace Fairlead.Editor.Windows
{
    /// <summary>The user's settings for this project; in UserSettings/, which version control leaves out.</summary>
    internal static class FairleadSettings
    {
        private const string RelayCommandKey = "Fairlead.RelayCommand";

        /// <summary>
        /// The command that starts the relay, run in the Unity project's folder; empty: not set, and the clone is not known.
        /// </summary>
        internal static string RelayCommand
        {
            get
            {
                var chosen = EditorUserSettings.GetConfigValue(RelayCommandKey);
                return string.IsNullOrWhiteSpace(chosen) ? ClonedRelay.Command() ?? "" : chosen;
            }
            set => EditorUserSettings.SetConfigValue(RelayCommandKey, value.Trim());
        }
    }
}
