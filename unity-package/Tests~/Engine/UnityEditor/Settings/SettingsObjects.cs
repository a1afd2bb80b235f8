#nullable enable
using System;
using System.Collections.Generic;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>The objects that files of ProjectSettings/ are in memory. What is changed in them holds in the engine at once.</summary>
    internal static class SettingsObjects
    {
        private const string Folder = "ProjectSettings/";

        private static readonly Dictionary<string, Func<SettingsObject>> Kinds = new Dictionary<string, Func<SettingsObject>>
        {
            ["AudioManager.asset"] = () => new AudioManager(),
            ["DynamicsManager.asset"] = () => new PhysicsManager(),
            ["ProjectSettings.asset"] = () => new PlayerManager(),
            ["TagManager.asset"] = () => new TagManager(),
            ["TimeManager.asset"] = () => new TimeManager(),
        };

        private static readonly Dictionary<string, SettingsObject> loaded = new Dictionary<string, SettingsObject>();

        static SettingsObjects() => EngineEvents.OnChanged += obj => (obj as SettingsObject)?.Apply();

        internal static bool Has(string path) => path.StartsWith(Folder, StringComparison.Ordinal);

        /// <summary>Returns null if the engine has no such settings.</summary>
        internal static Object? At(string path)
        {
            if (loaded.TryGetValue(path, out var known)) return known;
            if (!Kinds.TryGetValue(path.Substring(Folder.Length), out var make)) return null;
            var made = make();
            made.AssetPath = path;
            made.Read();
            return loaded[path] = made;
        }

        internal static void Save(string path)
        {
            if (!loaded.TryGetValue(path, out var settings)) return;
            settings.Write();
            Dirty.Saved(settings);
        }

        /// <summary>Files may have changed on disk: a checkout, or a revert.</summary>
        internal static void Reload()
        {
            foreach (var settings in loaded.Values)
                if (settings.HasChangedOnDisk)
                {
                    settings.Read();
                    Dirty.Saved(settings);
                }
        }

        /// <summary>Another project.</summary>
        internal static void Forget() => loaded.Clear();
    }

    /// <summary>One file of settings. Values that it does not have keep what they are.</summary>
    internal abstract class SettingsObject : Object
    {
        private readonly SettingsFile file;
        private string seen = "";

        private protected SettingsObject(string name, string type)
        {
            file = new SettingsFile(name, type);
        }

        internal bool HasChangedOnDisk => file.Content != seen;

        internal void Read()
        {
            seen = file.Content;
            Read(file);
            Apply();
        }

        internal void Write()
        {
            Write(file);
            seen = file.Content;
        }

        /// <summary>Makes the values those of the engine.</summary>
        internal virtual void Apply()
        {
        }

        private protected abstract void Read(SettingsFile from);

        private protected abstract void Write(SettingsFile to);

        private protected static string Text(float number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
