using System.Diagnostics;

namespace Fairlead.Core.Tests;

/// <summary>Stands for the cloud: sends calls through the relay and hears their outcomes. See Real/room.ts.</summary>
internal sealed class RoomProcess : IAsyncDisposable
{
    private readonly Process process;
    private readonly TaskCompletionSource<bool> ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Dictionary<string, JObject> answers = [];

    private RoomProcess(Process process) => this.process = process;

    /// <summary>How many calls were answered.</summary>
    public int Answered
    {
        get
        {
            lock (answers) return answers.Count;
        }
    }

    /// <summary>Links the project; resolves when a relay may start.</summary>
    public static async Task<RoomProcess> Start(string home, string project)
    {
        var script = Repository.At("unity-package", "Tests~", "Core.Tests", "Real", "room.ts");
        var start = Repository.NodeStart([script, home, project]);
        start.RedirectStandardInput = true;
        var room = new RoomProcess(Process.Start(start)!);
        room.process.OutputDataReceived += (_, line) => room.Hear(line.Data);
        room.process.ErrorDataReceived += (_, _) => { };
        room.process.BeginOutputReadLine();
        room.process.BeginErrorReadLine();
        await room.ready.Task.WaitAsync(TimeSpan.FromSeconds(60));
        return room;
    }

    /// <summary>Sends a call to the project's editor.</summary>
    public void Call(string callId, string method, JObject arguments) =>
        process.StandardInput.WriteLine(
            new JObject { ["callId"] = callId, ["method"] = method, ["params"] = arguments }.ToString(Newtonsoft.Json.Formatting.None));

    /// <summary>The answer: <c>outcome</c>, or <c>problem</c>.</summary>
    public JObject Answer(string callId)
    {
        lock (answers) return answers[callId];
    }

    public async ValueTask DisposeAsync()
    {
        if (!process.HasExited) process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
    }

    private void Hear(string? line)
    {
        if (line == null || Json.TryParse(line) is not JObject message) return;
        if (message["ready"] != null) ready.TrySetResult(true);
        else
            lock (answers) answers[message.Value<string>("callId")!] = message;
    }
}
