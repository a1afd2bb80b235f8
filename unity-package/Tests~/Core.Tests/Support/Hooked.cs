namespace Fairlead.Core.Tests;

/// <summary>Ports that say when they are used, so that a test can make them fail.</summary>
internal sealed class HookedClock(IClock clock, Action<string> use) : IClock
{
    public double NowMs
    {
        get
        {
            use("clock.NowMs");
            return clock.NowMs;
        }
    }

    public DateTime UtcNow
    {
        get
        {
            use("clock.UtcNow");
            return clock.UtcNow;
        }
    }
}

internal sealed class HookedState(ISessionState state, Action<string> use) : ISessionState
{
    public string? Get(string key)
    {
        use("state.Get");
        return state.Get(key);
    }

    public void Set(string key, string value)
    {
        use("state.Set");
        state.Set(key, value);
    }

    public void Erase(string key)
    {
        use("state.Erase");
        state.Erase(key);
    }
}

internal sealed class HookedFiles(IRelayFileSource files, Action<string> use) : IRelayFileSource
{
    public RelayFile? Read()
    {
        use("files.Read");
        return files.Read();
    }
}

internal sealed class HookedWatcher(Action<string> use) : ICallWatcher
{
    public void Begins(ToolCall call) => use("watcher.Begins");

    public void Waits(ToolCall call) => use("watcher.Waits");

    public void Ends(ToolCall call, CallOutcome outcome) => use("watcher.Ends");
}
