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
            get => File.Text(nameof(companyName)) ?? "DefaultCompany";
            set => File.Set(nameof(companyName), value);
        }

        public static string productName
        {
            get => File.Text(nameof(productName)) ?? Path.GetFileName(EngineProcess.ProjectPath);
            set => File.Set(nameof(productName), value);
        }

        public static string bundleVersion
        {
            get => File.Text(nameof(bundleVersion)) ?? "0.1";
            set => File.Set(nameof(bundleVersion), value);
        }

        public static ColorSpace colorSpace
        {
            get => File.Integer("m_ActiveColorSpace", 1) == 0 ? ColorSpace.Gamma : ColorSpace.Linear;
            set => File.Set("m_ActiveColorSpace", value == ColorSpace.Gamma ? "0" : "1");
        }

        public static int defaultScreenWidth
        {
            get => File.Integer(nameof(defaultScreenWidth), 1920);
            set => File.Set(nameof(defaultScreenWidth), value.ToString());
        }

        public static int defaultScreenHeight
        {
            get => File.Integer(nameof(defaultScreenHeight), 1080);
            set => File.Set(nameof(defaultScreenHeight), value.ToString());
        }

        public static bool runInBackground
        {
            get => File.Flag(nameof(runInBackground), true);
            set => File.Set(nameof(runInBackground), value ? "1" : "0");
        }

        public static ScriptingImplementation GetScriptingBackend(Build.NamedBuildTarget buildTarget) => ScriptingImplementation.Mono2x;

        public static ApiCompatibilityLevel GetApiCompatibilityLevel(Build.NamedBuildTarget buildTarget) => ApiCompatibilityLevel.NET_Standard;

        public static string GetApplicationIdentifier(Build.NamedBuildTarget buildTarget) => $"com.{companyName}.{productName}".Replace(" ", "");

        private static SettingsFile File => new SettingsFile("ProjectSettings.asset", "PlayerSettings");
    }
}
