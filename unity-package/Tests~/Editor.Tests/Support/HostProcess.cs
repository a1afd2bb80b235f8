using System.Diagnostics;
using System.Threading.Channels;

namespace Fairlead.Editor.Tests;

/// <summary>The headless editor as a process of its own, driven through its control channel.</summary>
internal sealed class HostProcess : IAsyncDisposable
{
    /// <summary>Longer than anything takes on a machine that is busy with other tests.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Process process;
    private readonly Channel<JObject> lines = Channel.CreateUnbounded<JObject>();
    private readonly bool keepsFolder;
    private int lastId;

    private HostProcess(string folder, bool keepsFolder, IEnumerable<string> arguments)
    {
        Folder = folder;
        this.keepsFolder = keepsFolder;
        var start = new ProcessStartInfo("dotnet")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "Fairlead.Host.dll"));
        foreach (var word in (string[])["--project", Project, "--control", .. arguments]) start.ArgumentList.Add(word);
        // Without a relay there the test is about the engine alone.
        start.Environment["FAIRLEAD_HOME"] = Home(folder);
        process = Process.Start(start)!;
        process.OutputDataReceived += (_, e) =>
        {
            if (e.Data is { Length: > 0 } line) lines.Writer.TryWrite(JObject.Parse(line));
            else if (e.Data == null) lines.Writer.TryComplete();
        };
        process.ErrorDataReceived += (_, e) => Errors += e.Data;
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    public string Folder { get; }

    public string Project => Path.Combine(Folder, "Game");

    public string Errors { get; private set; } = "";

    public static async Task<HostProcess> Start(string? folder = null, params string[] arguments)
    {
        var host = new HostProcess(folder ?? Directory.CreateTempSubdirectory("fairlead-host-").FullName, folder != null, arguments);
        await host.Next(line => (string?)line["event"] == "ready");
        return host;
    }

    /// <summary>With this relay running on the machine; its first hello has come.</summary>
    public static async Task<HostProcess> Start(TestRelay relay, params string[] arguments)
    {
        return await Start(relay, Directory.CreateTempSubdirectory("fairlead-host-").FullName, false, arguments);
    }

    /// <summary>The same in a folder that stays.</summary>
    public static Task<HostProcess> StartIn(string folder, TestRelay relay) => Start(relay, folder, true, []);

    private static async Task<HostProcess> Start(TestRelay relay, string folder, bool keepsFolder, string[] arguments)
    {
        relay.WriteFile(Home(folder));
        var host = new HostProcess(folder, keepsFolder, arguments);
        await host.Next(line => (string?)line["event"] == "ready");
        await relay.Greeted();
        return host;
    }

    private static string Home(string folder) => Path.Combine(folder, "home");

    /// <summary>Result of a command.</summary>
    public async Task<JToken> Do(string command, JObject? more = null)
    {
        var id = ++lastId;
        var line = new JObject(more ?? []) { ["id"] = id, ["do"] = command };
        await process.StandardInput.WriteLineAsync(line.ToString(Newtonsoft.Json.Formatting.None));
        var answer = await Next(l => (int?)l["id"] == id);
        Assert.Equal("done", (string?)answer["event"]);
        return answer["result"] ?? JValue.CreateNull();
    }

    public void Write(string path, string text)
    {
        var file = Path.Combine(Project, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    public async ValueTask DisposeAsync()
    {
        process.StandardInput.Close();
        using var patience = new CancellationTokenSource(Patience);
        await process.WaitForExitAsync(patience.Token);
        process.Dispose();
        if (!keepsFolder) Directory.Delete(Folder, true);
    }

    private async Task<JObject> Next(Predicate<JObject> which)
    {
        using var patience = new CancellationTokenSource(Patience);
        await foreach (var line in lines.Reader.ReadAllAsync(patience.Token))
            if (which(line)) return line;
        throw new InvalidOperationException($"The host ended: {Errors}");
    }
}
