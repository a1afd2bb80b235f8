using System.Diagnostics;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Bench;

/// <summary>Session state in memory.</summary>
internal sealed class MemoryState : ISessionState
{
    private readonly Dictionary<string, string> values = [];

    public string? Get(string key) => values.GetValueOrDefault(key);

    public void Set(string key, string value) => values[key] = value;

    public void Erase(string key) => values.Remove(key);
}

/// <summary>A relay.json that is always there.</summary>
internal sealed class MemoryFiles : IRelayFileSource
{
    private readonly RelayFile? file = RelayFile.TryParse($$"""{"port":4711,"token":"{{new string('x', 40)}}","pid":1}""");

    public RelayFile? Read() => file;
}

/// <summary>A write that takes as long as a small change of the scene.</summary>
internal sealed class SpinTool() : Tool(ToolName)
{
    public const string ToolName = "bench_spin";

    /// <summary>About what setting a transform with undo costs.</summary>
    public const double CallMs = 0.05;

    public override bool MayRunAgain(JObject arguments) => false;

    public override ToolReply Run(ToolCall call)
    {
        var begun = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(begun).TotalMilliseconds < CallMs) Thread.SpinWait(20);
        return ToolReply.Ok(new JObject { ["number"] = call.Arguments["number"] });
    }
}
