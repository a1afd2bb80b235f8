#nullable enable
using System;
using System.IO;

namespace Fairlead.Core
{
    /// <summary>The relay's home folder, found as the relay itself finds it.</summary>
    public static class RelayHome
    {
        private const string FileName = "relay.json";

        /// <summary><c>FAIRLEAD_HOME</c>, or <c>.fairlead</c> in the user's home; absolute. It need not exist.</summary>
        public static string Folder() =>
            Folder(
                Environment.GetEnvironmentVariable("FAIRLEAD_HOME"),
                Environment.GetFolderPath(Environment.SpecialFolder.UserProfile));

        /// <summary>The file in that folder.</summary>
        public static string FileIn(string folder) => Path.Combine(folder, FileName);

        internal static string Folder(string? chosen, string userHome) =>
            Path.GetFullPath(string.IsNullOrEmpty(chosen) ? Path.Combine(userHome, ".fairlead") : chosen!);
    }
}
