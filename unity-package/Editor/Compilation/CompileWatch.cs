#nullable enable
using System;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Compilation;

namespace Fairlead.Editor.Compilation
{
    /// <summary>
    /// Says when scripts compile, gathers what the compiler says over all assemblies, and takes it to report and console when the
    /// compile ends. Main thread.
    /// </summary>
    internal sealed class CompileWatch : IDisposable
    {
        private const string Scripts = "Scripts";

        private readonly EditorCore core;
        private JArray messages = new JArray();

        /// <summary>
        /// A build compiles too, for the player: what is wrong there stands in the build's report, and the editor's own scripts
        /// are as they were.
        /// </summary>
        private bool isForPlayer;

        internal CompileWatch(EditorCore core)
        {
            this.core = core;
            CompilationPipeline.compilationStarted += Started;
            CompilationPipeline.assemblyCompilationFinished += AssemblyFinished;
            CompilationPipeline.compilationFinished += Finished;
        }

        /// <summary>
        /// Asks Unity itself, whatever the events said: a compile inside of one call, as a player build's, begins and ends between two
        /// looks, and one that was cancelled ends without an event. True from the request until the domain goes, so that no call slips in
        /// between compile and reload. Allocates nothing while nothing changes.
        /// </summary>
        internal void Poll() => core.Phases.SetCompiling(EditorApplication.isCompiling, Scripts);

        /// <summary>Stops listening.</summary>
        public void Dispose()
        {
            CompilationPipeline.compilationStarted -= Started;
            CompilationPipeline.assemblyCompilationFinished -= AssemblyFinished;
            CompilationPipeline.compilationFinished -= Finished;
        }

        private void Started(object context)
        {
            messages = new JArray();
            isForPlayer = BuildPipeline.isBuildingPlayer;
            core.Phases.SetCompiling(true, Scripts);
        }

        private void AssemblyFinished(string path, CompilerMessage[] found)
        {
            foreach (var message in found)
                if (message.type != CompilerMessageType.Info) messages.Add(CompileLine.ToJson(message));
        }

        private void Finished(object context)
        {
            if (isForPlayer)
            {
                messages = new JArray();
                Poll();
                return;
            }
            var report = CompileReport.Keep(messages);
            messages = new JArray();
            // Unity does the same with its own console: the errors of the compile before are no longer true.
            core.Console.Remove(CompileLine.IsOne);
            foreach (var warning in report.Warnings) core.Console.Add(LogKind.Warning, CompileLine.ToText((JObject)warning));
            foreach (var error in report.Errors) core.Console.Add(LogKind.Error, CompileLine.ToText((JObject)error));
            core.Changed(ChangeScopes.Console);
            Poll();
        }
    }
}
