#nullable enable
using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Compilation;
using Fairlead.Editor.Console;
using Fairlead.Editor.History;
using UnityEditor;
using UnityEngine;
using Debug = UnityEngine.Debug;

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>The core of one domain, tied to Unity's events.</summary>
    internal sealed class EditorBridge : IDisposable
    {
        /// <summary>Calls may take this much of a tick; an editor at 60 ticks a second has 16 ms.</summary>
        private const double TickBudgetMs = 8;

        private readonly RelayFileWatch files;
        private readonly LinkThread thread;
        private readonly EditorEventSource events;
        private readonly CompileWatch compiles;
        private readonly UndoSteps steps;
        private bool ended;

        private EditorBridge(EditorCore core, RelayFileWatch files, ProjectTools projectTools, UndoSteps steps)
        {
            Core = core;
            ProjectTools = projectTools;
            this.files = files;
            this.steps = steps;
            events = new EditorEventSource(core);
            compiles = new CompileWatch(core);
            if (core.Console.IsEmpty) UnityConsole.CopyTo(core.Console);
            EditorApplication.update += Tick;
            core.Start();
            thread = new LinkThread(core, Debug.LogException);
        }

        /// <summary>Link, calls, phases, console.</summary>
        internal EditorCore Core { get; }

        /// <summary>The project's custom tools.</summary>
        internal ProjectTools ProjectTools { get; }

        /// <summary>Takes up where the domain before left off. Main thread.</summary>
        internal static EditorBridge Start()
        {
            EditorCore? core = null;
            var files = new RelayFileWatch(RelayHome.Folder(), () => core?.RelayFileChanged());
            var ports = new EditorPorts(files)
            {
                WakeMainThread = MainThreadWaker.Find(),
                UserIsBusy = UserHands.Busy,
                Report = Debug.LogException,
            };
            var state = new UnitySessionState();
            var ledger = new UndoLedger(state);
            var projectTools = ProjectTools.Find();
            var steps = new UndoSteps(ledger, projectTools.Offers);
            ports.Watchers.Add(steps);
            EditorWiring.Ports(ports);
            core = new EditorCore(Identity(projectTools), state, ports);
            var own = EditorTools.Make(core, ledger);
            projectTools.GiveWayTo(own);
            foreach (var tool in own.Concat(projectTools.Tools)) core.Register(tool);
            foreach (var problem in projectTools.Problems) Debug.LogWarning($"[Fairlead] {problem}");
            return new EditorBridge(core, files, projectTools, steps);
        }

        /// <summary>The domain unloads: everything is kept for the next one, and the relay is notified.</summary>
        internal void LeaveForReload() => End(Core.BeforeReload);

        /// <summary>The editor quits, or the user paused remote control.</summary>
        public void Dispose() => End(Core.Dispose);

        private static EditorIdentity Identity(ProjectTools projectTools) =>
            new EditorIdentity(
                Path.GetDirectoryName(Application.dataPath) ?? Application.dataPath,
                PlayerSettings.productGUID.ToString("N"),
                Application.unityVersion,
                Process.GetCurrentProcess().Id,
                PackageVersion.Current,
                EditorWiring.Kind,
                projectTools.Announced);

        private void Tick()
        {
            events.Poll();
            compiles.Poll();
            Core.Tick(TickBudgetMs);
        }

        private void End(Action leave)
        {
            if (ended) return;
            ended = true;
            EditorApplication.update -= Tick;
            steps.Dispose();
            events.Dispose();
            compiles.Dispose();
            leave();
            thread.Dispose();
            files.Dispose();
        }
    }
}
