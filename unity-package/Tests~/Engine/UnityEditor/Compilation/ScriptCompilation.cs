#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor.Compilation;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>The result of a compilation.</summary>
    internal sealed class CompiledScripts
    {
        internal CompiledScripts(IReadOnlyList<CompiledAssembly> assemblies)
        {
            Assemblies = assemblies;
        }

        /// <summary>Assemblies in the order in which they can be loaded.</summary>
        internal IReadOnlyList<CompiledAssembly> Assemblies { get; }

        internal bool HasErrors => Assemblies.Any(a => a.Messages.Any(m => m.type == CompilerMessageType.Error));
    }

    /// <summary>One assembly after a compile.</summary>
    internal sealed class CompiledAssembly
    {
        internal CompiledAssembly(ScriptAssembly source, byte[]? image, byte[]? symbols, CompilerMessage[] messages)
        {
            Source = source;
            Image = image;
            Symbols = symbols;
            Messages = messages;
        }

        internal ScriptAssembly Source { get; }

        /// <summary>The assembly's bytes; null if it has errors.</summary>
        internal byte[]? Image { get; }

        internal byte[]? Symbols { get; }

        internal CompilerMessage[] Messages { get; }
    }

    /// <summary>
    /// Compiles when scripts changed: in the background, while the editor ticks on; a success is followed
    /// by a reload, a failure is not.
    /// </summary>
    internal static class ScriptCompilation
    {
        private static readonly object context = new object();
        private static Task<CompiledScripts>? running;
        private static ScriptSources? sources;
        private static CompiledScripts? waitingForReload;
        private static string compiledHash = "";
        private static bool requested;
        private static bool forced;
        private static bool reloadRequested;
        private static double startedAt;

        /// <summary>A compile takes this long at least, so that phases can be seen.</summary>
        internal static int MinMs { get; set; }

        internal static int ReloadLocks { get; set; }

        internal static bool IsCompiling => requested || IsBusy;

        /// <summary>Whether a compile runs, or its reload is due.</summary>
        internal static bool IsBusy => running != null || waitingForReload != null || reloadRequested;

        /// <summary>EditorUtility.scriptCompilationFailed.</summary>
        internal static bool Failed { get; private set; }

        /// <summary>How often scripts were compiled, for tests.</summary>
        internal static int Count { get; private set; }

        /// <summary>Scripts may have changed on disk: the asset database found so. Compiles with the next tick if they did.</summary>
        internal static void Request(bool evenIfUnchanged = false)
        {
            requested = true;
            forced |= evenIfUnchanged;
        }

        /// <summary>Requests a reload without a compile.</summary>
        internal static void RequestReload() => reloadRequested = true;

        /// <summary>
        /// To be called by AssetDatabase.Refresh: scripts that are not those of the last compile ask for one.
        /// </summary>
        internal static void RequestIfChanged()
        {
            if (running != null || ScriptSources.Read().Hash != compiledHash) requested = true;
        }

        /// <summary>The first compile, before the first domain; with errors, as often as Safe Mode lasts.</summary>
        internal static void CompileAtStart()
        {
            var process = EditorLoop.Process;
            if (process == null) return;
            var found = ScriptSources.Read();
            compiledHash = found.Hash;
            var result = found.FileCount == 0 ? new CompiledScripts(Array.Empty<CompiledAssembly>()) : process.Compile(found);
            Tell(result);
            while (result.HasErrors && process.WaitInSafeMode(found))
            {
                found = ScriptSources.Read();
                compiledHash = found.Hash;
                result = process.Compile(found);
                ConsoleStore.ClearCompileMessages();
                Tell(result);
            }
            ScriptDomain.Enter(process.LoadDomain(result.HasErrors ? null : result));
            DomainStart.InitializeOnLoad();
            DomainStart.DidReloadScripts();
        }

        /// <summary>Takes one step; called with each tick.</summary>
        internal static void Advance()
        {
            if (requested && running == null && waitingForReload == null && !PlayMode.IsPlayingOrWillChange) Start();
            if (running is { IsCompleted: true } && EngineProcess.Clock.NowSeconds - startedAt >= MinMs / 1_000.0) Finish(running);
            if ((waitingForReload == null && !reloadRequested) || ReloadLocks > 0 || PlayMode.IsPlaying) return;
            var scripts = waitingForReload;
            waitingForReload = null;
            reloadRequested = false;
            DomainReload.Run(scripts);
        }

        private static void Start()
        {
            requested = false;
            var process = EditorLoop.Process;
            var found = ScriptSources.Read();
            if (process == null || (found.Hash == compiledHash && !forced)) return;
            forced = false;
            sources = found;
            startedAt = EngineProcess.Clock.NowSeconds;
            running = Task.Run(() => process.Compile(found));
            CompilationPipeline.RaiseStarted(context);
        }

        private static void Finish(Task<CompiledScripts> task)
        {
            running = null;
            compiledHash = sources?.Hash ?? "";
            Count++;
            CompiledScripts result;
            try
            {
                result = task.GetAwaiter().GetResult();
            }
            catch (Exception e)
            {
                EngineLog.Editor(LogType.Error, $"The compiler failed: {e.Message}");
                Failed = true;
                CompilationPipeline.RaiseFinished(context);
                return;
            }
            ConsoleStore.ClearCompileMessages();
            Tell(result);
            foreach (var assembly in result.Assemblies)
                EditorLoop.Guarded(() => CompilationPipeline.RaiseAssembly(assembly.Source.OutputPath, assembly.Messages));
            if (!result.HasErrors) waitingForReload = result;
            EditorLoop.Guarded(() => CompilationPipeline.RaiseFinished(context));
        }

        private static void Tell(CompiledScripts result)
        {
            Failed = result.HasErrors;
            foreach (var message in result.Assemblies.SelectMany(a => a.Messages))
                ConsoleStore.AddCompileMessage(message);
        }
    }
}
