using System.Collections.Concurrent;
using System.Reflection;
using Fairlead.Faults;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Host;

/// <summary>The editor process: main loop, domains, compiler. One per process, since the engine is static.</summary>
internal sealed class HeadlessEditor : IEditorProcess
{
    /// <summary>About the pace of an editor in front.</summary>
    private const int FocusedTickMs = 10;

    /// <summary>An editor in the background ticks rarely by itself.</summary>
    private const int UnfocusedTickMs = 1_000;

    /// <summary>Unity looks for changed files when its window gets the focus; here nobody clicks.</summary>
    private const int SafeModeLookMs = 200;

    /// <summary>While the fake clock is moved, play mode sees it in frames of this length.</summary>
    private const double FakeFrameSeconds = 1.0 / 60;

    private readonly HostControl control;
    private readonly ScriptCompiler compiler = new();
    private readonly ConcurrentQueue<Action> requests = new();
    private readonly ManualClock? fakeClock;
    private readonly EditorLogFile log;
    private bool isInSafeMode;
    private int frozenMs;

    public HeadlessEditor(HostOptions options, ProjectFolder project, HostControl control)
    {
        this.control = control;
        EngineProcess.ProjectPath = project.Path;
        log = new EditorLogFile(project.Path, EngineProcess.Version);
        if (options.FakeClock) EngineProcess.Clock = fakeClock = new ManualClock();
        EngineProcess.IsFocused = !options.Unfocused;
        ScriptCompilation.MinMs = options.CompileMs;
        DomainReload.MinMs = options.ReloadMs;
        DomainReload.InBetween = StayAwayIfTold;
        EditorSettings.enterPlayModeOptionsEnabled = !options.ReloadOnPlay;
        EditorSettings.enterPlayModeOptions = options.ReloadOnPlay ? EnterPlayModeOptions.None : EnterPlayModeOptions.DisableDomainReload;
        EditorLoop.Process = this;
        Dialogs.Show = (title, _) => ShowDialog(title);
        control.Wake = EditorLoop.Signal;
        control.CodeReferences = Domains.References;
        control.LoadCode = Domains.LoadCode;
    }

    public Domains Domains { get; } = new();

    /// <summary>Compiles, loads the first domain and the scene. Main thread.</summary>
    public void Open()
    {
        EditorLoop.Begin();
        if (isInSafeMode) log.SafeMode(false);
        log.Loaded();
        StartScene.Open();
        UnsavedScenes.Reopen();
        _ = Task.Run(compiler.WarmUp);
    }

    /// <summary>Ticks until something asks the editor to end; the exit code.</summary>
    public int Run()
    {
        while (EditorLoop.ExitCode == null)
        {
            control.WaitForDialog();
            if (Interlocked.Exchange(ref frozenMs, 0) is > 0 and var ms) Thread.Sleep(ms);
            while (requests.TryDequeue(out var request)) request();
            EditorLoop.Tick();
            EditorLoop.WaitForSignal(EngineProcess.IsFocused ? FocusedTickMs : UnfocusedTickMs);
        }
        UnsavedScenes.Keep();
        EditorLoop.Quit();
        return EditorLoop.ExitCode ?? 0;
    }

    /// <summary>Runs this on the main thread with the next tick. Any thread.</summary>
    public Task<T> OnMainThread<T>(Func<T> action)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        requests.Enqueue(() =>
        {
            try
            {
                done.SetResult(action());
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        EditorLoop.Signal();
        return done.Task;
    }

    /// <summary>The main thread stands still this long. Any thread.</summary>
    public void Freeze(int ms)
    {
        Interlocked.Exchange(ref frozenMs, ms);
        EditorLoop.Signal();
    }

    /// <summary>Moves the fake clock, with a tick after each frame. Main thread.</summary>
    public void Advance(double seconds)
    {
        if (fakeClock == null) throw new InvalidOperationException("Only a fake clock can be moved: start with --clock fake.");
        for (var left = seconds; left > 1e-9; left -= FakeFrameSeconds)
        {
            fakeClock.Advance(Math.Min(left, FakeFrameSeconds));
            EditorLoop.Tick();
        }
    }

    public CompiledScripts Compile(ScriptSources sources, bool forPlayer = false)
    {
        log.Compiling(forPlayer);
        var compiled = compiler.Compile(sources);
        log.Compiled([.. compiled.Assemblies.SelectMany(assembly => assembly.Messages)]);
        return compiled;
    }

    public bool WaitInSafeMode(ScriptSources failed)
    {
        if (!isInSafeMode) log.SafeMode(true);
        isInSafeMode = true;
        control.Say("Safe Mode: the scripts do not compile. The package is loaded once they do.");
        while (ScriptSources.Read().Hash == failed.Hash)
        {
            if (EditorLoop.ExitCode != null) return false;
            Thread.Sleep(SafeModeLookMs);
        }
        return EditorLoop.ExitCode == null;
    }

    public void UnloadDomain() => Domains.Unload();

    public IReadOnlyList<Assembly> LoadDomain(CompiledScripts? scripts) => Domains.Load(scripts);

    private int ShowDialog(string title)
    {
        control.OpenDialogHere(title);
        return 0;
    }

    private void StayAwayIfTold()
    {
        if (control.Faults.Take(FaultKind.StayAway, control.LastMethod) != null) Thread.Sleep(Timeout.Infinite);
    }
}
