namespace Fairlead.Editor.Tests;

/// <summary>The promises of the headless editor to everybody who tests with it.</summary>
public sealed class HostTests(Xunit.Abstractions.ITestOutputHelper output)
{
    private const string Counter =
        """
        using UnityEditor;
        using UnityEngine;

        public static class Counter
        {
            static int statics;

            [InitializeOnLoadMethod]
            static void Count()
            {
                statics++;
                SessionState.SetInt("loads", SessionState.GetInt("loads", 0) + 1);
                System.IO.File.WriteAllText("LOADS", $"{statics} {SessionState.GetInt("loads", 0)}");
            }
        }
        """;

    [Fact]
    public async Task A_reload_really_throws_the_domain_away()
    {
        await using var host = await HostProcess.Start();
        var file = Path.Combine(host.Project, "loads.txt").Replace('\\', '/');
        host.Write("Assets/Counter.cs", Counter.Replace("LOADS", file));
        var compiled = await host.Do("refresh");
        Assert.False((bool)compiled["failed"]!);
        Assert.Equal("1 1", File.ReadAllText(file));

        await host.Do("reload");
        await host.Do("reload");
        // Statics begin anew, the session state goes on.
        Assert.Equal("1 3", File.ReadAllText(file));
        Assert.Equal(0, (int)(await host.Do("state"))["leakedDomains"]!);
    }

    [Fact]
    public async Task The_session_state_ends_with_the_process()
    {
        var folder = Directory.CreateTempSubdirectory("fairlead-host-").FullName;
        try
        {
            var file = Path.Combine(folder, "loads.txt").Replace('\\', '/');
            await using (var first = await HostProcess.Start(folder))
            {
                first.Write("Assets/Counter.cs", Counter.Replace("LOADS", file));
                await first.Do("refresh");
                await first.Do("reload");
                Assert.Equal("1 2", File.ReadAllText(file));
            }
            await using var second = await HostProcess.Start(folder);
            Assert.Equal("1 1", File.ReadAllText(file));
        }
        finally
        {
            Directory.Delete(folder, true);
        }
    }

    [Fact]
    public async Task A_scene_that_was_not_saved_is_open_and_unsaved_again_after_a_stop()
    {
        var folder = Directory.CreateTempSubdirectory("fairlead-host-").FullName;
        try
        {
            const string look = """{"action":"hierarchy"}""";
            const string fog = """{"action":"set_environment","properties":{"fog":true}}""";
            await using (var relay = new TestRelay())
            await using (await HostProcess.StartIn(folder, relay))
            {
                await relay.Ok("unity_hierarchy", """{"action":"create","name":"Unsaved","primitive_type":"Cube"}""", "s1");
                await relay.Ok("unity_lighting", fog, "s2");
                // Objects that play mode makes are gone in Unity, too.
                await relay.Ok("unity_play", """{"action":"enter"}""");
                await relay.Ok("unity_hierarchy", """{"action":"create","name":"Passing"}""", "s3");
            }
            await using (var relay = new TestRelay())
            await using (await HostProcess.StartIn(folder, relay))
            {
                var objects = (await relay.Ok("unity_query", look)).ToString();
                Assert.Contains("Unsaved", objects);
                Assert.DoesNotContain("Passing", objects);
                Assert.True((bool)(await relay.Ok("unity_lighting", """{"action":"environment"}"""))["properties"]!["fog"]!);
                var state = await relay.Ok("unity_query", """{"action":"editor_state"}""");
                Assert.True((bool)state["openScenes"]![0]!["isDirty"]!);
                await relay.Ok("unity_scene", """{"action":"save"}""");
            }
            Assert.False(File.Exists(Path.Combine(folder, "Game/Library/Fairlead/unsaved-scenes-dotnet.json")));
        }
        finally
        {
            Directory.Delete(folder, true);
        }
    }

    [Fact]
    public async Task A_script_with_an_error_is_no_reason_for_a_reload()
    {
        await using var host = await HostProcess.Start();
        var before = (int)(await host.Do("state"))["domain"]!;
        host.Write("Assets/Broken.cs", "class Broken { int x }");
        var failed = await host.Do("refresh");
        Assert.True((bool)failed["failed"]!);
        Assert.Equal(before, (int)failed["domain"]!);
        // C# 9 is what Unity 6 takes: a newer feature is an error here too.
        host.Write("Assets/Broken.cs", "namespace Newer; class Fixed { }");
        Assert.True((bool)(await host.Do("refresh"))["failed"]!);
        host.Write("Assets/Broken.cs", "class Fixed { }");
        var repaired = await host.Do("refresh");
        Assert.False((bool)repaired["failed"]!);
        Assert.Equal(before + 1, (int)repaired["domain"]!);
    }

    /// <summary>Unity's own pace without focus would be a frame now and then: each step has to wake it.</summary>
    [Fact]
    public async Task Six_hundred_steps_are_six_hundred_frames_in_an_editor_without_focus()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay, "--unfocused");
        var before = (int)(await relay.Ok("unity_play", """{"action":"enter"}"""))["frame"]!;
        var watch = System.Diagnostics.Stopwatch.StartNew();
        var stepped = await relay.Ok("unity_play", """{"action":"step","frames":600}""");
        output.WriteLine($"600 frames: {watch.ElapsedMilliseconds} ms");
        Assert.True((bool)stepped["isPaused"]!);
        // Between the two calls the game may have played some frames by itself.
        Assert.True((int)stepped["frame"]! >= before + 600, stepped.ToString());
    }
}
