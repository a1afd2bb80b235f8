#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using Fairlead.Engine.Assets;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>One assembly of the project: Assembly-CSharp, Assembly-CSharp-Editor, or one of an .asmdef.</summary>
    internal sealed class ScriptAssembly
    {
        internal ScriptAssembly(string name, bool isEditor, IReadOnlyList<string> files, IReadOnlyList<string> references,
            IReadOnlyList<string> defines)
        {
            Name = name;
            IsEditor = isEditor;
            Files = files;
            References = references;
            Defines = defines;
        }

        internal string Name { get; }

        internal bool IsEditor { get; }

        /// <summary>Paths from the project's folder, sorted.</summary>
        internal IReadOnlyList<string> Files { get; }

        /// <summary>Names of other assemblies of the project.</summary>
        internal IReadOnlyList<string> References { get; }

        internal IReadOnlyList<string> Defines { get; }

        internal string OutputPath => $"Library/ScriptAssemblies/{Name}.dll";
    }

    /// <summary>The scripts of the project as they lie on disk, cut into assemblies by Unity's rules.</summary>
    internal sealed class ScriptSources
    {
        private const string Main = "Assembly-CSharp";
        private const string MainEditor = "Assembly-CSharp-Editor";

        private ScriptSources(IReadOnlyList<ScriptAssembly> assemblies, string hash)
        {
            Assemblies = assemblies;
            Hash = hash;
        }

        /// <summary>In an order in which they can be compiled.</summary>
        internal IReadOnlyList<ScriptAssembly> Assemblies { get; }

        /// <summary>Other scripts have another one.</summary>
        internal string Hash { get; }

        internal int FileCount => Assemblies.Sum(a => a.Files.Count);

        /// <summary>References of every script.</summary>
        internal IReadOnlyList<string> Defines { get; } = EngineDefines();

        internal static ScriptSources Read()
        {
            var definitions = new List<Definition>();
            var scripts = new List<string>();
            foreach (var root in new[] { "Assets", "Packages" })
                Walk(EngineProcess.Absolute(root), root, scripts, definitions);
            scripts.Sort(StringComparer.Ordinal);
            var groups = new Dictionary<string, List<string>>();
            foreach (var script in scripts)
            {
                var owner = OwnerOf(script, definitions);
                // Without an .asmdef a package's scripts are not compiled.
                if (owner == null && script.StartsWith("Packages/", StringComparison.Ordinal)) continue;
                var name = owner?.Name ?? (script.Split('/').Contains("Editor") ? MainEditor : Main);
                if (!groups.TryGetValue(name, out var files)) groups.Add(name, files = new List<string>());
                files.Add(script);
            }
            return new ScriptSources(InOrder(groups, definitions), HashOf(scripts, definitions));
        }

        private static IReadOnlyList<ScriptAssembly> InOrder(Dictionary<string, List<string>> groups, List<Definition> definitions)
        {
            var ordered = new List<ScriptAssembly>();
            var open = new HashSet<string>();
            void Add(string name)
            {
                if (!groups.TryGetValue(name, out var files) || !open.Add(name)) return;
                var definition = definitions.FirstOrDefault(d => d.Name == name);
                IReadOnlyList<string> references;
                if (definition != null) references = definition.References;
                else
                {
                    // The predefined assemblies see every .asmdef that does not say otherwise.
                    var automatic = definitions.Where(d => d.AutoReferenced && (name == MainEditor || !d.IsEditor)).Select(d => d.Name);
                    references = (name == MainEditor ? automatic.Append(Main) : automatic).ToList();
                }
                foreach (var reference in references) Add(reference);
                ordered.Add(new ScriptAssembly(
                    name, definition?.IsEditor ?? name == MainEditor, files, references, definition?.Defines ?? Array.Empty<string>()));
            }
            foreach (var name in groups.Keys.OrderBy(n => n, StringComparer.Ordinal)) Add(name);
            return ordered;
        }

        private static Definition? OwnerOf(string script, List<Definition> definitions)
        {
            Definition? owner = null;
            foreach (var definition in definitions)
                if (script.StartsWith(definition.Folder + "/", StringComparison.Ordinal)
                    && (owner == null || definition.Folder.Length > owner.Folder.Length))
                    owner = definition;
            return owner;
        }

        /// <summary>Unity leaves out what begins with a dot or ends with ~.</summary>
        private static void Walk(string folder, string relative, List<string> scripts, List<Definition> definitions)
        {
            if (!Directory.Exists(folder)) return;
            foreach (var path in Directory.EnumerateFileSystemEntries(folder))
            {
                var name = Path.GetFileName(path);
                if (name.StartsWith(".", StringComparison.Ordinal) || name.EndsWith("~", StringComparison.Ordinal)) continue;
                var inside = $"{relative}/{name}";
                if (Directory.Exists(path)) Walk(path, inside, scripts, definitions);
                else if (name.EndsWith(".cs", StringComparison.OrdinalIgnoreCase)) scripts.Add(inside);
                else if (name.EndsWith(".asmdef", StringComparison.OrdinalIgnoreCase)
                    && Definition.TryRead(path, relative) is { } definition)
                    definitions.Add(definition);
            }
        }

        private static string HashOf(List<string> scripts, List<Definition> definitions)
        {
            using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
            foreach (var definition in definitions.OrderBy(d => d.Folder, StringComparer.Ordinal))
                hash.AppendData(Encoding.UTF8.GetBytes(definition.Folder + "\n" + definition.Text + "\n"));
            foreach (var script in scripts)
            {
                hash.AppendData(Encoding.UTF8.GetBytes(script + "\n"));
                try
                {
                    hash.AppendData(File.ReadAllBytes(EngineProcess.Absolute(script)));
                }
                catch (IOException)
                {
                    // Gone since it was listed: the next look sees that.
                }
            }
            return BitConverter.ToString(hash.GetHashAndReset());
        }

        internal static IReadOnlyList<string> EngineDefines()
        {
            var defines = new List<string> { "DEBUG", "TRACE", "UNITY_EDITOR", "UNITY_EDITOR_64", "UNITY_64", "UNITY_6000",
                "NET_STANDARD_2_1", "NET_STANDARD", "CSHARP_7_3_OR_NEWER", "ENABLE_LEGACY_INPUT_MANAGER" };
            if (RenderPipelines.Has(EngineProcess.ProjectPath, "com.unity.inputsystem")) defines.Add("ENABLE_INPUT_SYSTEM");
            var minor = int.Parse(EngineProcess.Version.Split('.')[1], System.Globalization.CultureInfo.InvariantCulture);
            for (var i = 0; i <= minor; i++) defines.Add($"UNITY_6000_{i}_OR_NEWER");
            defines.Add($"UNITY_6000_{minor}");
            switch (Application.platform)
            {
                case RuntimePlatform.WindowsEditor:
                    defines.AddRange(new[] { "UNITY_EDITOR_WIN", "UNITY_STANDALONE_WIN", "UNITY_STANDALONE" });
                    break;
                case RuntimePlatform.OSXEditor:
                    defines.AddRange(new[] { "UNITY_EDITOR_OSX", "UNITY_STANDALONE_OSX", "UNITY_STANDALONE" });
                    break;
                default:
                    defines.AddRange(new[] { "UNITY_EDITOR_LINUX", "UNITY_STANDALONE_LINUX", "UNITY_STANDALONE" });
                    break;
            }
            return defines;
        }

        /// <summary>One .asmdef.</summary>
        private sealed class Definition
        {
            private Definition(string folder, string text, JObject json)
            {
                Folder = folder;
                Text = text;
                Name = (string?)json["name"] ?? "";
                References = Texts(json["references"]);
                Defines = Texts(json["versionDefines"] is JArray versions
                    ? new JArray(versions.Select(v => v["define"] ?? "").Where(d => (string?)d != "")) : null);
                var platforms = Texts(json["includePlatforms"]);
                IsEditor = platforms.Count == 1 && platforms[0] == "Editor";
                AutoReferenced = (bool?)json["autoReferenced"] ?? true;
            }

            internal string Folder { get; }

            internal string Text { get; }

            internal string Name { get; }

            internal IReadOnlyList<string> References { get; }

            internal IReadOnlyList<string> Defines { get; }

            internal bool IsEditor { get; }

            internal bool AutoReferenced { get; }

            internal static Definition? TryRead(string path, string folder)
            {
                try
                {
                    var text = File.ReadAllText(path);
                    var definition = new Definition(folder, text, JObject.Parse(text));
                    return definition.Name.Length == 0 ? null : definition;
                }
                catch (Exception e) when (e is JsonException || e is IOException || e is ArgumentException)
                {
                    EngineLog.Editor(LogType.Error,
                        $"{folder}/{Path.GetFileName(path)}: the assembly definition cannot be read: {e.Message}");
                    return null;
                }
            }

            private static IReadOnlyList<string> Texts(JToken? token) =>
                token is JArray list ? list.Select(item => (string?)item ?? "").Where(text => text.Length > 0).ToList()
                    : new List<string>();
        }
    }
}
