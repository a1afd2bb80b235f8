#nullable enable
using System.IO;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Settings of this user for this project; on disk, where version control does not look.</summary>
    public sealed partial class EditorUserSettings : Object
    {
        private EditorUserSettings()
        {
        }

        private static string FilePath => Path.Combine(EngineProcess.ProjectPath, "UserSettings", "EditorUserSettings.asset");

        public static string? GetConfigValue(string name) => (string?)Read()[name];

        public static void SetConfigValue(string name, string? value)
        {
            var settings = Read();
            if (value == null) settings.Remove(name);
            else settings[name] = value;
            Directory.CreateDirectory(Path.GetDirectoryName(FilePath)!);
            File.WriteAllText(FilePath, settings.ToString());
        }

        private static JObject Read() => File.Exists(FilePath) ? JObject.Parse(File.ReadAllText(FilePath)) : new JObject();
    }
}
