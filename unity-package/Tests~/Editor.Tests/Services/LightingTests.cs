using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Tests;

/// <summary>A bake takes minutes of a person's machine and replaces the one before it: its end must be true, and one is enough.</summary>
public sealed class LightingTests
{
    [Fact]
    public async Task A_bake_answers_when_it_is_done_with_what_it_made()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        await relay.Ok("unity_execute", Code(
            "var wall = UnityEngine.GameObject.CreatePrimitive(UnityEngine.PrimitiveType.Cube);",
            "wall.isStatic = true;"));
        var baked = await relay.Ok("unity_lighting", """{"action":"bake"}""");
        Assert.Equal("completed", (string?)baked["result"]);
        Assert.False((bool)baked["baking"]!);
        Assert.Equal(1, (int)baked["lightmapCount"]!);
        Assert.Equal(512, (int)baked["lightmaps"]![0]!["width"]!);
        var after = await relay.Ok("unity_lighting", """{"action":"status"}""");
        Assert.True(JToken.DeepEquals(baked["lightmaps"], after["lightmaps"]));
    }

    [Fact]
    public async Task A_bake_that_a_person_stops_in_Unity_says_so()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        await relay.Ok("unity_execute", Code(
            "UnityEditor.EditorApplication.CallbackFunction stop = null;",
            "stop = () => { if (!UnityEditor.Lightmapping.isRunning) return;",
            "UnityEditor.EditorApplication.update -= stop; UnityEditor.Lightmapping.Cancel(); };",
            "UnityEditor.EditorApplication.update += stop;"));
        var baked = await relay.Ok("unity_lighting", """{"action":"bake"}""");
        Assert.Equal("cancelled", (string?)baked["result"]);
    }

    [Fact]
    public async Task While_lighting_is_baked_no_second_bake_begins()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        // A person began one, and it takes long.
        await relay.Ok("unity_execute", Code(
            "UnityEditor.Lightmapping.BakeAsync();",
            "typeof(UnityEditor.Lightmapping).GetField(\"updates\",",
            "System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)",
            ".SetValue(null, -1000000);"));
        Assert.True((bool)(await relay.Ok("unity_lighting", """{"action":"status"}"""))["baking"]!);
        await relay.Fails("unity_lighting", """{"action":"bake"}""", "editor_busy");
    }

    [Fact]
    public async Task A_scene_without_a_file_is_not_baked_for_Unity_would_ask_in_a_dialog()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        await relay.Ok("unity_execute", Code(
            "UnityEditor.SceneManagement.EditorSceneManager.NewScene(",
            "UnityEditor.SceneManagement.NewSceneSetup.EmptyScene, UnityEditor.SceneManagement.NewSceneMode.Single);"));
        await relay.Fails("unity_lighting", """{"action":"bake"}""", "dirty_scene");
    }

    private static string Code(params string[] lines) => new JObject { ["code"] = string.Join(" ", lines) }.ToString();
}
