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
    private readonly RelayFile? file = RelayFile.TryParse($$"""{"port":4711,"token":"{{MemorySocket.Token}}","pid":1}""");

    public RelayFile? Read() => file;
}

/// <summary>Time that only calls take: what else this machine does at the moment must not count.</summary>
internal sealed class CallClock : IClock
{
    private double now;

    public double NowMs => Volatile.Read(ref now);

    public DateTime UtcNow => DateTime.UnixEpoch.AddMilliseconds(NowMs);

    /// <summary>One thread: the one that ticks.</summary>
    public void Spend(double ms) => Volatile.Write(ref now, now + ms);
}

/// <summary>A write that takes as long as a small change of the scene.</summary>
internal sealed class SpendTool(CallClock clock) : AgentTool(ToolName)
{
    public const string ToolName = "bench_spend";

    /// <summary>About what setting a transform with undo costs.</summary>
    public const double CallMs = 0.05;

    public override bool MayRunAgain(JObject arguments) => false;

    public override ToolReply Run(ToolCall call)
    {
        clock.Spend(CallMs);
        return ToolReply.Ok(new JObject { ["number"] = call.Arguments["number"] });
    }
}
