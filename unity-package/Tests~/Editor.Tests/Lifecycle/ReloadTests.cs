namespace Fairlead.Editor.Tests;

/// <summary>A domain reload keeps the connection, the scene's objects, windows and answers.</summary>
public sealed class ReloadTests
{
    private const int Reloading = 4005;

    private const string Spin =
        """
        using UnityEngine;
        public class Spin : MonoBehaviour
        {
            public float speed = 2;
            public Transform target;
        }
        """;

    [Fact]
    public async Task With_a_relay_connected_nothing_of_the_old_domain_stays_and_its_socket_is_closed()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        const int reloads = 3;
        for (var i = 0; i < reloads; i++)
        {
            await relay.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""", $"s{i}");
            await host.Do("reload");
            await relay.Greeted();
        }
        Assert.Equal(Enumerable.Repeat(Reloading, reloads), relay.Closes);
        Assert.Equal(1, relay.Open);
        // A load context can be collected only when no thread runs its code and nothing holds its objects.
        Assert.Equal(0, (int)(await host.Do("state"))["leakedDomains"]!);
        await relay.Ok("unity_query", """{"action":"editor_state"}""");
    }

    [Fact]
    public async Task Types_are_those_of_the_domain_that_is_there()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Spin.cs", Spin);
        await relay.Ok("unity_refresh", "{}");
        await relay.Greeted();
        for (var i = 0; i < 2; i++)
        {
            await host.Do("reload");
            await relay.Greeted();
        }
        Assert.Equal(1, (int)(await relay.Ok("unity_query", """{"action":"types","search_query":"Spin"}"""))["total"]!);
        File.Delete(Path.Combine(host.Project, "Assets/Spin.cs"));
        await relay.Ok("unity_refresh", "{}");
        Assert.Equal(0, (int)(await relay.Ok("unity_query", """{"action":"types","search_query":"Spin"}"""))["total"]!);
    }

    /// <summary>It wedged the editor once: the undo got no outcome, and no call after it.</summary>
    [Fact]
    public async Task What_was_destroyed_with_a_script_on_it_is_undone_after_play_mode()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Spin.cs", Spin);
        await relay.Ok("unity_refresh", "{}");
        await relay.Greeted();
        await relay.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""", "s1");
        await relay.Ok("unity_component", """{"action":"add","game_object_id":"/Cube","component_type":"Spin"}""", "s1");
        await relay.Ok("unity_hierarchy", """{"action":"destroy","instance_id":"/Cube"}""", "s2");
        await relay.Ok("unity_play", """{"action":"enter"}""");
        await relay.Ok("unity_play", """{"action":"exit"}""");
        await relay.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Contains("Spin", (await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Cube"}""")).ToString());
    }

    [Fact]
    public async Task A_refresh_tells_of_no_script_that_only_the_domain_before_had()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Other.cs", "public class Other : UnityEngine.MonoBehaviour { }");
        await relay.Ok("unity_refresh", "{}");
        host.Write("Assets/Spin.cs", Spin);
        var added = await relay.Ok("unity_refresh", """{"watched_scripts":["Spin"]}""");
        Assert.Equal(["Spin"], added["watchedScripts"]!["found"]!.Select(name => (string)name!));
        Assert.Equal(["Spin"], added["availableTypes"]!.Select(type => (string)type["name"]!));
        // Frees what the first domains held: the next one takes their places in the list of assemblies, before the one that goes now.
        await host.Do("state");
        File.Delete(Path.Combine(host.Project, "Assets/Spin.cs"));
        var gone = await relay.Ok("unity_refresh", """{"watched_scripts":["Spin"]}""");
        Assert.Equal(["Spin"], gone["watchedScripts"]!["missing"]!.Select(name => (string)name!));
        Assert.Empty(gone["availableTypes"]!);
    }

    [Fact]
    public async Task A_deleted_script_stays_on_its_object_with_its_values_until_it_is_back()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var file = Path.Combine(host.Project, "Assets/Spin.cs");
        host.Write("Assets/Spin.cs", Spin);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Top","components":["Spin","Light"]}""");
        await relay.Ok("unity_component",
            """{"action":"modify","game_object_id":"/Top","component_type":"Spin","properties":{"speed":7,"target":"/Main Camera"}}""");
        await relay.Ok("unity_scene", """{"action":"save"}""");

        // Open and saved without its script.
        File.Move(file, file + ".away");
        await relay.Ok("unity_refresh", "{}");
        Assert.Equal(["Transform", "Missing (Mono Script)", "Light"], await Components(relay));
        await relay.Ok("unity_scene", """{"action":"save"}""");
        File.Move(file + ".away", file);
        await relay.Ok("unity_refresh", "{}");
        Assert.Equal(["Transform", "Spin", "Light"], await Components(relay));
        Assert.Equal((7, "/Main Camera#Transform"), await Values(relay));

        // And read anew while it was away.
        File.Move(file, file + ".away");
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Other"}""");
        var path = (string)(await relay.Ok("unity_scene", """{"action":"save"}"""))["scenePath"]!;
        await relay.Ok("unity_scene", $$"""{"action":"open","path":"{{path}}"}""");
        Assert.Equal(["Transform", "Missing (Mono Script)", "Light"], await Components(relay));
        File.Move(file + ".away", file);
        await relay.Ok("unity_refresh", "{}");
        Assert.Equal(["Transform", "Spin", "Light"], await Components(relay));
        Assert.Equal((7, "/Main Camera#Transform"), await Values(relay));
    }

    [Fact]
    public async Task A_window_is_there_again_and_draws_itself_anew()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var file = Path.Combine(host.Folder, "drawn.txt").Replace('\\', '/');
        host.Write("Assets/Editor/Notes.cs",
            $$"""
            using UnityEditor;
            using UnityEngine;
            public class Notes : EditorWindow
            {
                [SerializeField] private int drawn;
                [MenuItem("Tools/Notes")]
                private static void Open() => GetWindow<Notes>();
                private void CreateGUI() => System.IO.File.WriteAllText("{{file}}", (++drawn).ToString());
            }
            """);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("execute_menu_item", """{"menu_path":"Tools/Notes"}""");
        Assert.Equal("1", await File.ReadAllTextAsync(file));
        await host.Do("reload");
        Assert.Equal("2", await File.ReadAllTextAsync(file));
        Assert.Equal(0, (int)(await host.Do("state"))["leakedDomains"]!);
    }

    [Fact]
    public async Task Play_mode_is_entered_and_left_over_the_reload_and_nothing_compiles_meanwhile()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Spin.cs", Spin);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Top","components":["Spin"]}""");
        var before = (int)(await host.Do("state"))["domain"]!;
        Assert.True((bool)(await relay.Ok("unity_play", """{"action":"enter"}"""))["isPlaying"]!);
        Assert.True((int)(await host.Do("state"))["domain"]! > before);
        await relay.Ok("unity_component",
            """{"action":"modify","game_object_id":"/Top","component_type":"Spin","properties":{"speed":9}}""");
        await relay.Fails("unity_refresh", "{}", "in_play_mode");
        await relay.Fails("unity_scene", """{"action":"save"}""", "in_play_mode");
        Assert.False((bool)(await relay.Ok("unity_play", """{"action":"exit"}"""))["isPlaying"]!);
        var spin = await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Top","component_type":"Spin"}""");
        Assert.Equal(2, (int)spin["components"]![0]!["properties"]!["speed"]!);
    }

    private static async Task<string[]> Components(TestRelay relay)
    {
        var seen = await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Top"}""");
        var listed = seen["gameObject"]!["components"]!.Select(name => (string)name!).ToArray();
        Assert.Equal(listed, seen["components"]!.Select(component => (string)component["type"]!));
        return listed;
    }

    private static async Task<(float Speed, string Target)> Values(TestRelay relay)
    {
        var seen = await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Top","component_type":"Spin"}""");
        var properties = seen["components"]![0]!["properties"]!;
        return ((float)properties["speed"]!, (string)properties["target"]!);
    }
}
