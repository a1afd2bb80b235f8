#nullable enable
using System;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using UnityEngine;

namespace UnityEditor
{
    public class EditorBuildSettingsScene : IComparable
    {
        private string scenePath = "";

        public EditorBuildSettingsScene()
        {
        }

        public EditorBuildSettingsScene(string path, bool enabled)
        {
            this.path = path;
            this.enabled = enabled;
            guid = AssetDatabase.GUIDFromAssetPath(this.path);
        }

        public EditorBuildSettingsScene(GUID guid, bool enabled)
        {
            this.guid = guid;
            this.enabled = enabled;
            path = AssetDatabase.GUIDToAssetPath(guid);
        }

        public bool enabled { get; set; }

        public string path
        {
            get => scenePath;
            set => scenePath = value.Replace('\\', '/');
        }

        public GUID guid { get; set; }

        public int CompareTo(object obj) => obj is EditorBuildSettingsScene other ? string.CompareOrdinal(other.path, path) : 1;
    }

    /// <summary>The list of scenes that a build has.</summary>
    public partial class EditorBuildSettings : UnityEngine.Object
    {
        internal EditorBuildSettings()
        {
        }

        public static event Action? sceneListChanged;

        public static EditorBuildSettingsScene[] scenes
        {
            get => File.Items("m_Scenes")
                .Select(item => new EditorBuildSettingsScene(SettingsFile.Part(item, "path"), SettingsFile.Part(item, "enabled") != "0"))
                .ToArray();
            set
            {
                var lines = new StringBuilder();
                foreach (var scene in value)
                    lines.Append("  - enabled: ").Append(scene.enabled ? 1 : 0).Append("\n    path: ").Append(scene.path)
                        .Append("\n    guid: ").Append(scene.guid).Append('\n');
                File.SetBlock("m_Scenes", lines.ToString());
                foreach (var open in UnityEngine.SceneManagement.SceneTable.Open) open.BuildIndex = IndexOf(open.Path);
                sceneListChanged?.Invoke();
            }
        }

        /// <summary>Among the scenes that are switched on; -1 for others.</summary>
        internal static int IndexOf(string path) => Array.FindIndex(scenes.Where(s => s.enabled).ToArray(), s => s.path == path);

        private static SettingsFile File => new SettingsFile("EditorBuildSettings.asset", "EditorBuildSettings");
    }

    public enum BuildTarget
    {
        NoTarget = -2,
        StandaloneOSX = 2,
        StandaloneWindows = 5,
        iOS = 9,
        Android = 13,
        StandaloneWindows64 = 19,
        WebGL = 20,
        StandaloneLinux64 = 24,
    }

    public enum BuildTargetGroup
    {
        Unknown = 0,
        Standalone = 1,
        iOS = 4,
        Android = 7,
        WebGL = 13,
    }

    public partial class EditorUserBuildSettings : UnityEngine.Object
    {
        public static string[] activeScriptCompilationDefines => System.Linq.Enumerable.ToArray(ScriptSources.EngineDefines());

        internal EditorUserBuildSettings()
        {
        }

        public static BuildTarget activeBuildTarget { get; internal set; } = HostTarget();

        public static BuildTargetGroup selectedBuildTargetGroup { get; set; } = BuildTargetGroup.Standalone;

        public static bool development { get; set; }

        private static BuildTarget HostTarget() =>
            RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? BuildTarget.StandaloneWindows64
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? BuildTarget.StandaloneOSX
            : BuildTarget.StandaloneLinux64;
    }
}

namespace UnityEditor.Build
{
    public readonly struct NamedBuildTarget : IEquatable<NamedBuildTarget>
    {
        public static readonly NamedBuildTarget Unknown = new NamedBuildTarget("");
        public static readonly NamedBuildTarget Standalone = new NamedBuildTarget("Standalone");
        public static readonly NamedBuildTarget Server = new NamedBuildTarget("Server");
        public static readonly NamedBuildTarget iOS = new NamedBuildTarget("iPhone");
        public static readonly NamedBuildTarget Android = new NamedBuildTarget("Android");
        public static readonly NamedBuildTarget WebGL = new NamedBuildTarget("WebGL");

        private NamedBuildTarget(string name)
        {
            TargetName = name;
        }

        public string TargetName { get; }

        public static NamedBuildTarget FromBuildTargetGroup(BuildTargetGroup buildTargetGroup) =>
            buildTargetGroup switch
            {
                BuildTargetGroup.Standalone => Standalone,
                BuildTargetGroup.iOS => iOS,
                BuildTargetGroup.Android => Android,
                BuildTargetGroup.WebGL => WebGL,
                _ => Unknown,
            };

        public static bool operator ==(NamedBuildTarget lhs, NamedBuildTarget rhs) => lhs.Equals(rhs);

        public static bool operator !=(NamedBuildTarget lhs, NamedBuildTarget rhs) => !lhs.Equals(rhs);

        public bool Equals(NamedBuildTarget other) => TargetName == other.TargetName;

        public override bool Equals(object? obj) => obj is NamedBuildTarget other && Equals(other);

        public override int GetHashCode() => (TargetName ?? "").GetHashCode();
    }
}
