using System.Diagnostics;

namespace Fairlead.Core.Tests;

/// <summary>An editor's core in a Mono process of its own.</summary>
internal static class LoneEditor
{
    internal const string Flag = "--editor";

    /// <summary>Ticks until the process is killed. "unity_hierarchy" is answered at once; "unity_component" never.</summary>
    internal static int Run(string home, string project)
    {
        EditorCore core = null!;
        using var files = new RelayFileWatch(home, () => core.RelayFileChanged());
        var identity = new EditorIdentity(project, "5c0f6c0e2f4b4d0d9d1c1f2a3b4c5d6e", "6000.3.0f1", Process.GetCurrentProcess().Id,
            "0.1.0", "dotnet");
        core = new EditorCore(identity, new MemoryState(), new EditorPorts(files));
        core.Register(new FakeTool("unity_hierarchy", call => ToolReply.Ok(call.Arguments)));
        core.Register(new FakeTool("unity_component", _ =>
        {
            File.WriteAllText(BegunIn(project), "");
            return ToolReply.LaterBeside;
        }));
        core.Start();
        // Its standard input ends with whoever started it: no orphan outlives its test.
        new Thread(() =>
        {
            Console.In.ReadToEnd();
            Environment.Exit(0);
        }) { IsBackground = true }.Start();
        using var thread = new LinkThread(core, e => Console.Error.WriteLine(e));
        while (true)
        {
            core.Tick(8);
            Thread.Sleep(5);
        }
    }

    /// <summary>The file that is there once a call that never ends has begun.</summary>
    internal static string BegunIn(string project) => Path.Combine(project, "begun");

    /// <summary>This program again, as such an editor.</summary>
    internal static Process Start(string home, string project)
    {
        var start = new ProcessStartInfo("mono", $"\"{typeof(LoneEditor).Assembly.Location}\" {Flag} \"{home}\" \"{project}\"")
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
        };
        return Process.Start(start)!;
    }
}
