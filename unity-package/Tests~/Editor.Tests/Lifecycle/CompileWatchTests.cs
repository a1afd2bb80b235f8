using Fairlead.Core;
using Fairlead.Editor.Bootstrap;
using Fairlead.Editor.Compilation;
using Fairlead.Editor.Tests.Objects;
using UnityEditor.Compilation;

namespace Fairlead.Editor.Tests;

/// <summary>An editor that is said to compile takes no calls: after every player build that was so until its restart.</summary>
[Collection("engine")]
public sealed class CompileWatchTests : IDisposable
{
    private static readonly object Context = new();
    private readonly EditorCore core = new(
        new EditorIdentity("/project", new string('0', 32), "6000.3.0f1", 1, "0.1.0", "dotnet"), new MemoryState(),
        new EditorPorts(new NoRelay()));
    private readonly CompileWatch watch;
    private readonly EditorEventSource events;

    public CompileWatchTests()
    {
        watch = new CompileWatch(core);
        events = new EditorEventSource(core);
    }

    public void Dispose()
    {
        events.Dispose();
        watch.Dispose();
        core.Dispose();
    }

    [Fact]
    public void A_compile_that_begins_and_ends_in_one_call_leaves_the_editor_ready()
    {
        CompilationPipeline.RaiseStarted(Context);
        Assert.Equal(Phase.Compiling, core.Phases.Reported);
        CompilationPipeline.RaiseFinished(Context);
        Assert.Equal(Phase.Ready, core.Phases.Reported);
    }

    [Fact]
    public void A_build_that_is_cancelled_tells_no_end_and_leaves_the_editor_ready()
    {
        CompilationPipeline.RaiseStarted(Context);
        watch.Poll();
        Assert.Equal(Phase.Ready, core.Phases.Reported);
    }

    [Fact]
    public void What_a_player_build_finds_wrong_is_not_said_of_the_editors_scripts()
    {
        var before = CompileReport.Keep([]);
        UnityEditor.BuildPipeline.isBuildingPlayer = true;
        try
        {
            CompilationPipeline.RaiseStarted(Context);
            CompilationPipeline.RaiseAssembly("Assembly-CSharp", [Broken("Assets/Player.cs")]);
            CompilationPipeline.RaiseFinished(Context);
        }
        finally
        {
            UnityEditor.BuildPipeline.isBuildingPlayer = false;
        }
        Assert.Equal((before.Count, 0), (CompileReport.Last().Count, CompileReport.Last().Errors.Count));
        Assert.Equal(Phase.Ready, core.Phases.Reported);
        CompilationPipeline.RaiseStarted(Context);
        CompilationPipeline.RaiseAssembly("Assembly-CSharp", [Broken("Assets/Spin.cs")]);
        CompilationPipeline.RaiseFinished(Context);
        Assert.Single(CompileReport.Last().Errors);
        CompileReport.Keep([]);
    }

    private static CompilerMessage Broken(string file) =>
        new() { type = CompilerMessageType.Error, file = file, line = 3, column = 5, message = $"{file}(3,5): error CS1002: ; expected" };

    [Fact]
    public void An_import_that_a_refresh_told_of_ends_with_the_next_update()
    {
        core.Phases.SetImporting(true);
        events.Poll();
        Assert.Equal(Phase.Ready, core.Phases.Reported);
    }
}
