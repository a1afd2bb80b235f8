#nullable enable
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Newtonsoft.Json;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>Machine-global in Unity; here a file of the project, so that tests cannot meet.</summary>
    public class EditorPrefs
    {
        private static Dictionary<string, string>? values;
        private static string? loadedFrom;

        private static string FilePath => EngineProcess.Absolute("Library/EditorPrefs.json");

        public static void SetInt(string key, int value) => Set(key, "i" + value.ToString(CultureInfo.InvariantCulture));

        public static int GetInt(string key) => GetInt(key, 0);

        public static int GetInt(string key, int defaultValue) =>
            Get(key, 'i') is { } text && int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out var value)
                ? value
                : defaultValue;

        public static void SetFloat(string key, float value) => Set(key, "f" + value.ToString("R", CultureInfo.InvariantCulture));

        public static float GetFloat(string key) => GetFloat(key, 0f);

        public static float GetFloat(string key, float defaultValue) =>
            Get(key, 'f') is { } text && float.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)
                ? value
                : defaultValue;

        public static void SetBool(string key, bool value) => Set(key, value ? "b1" : "b0");

        public static bool GetBool(string key) => GetBool(key, false);

        public static bool GetBool(string key, bool defaultValue) => Get(key, 'b') is { } text ? text == "1" : defaultValue;

        public static void SetString(string key, string value) => Set(key, "s" + value);

        public static string GetString(string key) => GetString(key, "");

        public static string GetString(string key, string defaultValue) => Get(key, 's') ?? defaultValue;

        public static bool HasKey(string key) => Values().ContainsKey(key);

        public static void DeleteKey(string key)
        {
            if (Values().Remove(key)) Save();
        }

        public static void DeleteAll()
        {
            Values().Clear();
            Save();
        }

        private static string? Get(string key, char kind) =>
            Values().TryGetValue(key, out var text) && text.Length > 0 && text[0] == kind ? text.Substring(1) : null;

        private static void Set(string key, string text)
        {
            Values()[key] = text;
            Save();
        }

        private static Dictionary<string, string> Values()
        {
            if (values != null && loadedFrom == FilePath) return values;
            loadedFrom = FilePath;
            values = null;
            try
            {
                if (File.Exists(FilePath))
                    values = JsonConvert.DeserializeObject<Dictionary<string, string>>(File.ReadAllText(FilePath));
            }
            catch (JsonException)
            {
                // A file that was cut short counts as none: preferences have defaults.
            }
            return values ??= new Dictionary<string, string>();
        }

        private static void Save()
        {
            Directory.CreateDirectory(Path.GetDirectoryName(FilePath)!);
            File.WriteAllText(FilePath, JsonConvert.SerializeObject(Values()));
        }
    }
}
