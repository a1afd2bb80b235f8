#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace UnityEditor.Compilation
{
    [Flags]
    public enum AssemblyFlags
    {
        None = 0,
        EditorAssembly = 1,
    }

    [Flags]
    public enum RequestScriptCompilationOptions
    {
        None = 0,
        CleanBuildCache = 1,
    }

    public enum AssembliesType
    {
        Editor = 0,
        Player = 1,
        PlayerWithoutTestAssemblies = 2,
    }

    public class ScriptCompilerOptions
    {
        public string LanguageVersion { get; internal set; } = "9.0";
    }

    public class Assembly
    {
        internal Assembly(ScriptAssembly assembly, string[] defines)
        {
            name = assembly.Name;
            sourceFiles = assembly.Files.ToArray();
            flags = assembly.IsEditor ? AssemblyFlags.EditorAssembly : AssemblyFlags.None;
            this.defines = defines;
            outputPath = assembly.OutputPath;
        }

        public string name { get; }

        public string rootNamespace => "";

        public string outputPath { get; }

        public string[] sourceFiles { get; }

        public string[] defines { get; }

        public Assembly[] assemblyReferences { get; internal set; } = Array.Empty<Assembly>();

        public string[] compiledAssemblyReferences => Array.Empty<string>();

        public AssemblyFlags flags { get; }

        public string[] allReferences => assemblyReferences.Select(a => a.outputPath).ToArray();
    }

    public static partial class CompilationPipeline
    {
        public static event Action<object>? compilationStarted;

        public static event Action<object>? compilationFinished;

        public static event Action<string>? assemblyCompilationNotRequired;

        public static event Action<string, CompilerMessage[]>? assemblyCompilationFinished;

        public static void RequestScriptCompilation() => RequestScriptCompilation(RequestScriptCompilationOptions.None);

        public static void RequestScriptCompilation(RequestScriptCompilationOptions options) => ScriptCompilation.Request(true);

        public static Assembly[] GetAssemblies() => GetAssemblies(AssembliesType.Editor);

        public static Assembly[] GetAssemblies(AssembliesType assembliesType)
        {
            var sources = ScriptSources.Read();
            var all = sources.Assemblies
                .Where(a => assembliesType == AssembliesType.Editor || !a.IsEditor)
                .ToDictionary(a => a.Name, a => new Assembly(a, sources.Defines.ToArray()));
            foreach (var assembly in sources.Assemblies)
                if (all.TryGetValue(assembly.Name, out var made))
                    made.assemblyReferences = assembly.References.Where(all.ContainsKey).Select(name => all[name]).ToArray();
            return all.Values.ToArray();
        }

        public static string? GetAssemblyNameFromScriptPath(string sourceFilePath)
        {
            var path = sourceFilePath.Replace('\\', '/');
            var owner = ScriptSources.Read().Assemblies.FirstOrDefault(a => a.Files.Contains(path));
            return owner == null ? null : Path.GetFileName(owner.OutputPath);
        }

        internal static void RaiseStarted(object context) => compilationStarted?.Invoke(context);

        internal static void RaiseFinished(object context) => compilationFinished?.Invoke(context);

        internal static void RaiseAssembly(string path, CompilerMessage[] messages) =>
            assemblyCompilationFinished?.Invoke(path, messages);

        internal static void RaiseNotRequired(string path) => assemblyCompilationNotRequired?.Invoke(path);
    }
}
