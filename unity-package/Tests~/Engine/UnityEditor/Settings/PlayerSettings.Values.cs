#nullable enable
using System.IO;
using UnityEngine;

namespace UnityEditor
{
    public enum ScriptingImplementation
    {
        Mono2x = 0,
        IL2CPP = 1,
    }

    public enum ApiCompatibilityLevel
    {
        NET_Standard_2_0 = 6,
        NET_Unity_4_8 = 3,
        NET_Standard = 6,
        NET_4_6 = 3,
    }

    public sealed partial class PlayerSettings
    {
        public static string companyName
        {
            get => Settings.Text(nameof(companyName)) ?? "DefaultCompany";
            set => Settings.Set(nameof(companyName), value);
        }

        public static string productName
        {
            get => Settings.Text(nameof(productName)) ?? Path.GetFileName(EngineProcess.ProjectPath);
            set => Settings.Set(nameof(productName), value);
        }

        public static string bundleVersion
        {
            get => Settings.Text(nameof(bundleVersion)) ?? "0.1";
            set => Settings.Set(nameof(bundleVersion), value);
        }

        public static ColorSpace colorSpace
        {
            get => Settings.Integer("m_ActiveColorSpace", 1) == 0 ? ColorSpace.Gamma : ColorSpace.Linear;
            set => Settings.Set("m_ActiveColorSpace", value == ColorSpace.Gamma ? "0" : "1");
        }

        public static int defaultScreenWidth
        {
            get => Settings.Integer(nameof(defaultScreenWidth), 1920);
            set => Settings.Set(nameof(defaultScreenWidth), value.ToString());
        }

        public static int defaultScreenHeight
        {
            get => Settings.Integer(nameof(defaultScreenHeight), 1080);
            set => Settings.Set(nameof(defaultScreenHeight), value.ToString());
        }

        public static bool runInBackground
        {
            get => Settings.Flag(nameof(runInBackground), true);
            set => Settings.Set(nameof(runInBackground), value ? "1" : "0");
        }

        public static ScriptingImplementation GetScriptingBackend(Build.NamedBuildTarget buildTarget) => ScriptingImplementation.Mono2x;

        public static ApiCompatibilityLevel GetApiCompatibilityLevel(Build.NamedBuildTarget buildTarget) =>
            ApiCompatibilityLevel.NET_Standard;

        public static string GetApplicationIdentifier(Build.NamedBuildTarget buildTarget) =>
            $"com.{companyName}.{productName}".Replace(" ", "");

        private static SettingsFile Settings => new SettingsFile("ProjectSettings.asset", "PlayerSettings");
    }
}
