#nullable enable
using UnityEditor;

namespace Fairlead.Editor.Windows
{
    /// <summary>What a user chose for this project; in UserSettings/, which version control leaves out.</summary>
    internal static class FairleadSettings
    {
        /// <summary>Never one that downloads: the name is nobody's on npm yet.</summary>
        internal const string DefaultRelayCommand = "fairlead up";

        private const string RelayCommandKey = "Fairlead.RelayCommand";

        /// <summary>What starts the relay, in the folder of the Unity project; from a clone <c>npm --prefix (its folder) run fairlead -- up</c>.</summary>
        internal static string RelayCommand
        {
            get
            {
                var chosen = EditorUserSettings.GetConfigValue(RelayCommandKey);
                return string.IsNullOrWhiteSpace(chosen) ? DefaultRelayCommand : chosen;
            }
            set => EditorUserSettings.SetConfigValue(RelayCommandKey, value.Trim());
        }
    }
}
