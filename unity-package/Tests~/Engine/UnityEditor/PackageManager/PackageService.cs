#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Compilation;
using UnityEditor.PackageManager;
using UnityEditor.PackageManager.Requests;
using UnityEngine;

namespace Fairlead.Engine.Packages
{
    /// <summary>The Package Manager: the manifest on disk, and a small catalogue in place of the registry. Main thread.</summary>
    internal static class PackageService
    {
        private const string FilePrefix = "file:";

#if UNITY_6000_3_OR_NEWER
        private const ErrorCode NoConnection = ErrorCode.ConnectionError;
#else
        private const ErrorCode NoConnection = ErrorCode.Unknown;
#endif

        private static readonly List<(Request Request, int Ticks)> pending = new List<(Request, int)>();

        static PackageService()
        {
            // The domain goes: nobody is left to be answered.
            ScriptDomain.Unloading += Stop;
        }

        /// <summary>A request is answered this many ticks after it was made.</summary>
        internal static int TicksPerRequest { get; set; } = 2;

        /// <summary>
        /// A change of packages takes effect, and the domain reloads before the request has said so: what
        /// happens in Unity where the compile is quicker than the answer.
        /// </summary>
        internal static bool ReloadsBeforeAnswer { get; set; }

        internal static T Begin<T>(T request)
            where T : Request
        {
            if (pending.Count == 0) EditorApplication.update += Advance;
            pending.Add((request, TicksPerRequest));
            return request;
        }

        private static void Advance()
        {
            for (var i = 0; i < pending.Count; i++) pending[i] = (pending[i].Request, pending[i].Ticks - 1);
            var due = pending.FindAll(p => p.Ticks <= 0);
            pending.RemoveAll(p => p.Ticks <= 0);
            foreach (var (request, _) in due) Answer(request);
            if (pending.Count == 0) Stop();
        }

        private static void Stop()
        {
            pending.Clear();
            EditorApplication.update -= Advance;
        }

        internal static PackageInfo[] Catalogue() =>
            PackageCatalogue.Entries.Select(e => PackageCatalogue.Info(e.Key, e.Value.Version)).ToArray();

        /// <summary>Unity finds exactly the package that is named.</summary>
        internal static PackageInfo[] Search(string packageIdOrName)
        {
            var name = packageIdOrName.Split('@')[0];
            if (!PackageCatalogue.Entries.TryGetValue(name, out var entry)) throw NotFound(name);
            return new[] { PackageCatalogue.Info(name, entry.Version) };
        }

        internal static IReadOnlyList<PackageInfo> Installed()
        {
            var packages = new List<PackageInfo>();
            foreach (var property in Dependencies(Manifest()).Properties())
                packages.Add(InfoOf(property.Name, (string?)property.Value ?? ""));
            foreach (var folder in Embedded())
                if (Describe(folder) is { } info && packages.All(p => p.name != info.Name))
                    packages.Add(new PackageInfo(info.Name, info.Version, info.DisplayName, PackageSource.Embedded,
                        $"{info.Name}@file:{Path.GetFileName(folder)}"));
            return packages;
        }

        internal static PackageInfo Add(string identifier)
        {
            var (name, source) = Resolve(identifier.Trim());
            var manifest = Manifest();
            Dependencies(manifest)[name] = source;
            Write(manifest);
            return InfoOf(name, source);
        }

        internal static void Remove(string name)
        {
            var manifest = Manifest();
            if (!Dependencies(manifest).Remove(name))
                throw new PackageProblem(ErrorCode.NotFound,
                    $"Unable to remove package [{name}]: it is not a direct dependency of the project.");
            Write(manifest);
        }

        private static void Answer(Request request)
        {
            var changes = request is AddRequest || request is RemoveRequest;
            try
            {
                if (changes && ReloadsBeforeAnswer) request.RunUnanswered();
                else request.Complete();
            }
            catch (PackageProblem problem)
            {
                request.Fail(new Error(problem.Code, problem.Message));
                return;
            }
            // A package's code is compiled, and the domain reloads.
            if (changes) CompilationPipeline.RequestScriptCompilation(RequestScriptCompilationOptions.CleanBuildCache);
        }

        private static (string Name, string Source) Resolve(string identifier)
        {
            if (identifier.StartsWith(FilePrefix, StringComparison.Ordinal))
            {
                var described = Describe(Path.GetFullPath(Path.Combine(PackagesFolder, identifier.Substring(FilePrefix.Length))))
                    ?? throw new PackageProblem(ErrorCode.InvalidParameter, $"Cannot find a package.json at [{identifier}].");
                return (described.Name, identifier);
            }
            if (PackageCatalogue.IsGit(identifier))
                throw new PackageProblem(NoConnection, $"Cannot perform git clone of [{identifier}]: this editor has no network.");
            var parts = identifier.Split('@');
            if (!PackageCatalogue.IsName(parts[0]))
                throw new PackageProblem(ErrorCode.InvalidParameter, $"[{parts[0]}] is not a valid package name.");
            if (!PackageCatalogue.Entries.TryGetValue(parts[0], out var entry)) throw NotFound(parts[0]);
            return (parts[0], parts.Length > 1 && parts[1].Length > 0 ? parts[1] : entry.Version);
        }

        private static PackageInfo InfoOf(string name, string source)
        {
            if (!source.StartsWith(FilePrefix, StringComparison.Ordinal)) return PackageCatalogue.Info(name, source);
            var described = Describe(Path.GetFullPath(Path.Combine(PackagesFolder, source.Substring(FilePrefix.Length))));
            return new PackageInfo(
                name, described?.Version ?? "", described?.DisplayName ?? name, PackageSource.Local, $"{name}@{source}");
        }

        private static PackageProblem NotFound(string name) =>
            new PackageProblem(ErrorCode.NotFound, $"Package [{name}] cannot be found");

        private static string PackagesFolder => Path.Combine(EngineProcess.ProjectPath, "Packages");

        private static string ManifestFile => Path.Combine(PackagesFolder, "manifest.json");

        private static JObject Manifest() =>
            File.Exists(ManifestFile) ? JObject.Parse(File.ReadAllText(ManifestFile)) : new JObject();

        private static JObject Dependencies(JObject manifest)
        {
            if (!(manifest["dependencies"] is JObject dependencies)) manifest["dependencies"] = dependencies = new JObject();
            return dependencies;
        }

        private static void Write(JObject manifest)
        {
            var sorted = new JObject(Dependencies(manifest).Properties().OrderBy(p => p.Name, StringComparer.Ordinal));
            manifest["dependencies"] = sorted;
            Directory.CreateDirectory(PackagesFolder);
            File.WriteAllText(ManifestFile, manifest.ToString(Formatting.Indented) + "\n");
        }

        private static string[] Embedded() =>
            Directory.Exists(PackagesFolder) ? Directory.GetDirectories(PackagesFolder) : Array.Empty<string>();

        private static (string Name, string Version, string DisplayName)? Describe(string folder)
        {
            var file = Path.Combine(folder, "package.json");
            if (!File.Exists(file)) return null;
            var json = JObject.Parse(File.ReadAllText(file));
            var name = (string?)json["name"];
            return name == null ? ((string, string, string)?)null
                : (name, (string?)json["version"] ?? "", (string?)json["displayName"] ?? name);
        }
    }

    /// <summary>An error of the Package Manager.</summary>
    internal sealed class PackageProblem : Exception
    {
        internal PackageProblem(ErrorCode code, string message)
            : base(message)
        {
            Code = code;
        }

        internal ErrorCode Code { get; }
    }
}
