#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using UnityEditor;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Settings
{
    /// <summary>The files below ProjectSettings/ whose settings can be written, and the objects that Unity makes of them.</summary>
    internal static class SettingsAssets
    {
        internal const string TagsAndLayers = "tags_and_layers";

        private static readonly Dictionary<string, string> Files = new Dictionary<string, string>
        {
            ["audio"] = "AudioManager",
            ["editor"] = "EditorSettings",
            ["graphics"] = "GraphicsSettings",
            ["input"] = "InputManager",
            ["physics"] = "DynamicsManager",
            ["physics_2d"] = "Physics2DSettings",
            ["player"] = "ProjectSettings",
            ["quality"] = "QualitySettings",
            [TagsAndLayers] = "TagManager",
            ["time"] = "TimeManager",
        };

        internal static readonly string[] Categories = Files.Keys.ToArray();

        internal static string FileOf(string category) => $"ProjectSettings/{Files[category]}.asset";

        /// <exception cref="ToolFault"><c>unsupported</c>: Unity has no such settings, e.g. because the module is disabled.</exception>
        internal static Object Need(string category)
        {
            var settings = AssetDatabase.LoadAllAssetsAtPath(FileOf(category)).FirstOrDefault(asset => asset != null);
            return settings != null
                ? settings
                : throw new ToolFault(
                    CallErrorCode.Unsupported,
                    $"This project has no {category} settings: there is nothing in {FileOf(category)}.",
                    "The built-in package they belong to may be disabled; see unity_packages list.");
        }

        /// <summary>To the disk at once: the relay compares files before and after the call.</summary>
        internal static void Save(Object settings)
        {
            EditorUtility.SetDirty(settings);
            AssetDatabase.SaveAssetIfDirty(settings);
            // Whether Unity saves a single file of settings is not documented; that it saves them with all assets is.
            if (EditorUtility.IsDirty(settings)) AssetDatabase.SaveAssets();
        }
    }
}
