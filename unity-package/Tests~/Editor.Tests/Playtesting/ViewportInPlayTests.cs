namespace Fairlead.Editor.Tests.Playtesting;

public sealed class ViewportInPlayTests
{
    /// <summary>The page shows the scene while the agent waits for the game: then there is something to see.</summary>
    [Fact]
    public async Task What_falls_is_told_while_the_agent_waits_for_its_end()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        await relay.Ok(
            "unity_hierarchy",
            """{"action":"create","name":"Stone","primitive_type":"Cube","position":[0,400,0],"components":["Rigidbody"]}""");
        var revision = (string)(await relay.Ok("unity_viewport", """{"action":"changes"}"""))["revision"]!;
        // A frame has a third of a second of game time at most, however slow the machine is: these are fifteen at least.
        var waits = relay.Ok("unity_play", """{"action":"enter","wait_seconds":5}""");
        var heights = new List<double>();
        while (!waits.IsCompleted)
        {
            var seen = await relay.Ok("unity_viewport", $$"""{"action":"changes","since":"{{revision}}"}""");
            revision = (string)seen["revision"]!;
            if (!waits.IsCompleted) heights.AddRange(seen["moved"]!.Select(moved => (double)moved["pose"]![10]!));
        }
        await waits;
        Assert.InRange(heights.Count, 3, 1_000);
        Assert.Equal(heights.OrderDescending(), heights);
    }
}
