#nullable enable
using UnityEditor;

namespace Fairlead.Editor.Windows
{
    /// <summary>What a user chose for this project; in UserSettings/, which version control leaves out.</summary>
    internal static class FairleadSettings
    {
        private const string RelayCommandKey = "Fairlead.RelayCommand";

        /// <summary>
        /// What starts the relay, run in the folder of the Unity project; empty: nobody chose, and the clone is not known.
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
