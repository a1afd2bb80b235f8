#nullable enable
using System;
using System.Diagnostics;
using System.IO;
using Fairlead.Core;
using UnityEditor;
using UnityEngine;
using Debug = UnityEngine.Debug;

namespace Fairlead.Editor
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
        private bool ended;

        private EditorBridge(EditorCore core, RelayFileWatch files)
        {
            Core = core;
            this.files = files;
            events = new EditorEventSource(core);
            compiles = new CompileWatch(core);
            if (core.Console.IsEmpty) UnityConsole.CopyTo(core.Console);
            EditorApplication.update += Tick;
            core.Start();
            thread = new LinkThread(core, e => Debug.LogException(e));
        }

        /// <summary>Link, calls, phases, console.</summary>
        internal EditorCore Core { get; }

        /// <summary>Takes up where the domain before left off. Main thread.</summary>
        internal static EditorBridge Start()
        {
            EditorCore? core = null;
            var files = new RelayFileWatch(RelayHome.Folder(), () => core?.RelayFileChanged());
            var ports = new EditorPorts(files) { WakeMainThread = MainThreadWaker.Find() };
            var state = new UnitySessionState();
            var ledger = new UndoLedger(state);
            ports.Watchers.Add(new UndoSteps(ledger));
            EditorWiring.Ports(ports);
            core = new EditorCore(Identity(), state, ports);
            EditorTools.Register(core, ledger);
            return new EditorBridge(core, files);
        }

        /// <summary>The domain goes: everything is kept for the next one, and the relay is told.</summary>
        internal void LeaveForReload() => End(Core.BeforeReload);

        /// <summary>The editor quits, or the user paused remote control.</summary>
        public void Dispose() => End(Core.Dispose);

        private static EditorIdentity Identity() =>
            new EditorIdentity(
                Path.GetDirectoryName(Application.dataPath) ?? Application.dataPath,
                PlayerSettings.productGUID.ToString("N"),
                Application.unityVersion,
                Process.GetCurrentProcess().Id,
                PackageVersion.Current,
                EditorWiring.Kind);

        private void Tick()
        {
            events.Poll();
            Core.Tick(TickBudgetMs);
        }

        private void End(Action leave)
        {
            if (ended) return;
            ended = true;
            EditorApplication.update -= Tick;
            events.Dispose();
            compiles.Dispose();
            leave();
            thread.Dispose();
            files.Dispose();
        }
    }
}
