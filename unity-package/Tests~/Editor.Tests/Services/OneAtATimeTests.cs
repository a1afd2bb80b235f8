namespace Fairlead.Editor.Tests.Services;

/// <summary>Two builds would write over each other, and two captures measure each other: whoever comes second waits.</summary>
public sealed class OneAtATimeTests
{
    [Fact]
    public async Task Two_builds_that_are_asked_for_at_once_are_made_one_after_the_other()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var builds = await Task.WhenAll(new[] { "One", "Two" }.Select(name => relay.Ok(
            "unity_build", $$"""{"path":"Builds/{{name}}/Game","scenes":["Assets/Scenes/SampleScene.unity"],"development":false}""")));
        // Unity throws where a build is asked for during another one.
        Assert.All(builds, build => Assert.Equal("succeeded", (string?)build["result"]));
        Assert.Equal(["Builds/One/Game", "Builds/Two/Game"], builds.Select(build => (string?)build["path"]));
    }

    [Fact]
    public async Task Two_captures_that_are_asked_for_at_once_are_two_and_leave_the_profiler_off()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        const string Frames = """{"action":"capture","frames":10,"markers":3}""";
        var captures = await Task.WhenAll(relay.Ok("unity_profile", Frames), relay.Ok("unity_profile", Frames));
        Assert.Equal(["capture-1", "capture-2"], captures.Select(capture => (string?)capture["id"]).Order());
        Assert.All(captures, capture => Assert.Equal(10, (int)capture["frames"]!));
        var left = await relay.Ok("unity_execute", """{"code":"UnityEditorInternal.ProfilerDriver.enabled","timeout_seconds":30}""");
        Assert.False((bool)left["value"]!);
    }
}
