using System.Diagnostics;

namespace Fairlead.Core.Tests;

/// <summary><c>fairlead up</c> as users run it: a process of its own.</summary>
internal sealed class RelayProcess : IAsyncDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly Process process;
    private bool ended;

    private RelayProcess(Process process) => this.process = process;

    private static string Main { get; } = Repository.At("relay-cli", "src", "main.ts");

    /// <summary>Resolves once relay.json of this process is there.</summary>
    public static async Task<RelayProcess> Start(string home)
    {
        var process = Process.Start(Repository.NodeStart([Main, "up", "--json-log"], Environment(home)))!;
        // Read, so that a full pipe never stops it.
        process.OutputDataReceived += (_, _) => { };
        process.ErrorDataReceived += (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        var relay = new RelayProcess(process);
        using var files = new RelayFileWatch(home, () => { });
        await Until("relay.json", () =>
        {
            if (process.HasExited) throw new InvalidOperationException($"fairlead up ended with {process.ExitCode}");
            return files.Read()?.Pid == process.Id;
        });
        return relay;
    }

    /// <summary>The JSON that <c>fairlead status --json</c> prints.</summary>
    public static async Task<JObject> Status(string home) =>
        JObject.Parse(await Repository.RunNode([Main, "status", "--json"], "", Environment(home)));

    /// <summary>Waits until it is so; fails after a minute with what was waited for.</summary>
    public static async Task Until(string what, Func<bool> isSo)
    {
        var watch = Stopwatch.StartNew();
        while (!isSo())
        {
            Assert.True(watch.Elapsed < Limit, $"Waited in vain: {what}");
            await Task.Delay(5);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (ended) return;
        ended = true;
        if (!process.HasExited) process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
    }

    private static Dictionary<string, string> Environment(string home) => new() { ["FAIRLEAD_HOME"] = home };
}
