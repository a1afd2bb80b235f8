#nullable enable
using UnityEditor;

namespace Fairlead.Editor
{
    /// <summary>What a user chose for this project; in UserSettings/, which version control leaves out.</summary>
    internal static class FairleadSettings
    {
        internal const string DefaultRelayCommand = "npx fairlead up";

        private const string RelayCommandKey = "Fairlead.RelayCommand";

        /// <summary>What starts the relay, e.g. <c>npm run fairlead -- up</c> in a clone.</summary>
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
