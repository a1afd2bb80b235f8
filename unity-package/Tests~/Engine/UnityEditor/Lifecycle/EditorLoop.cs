#nullable enable
using System;
using System.Diagnostics;
using System.Threading;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>The host process's services for the engine.</summary>
    internal interface IEditorProcess
    {
        /// <summary>Compiles the project's scripts. Called off the main thread; must not throw for errors in scripts.</summary>
        CompiledScripts Compile(ScriptSources sources, bool forPlayer = false);

        /// <summary>
        /// The project was opened with compile errors: no package is loaded until its scripts on disk are others than
        /// <paramref name="failed"/>. False: the editor is to end, or to go on as it is. Main thread.
        /// </summary>
        bool WaitInSafeMode(ScriptSources failed);

        /// <summary>Throws the packages and scripts away. Main thread.</summary>
        void UnloadDomain();

        /// <summary>Loads the packages and these scripts (null: those of the last successful compile). Main thread.</summary>
        System.Collections.Generic.IReadOnlyList<System.Reflection.Assembly> LoadDomain(CompiledScripts? scripts);
    }

    /// <summary>
    /// The editor's main loop, one call of <see cref="Tick"/> at a time. The process decides when: by a
    /// timer while the editor has the focus, else only when <see cref="Signal"/> was called.
    /// </summary>
    internal static class EditorLoop
    {
        private static readonly AutoResetEvent wanted = new AutoResetEvent(false);
        private static int? exitCode;

        internal static IEditorProcess? Process { get; set; }

        /// <summary>Ticks since the process began.</summary>
        internal static long Ticks { get; private set; }

        internal static bool IsImporting { get; set; }

        /// <summary>Set when something asked the editor to end.</summary>
        internal static int? ExitCode => exitCode;

        /// <summary>Any thread.</summary>
        internal static void Signal() => wanted.Set();

        /// <summary>Waits for <see cref="Signal"/>, at most this long.</summary>
        internal static bool WaitForSignal(int timeoutMs) => wanted.WaitOne(timeoutMs);

        internal static void RequestExit(int code)
        {
            exitCode = code;
            Signal();
        }

        /// <summary>Once at the begin: compiles the scripts and loads the first domain.</summary>
        internal static void Begin()
        {
            EngineProcess.MainThread = Thread.CurrentThread;
            ScriptDomain.EditorAssembly = typeof(EditorLoop).Assembly;
            ConsoleStore.Listen();
            PlayerLoop.Install();
            EditorEvents.Listen();
            ScriptCompilation.CompileAtStart();
        }

        /// <summary>One turn of the loop. Allocates nothing while nothing happens. Main thread.</summary>
        internal static void Tick()
        {
            Ticks++;
            var frame = Time.frameCount;
            EngineProfiler.BeginFrame();
            Guarded("ScriptCompilation", ScriptCompilation.Advance);
            Guarded("PlayerLoop", PlayMode.Advance);
            Guarded("EditorApplication.delayCall", EditorApplication.RaiseDelayCalls);
            Guarded("EditorApplication.update", EditorApplication.RaiseUpdate);
            Guarded(UndoHistory.Flush);
            Guarded(EditorEvents.Flush);
            Guarded(EditorWindow.Pace);
            EngineProfiler.EndFrame(UnityEditorInternal.ProfilerDriver.profileEditor || Time.frameCount != frame);
        }

        /// <summary>The editor quits; what listens is told. False: something vetoed it.</summary>
        internal static bool Quit()
        {
            if (!EditorApplication.MayQuit()) return false;
            Guarded(EditorApplication.RaiseQuitting);
            Guarded(UnityEngine.Application.RaiseQuitting);
            return true;
        }

        internal static void SetFocus(bool focused)
        {
            if (EngineProcess.IsFocused == focused) return;
            EngineProcess.IsFocused = focused;
            EditorApplication.RaiseFocus(focused);
            Application.RaiseFocusChanged(focused);
        }

        internal static void MainThreadOnly(string member)
        {
            if (EngineProcess.MainThread == null || EngineProcess.MainThread == Thread.CurrentThread) return;
            throw new UnityException($"{member} can only be called from the main thread.");
        }

        private static void Guarded(string marker, Action action)
        {
            EngineProfiler.Begin(marker);
            Guarded(action);
            EngineProfiler.End();
        }

        /// <summary>An exception of user or package code is a line in the console, not the end of the editor.</summary>
        internal static void Guarded(Action action)
        {
            try
            {
                action();
            }
            catch (Exception e)
            {
                UnityEngine.Debug.LogException(e.InnerException is { } inner
                    && e is System.Reflection.TargetInvocationException ? inner : e);
            }
        }
    }

    /// <summary>Changes that the editor tells of once per tick, however many there were.</summary>
    internal static class EditorEvents
    {
        private static bool hierarchy;
        private static bool project;
        private static bool listens;

        internal static void Listen()
        {
            if (listens) return;
            listens = true;
            EngineEvents.OnCreated += obj => HierarchyChanged(obj);
            EngineEvents.OnDestroying += obj => HierarchyChanged(obj);
            EngineEvents.OnMoved += _ => HierarchyChanged();
            EngineEvents.OnStructure += _ => HierarchyChanged();
            EngineEvents.OnChanged += obj => HierarchyChanged(obj);
        }

        /// <summary>Names, tags and the like are the GameObject's own; what a component holds is no matter of the hierarchy.</summary>
        private static void HierarchyChanged(UnityEngine.Object obj)
        {
            if (obj is GameObject { SceneHandle: not 0 }) hierarchy = true;
        }

        internal static void HierarchyChanged() => hierarchy = true;

        internal static void ProjectChanged() => project = true;

        internal static void Flush()
        {
            ObjectChangeEvents.Publish();
            if (hierarchy)
            {
                hierarchy = false;
                EditorApplication.RaiseHierarchyChanged();
            }
            if (project)
            {
                project = false;
                EditorApplication.RaiseProjectChanged();
            }
        }
    }
}
