namespace Fairlead.Editor.Tests.Playtesting;

public sealed class PhysicsInPlayTests
{
    /// <summary>A query that moved colliders ahead of the game's own physics step would change the game that it looks at.</summary>
    [Fact]
    public async Task In_play_mode_colliders_stay_where_the_last_step_left_them_and_the_answer_says_so()
    {
        const string Right = """{"action":"cast","origin":[-5,40,0],"direction":[1,0,0]}""";
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Crate","primitive_type":"Cube","position":[0,40,0]}""");
        Assert.Equal("current", (string?)(await relay.Ok("unity_physics", Right))["poses"]);
        await relay.Ok("unity_play", """{"action":"enter"}""");
        await relay.Ok("unity_play", """{"action":"pause","paused":true}""");
        await relay.Ok("unity_play", """{"action":"step","frames":5}""");
        await relay.Ok("unity_hierarchy", """{"action":"set_transform","instance_id":"/Crate","position":[0,90,0]}""");
        var stale = await relay.Ok("unity_physics", Right);
        Assert.Equal(("last_step", 1), ((string?)stale["poses"], (int)stale["total"]!));
        await relay.Ok("unity_play", """{"action":"step","frames":5}""");
        Assert.Equal(0, (int)(await relay.Ok("unity_physics", Right))["total"]!);
    }
}
