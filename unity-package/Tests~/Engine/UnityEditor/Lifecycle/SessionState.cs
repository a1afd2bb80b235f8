#nullable enable
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>Lives as long as the process: over domain reloads, not over a restart.</summary>
    public class SessionState
    {
        private static readonly Dictionary<string, object> values = new Dictionary<string, object>();

        private SessionState()
        {
        }

        public static void SetBool(string key, bool value) => values[key] = value;

        public static bool GetBool(string key, bool defaultValue) => Get(key, defaultValue);

        public static void EraseBool(string key) => Erase<bool>(key);

        public static void SetFloat(string key, float value) => values[key] = value;

        public static float GetFloat(string key, float defaultValue) => Get(key, defaultValue);

        public static void EraseFloat(string key) => Erase<float>(key);

        public static void SetInt(string key, int value) => values[key] = value;

        public static int GetInt(string key, int defaultValue) => Get(key, defaultValue);

        public static void EraseInt(string key) => Erase<int>(key);

        public static void SetString(string key, string value) => values[key] = value;

        public static string GetString(string key, string defaultValue) => Get(key, defaultValue);

        public static void EraseString(string key) => Erase<string>(key);

        public static void SetVector3(string key, Vector3 value) => values[key] = value;

        public static Vector3 GetVector3(string key, Vector3 defaultValue) => Get(key, defaultValue);

        public static void EraseVector3(string key) => Erase<Vector3>(key);

        public static void SetIntArray(string key, int[] value) => values[key] = value.Clone();

        public static int[] GetIntArray(string key, int[] defaultValue) => Get(key, defaultValue);

        public static void EraseIntArray(string key) => Erase<int[]>(key);

        private static T Get<T>(string key, T otherwise)
        {
            EditorLoop.MainThreadOnly(nameof(SessionState));
            return values.TryGetValue(key, out var value) && value is T typed ? typed : otherwise;
        }

        private static void Erase<T>(string key)
        {
            if (values.TryGetValue(key, out var value) && value is T) values.Remove(key);
        }
    }
}
