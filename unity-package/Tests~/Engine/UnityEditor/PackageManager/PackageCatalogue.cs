#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text.RegularExpressions;
using UnityEditor.PackageManager;

namespace Fairlead.Engine.Packages
{
    /// <summary>A few of Unity's own packages with versions of Unity 6.3; not the registry.</summary>
    internal static class PackageCatalogue
    {
        internal static readonly IReadOnlyDictionary<string, (string Version, string DisplayName)> Entries =
            new SortedDictionary<string, (string, string)>(StringComparer.Ordinal)
            {
                ["com.unity.2d.sprite"] = ("1.0.0", "2D Sprite"),
                ["com.unity.2d.tilemap"] = ("1.0.0", "2D Tilemap Editor"),
                ["com.unity.addressables"] = ("2.7.3", "Addressables"),
                ["com.unity.ai.navigation"] = ("2.0.9", "AI Navigation"),
                ["com.unity.burst"] = ("1.8.25", "Burst"),
                ["com.unity.cinemachine"] = ("3.1.4", "Cinemachine"),
                ["com.unity.collections"] = ("2.6.2", "Collections"),
                ["com.unity.entities"] = ("1.4.2", "Entities"),
                ["com.unity.inputsystem"] = ("1.14.2", "Input System"),
                ["com.unity.mathematics"] = ("1.3.2", "Mathematics"),
                ["com.unity.netcode.gameobjects"] = ("2.5.0", "Netcode for GameObjects"),
                ["com.unity.postprocessing"] = ("3.5.0", "Post Processing"),
                ["com.unity.probuilder"] = ("6.0.7", "ProBuilder"),
                ["com.unity.recorder"] = ("5.1.2", "Recorder"),
                ["com.unity.render-pipelines.high-definition"] = ("17.3.0", "High Definition Render Pipeline"),
                ["com.unity.render-pipelines.universal"] = ("17.3.0", "Universal Render Pipeline"),
                ["com.unity.shadergraph"] = ("17.3.0", "Shader Graph"),
                ["com.unity.splines"] = ("2.8.1", "Splines"),
                ["com.unity.terrain-tools"] = ("5.3.0", "Terrain Tools"),
                ["com.unity.test-framework"] = ("1.6.0", "Test Framework"),
                ["com.unity.timeline"] = ("1.8.9", "Timeline"),
                ["com.unity.ugui"] = ("2.0.0", "Unity UI"),
                ["com.unity.visualeffectgraph"] = ("17.3.0", "Visual Effect Graph"),
                ["com.unity.visualscripting"] = ("1.9.8", "Visual Scripting"),
            };

        internal static bool IsName(string text) => Regex.IsMatch(text, @"^[a-z0-9][a-z0-9._-]*\z");

        internal static bool IsGit(string text) => Regex.IsMatch(text, @"^(https?|ssh|git)[:+]|^git@|\.git($|[#?])");

        internal static PackageInfo Info(string name, string version) =>
            new PackageInfo(name, version, DisplayName(name), SourceOf(name, version), $"{name}@{version}");

        private static PackageSource SourceOf(string name, string version) =>
            name.StartsWith("com.unity.modules.", StringComparison.Ordinal) ? PackageSource.BuiltIn
            : IsGit(version) ? PackageSource.Git
            : PackageSource.Registry;

        private static string DisplayName(string name)
        {
            if (Entries.TryGetValue(name, out var entry)) return entry.DisplayName;
            var parts = name.Split('.');
            var last = parts.Length > 2 ? string.Join(" ", parts, 2, parts.Length - 2) : name;
            return CultureInfo.InvariantCulture.TextInfo.ToTitleCase(last.Replace('-', ' '));
        }
    }
}
