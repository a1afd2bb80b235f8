namespace Fairlead.Editor.Tests.Execution;

/// <summary>C# that runs at once, in an editor of its own.</summary>
public sealed class ExecuteTests
{
    private const string Player =
        """
        public class Player : UnityEngine.MonoBehaviour
        {
            public static int Lives = 3;
        }
        """;

    private static string Code(string code, int seconds = 30) => new JObject { ["code"] = code, ["timeout_seconds"] = seconds }.ToString();

    [Fact]
    public async Task It_sees_the_projects_own_types_and_the_domain_lives_on()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Player.cs", Player);
        await relay.Ok("unity_refresh", "{}");
        var before = (int)(await host.Do("state"))["domain"]!;
        Assert.Equal(3, (int)(await relay.Ok("unity_execute", Code("Player.Lives")))["value"]!);
        // A static set by one call is there for the next: nothing was reloaded.
        var set = await relay.Ok("unity_execute", Code("Player.Lives = 7; Debug.LogWarning(\"set\");"));
        Assert.Equal(JTokenType.Null, set["value"]!.Type);
        Assert.Equal("warning", (string?)set["logs"]![0]!["type"]);
        Assert.Equal(7, (int)(await relay.Ok("unity_execute", Code("Player.Lives")))["value"]!);
        // A call without a value looks like an expression and is a statement.
        Assert.Equal(1, (int)(await relay.Ok("unity_execute", Code("Debug.Log(\"hello\")")))["logCount"]!);
        Assert.Equal(before, (int)(await host.Do("state"))["domain"]!);
        await host.Do("reload");
        Assert.Equal(0, (int)(await host.Do("state"))["leakedDomains"]!);
    }

    [Fact]
    public async Task Changes_before_an_exception_stay_one_step_that_can_be_taken_back()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var threw = await relay.Ok("unity_execute", Code(
            """
            var lamp = new GameObject("Lamp");
            Undo.RegisterCreatedObjectUndo(lamp, "Lamp");
            Undo.IncrementCurrentGroup();
            Undo.RegisterCreatedObjectUndo(new GameObject("Second"), "Second");
            throw new System.ArgumentException("no bulb");
            """), "s1");
        Assert.Equal(("threw", 5, "no bulb"),
            ((string?)threw["outcome"], (int)threw["exception"]!["line"]!, (string?)threw["exception"]!["message"]));
        await relay.Ok("unity_undo", """{"action":"revert_group","group_id":"s1"}""");
        Assert.Equal(0, (int)(await relay.Ok("unity_execute",
            Code("GameObject.Find(\"Lamp\") == null && GameObject.Find(\"Second\") == null ? 0 : 1")))["value"]!);
    }

    [Fact]
    public async Task Code_that_asks_is_ended_in_time_and_code_that_does_not_is_told_of()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var polite = await relay.Ok("unity_execute",
            Code("while (!cancellation.IsCancellationRequested) System.Threading.Thread.Sleep(5); return \"ended\";", 1));
        Assert.Equal(("ended", true), ((string?)polite["value"], (bool)polite["overran"]!));
        var error = await relay.Fails("unity_execute", Code("System.Threading.Thread.Sleep(6000);", 1), "effect_unknown");
        Assert.Contains("cannot be stopped", (string?)error["message"]);
        // The editor is there again once it returned.
        Assert.Equal(2, (int)(await relay.Ok("unity_execute", Code("1 + 1")))["value"]!);
    }
}
