namespace Fairlead.Editor.Tests.Playtesting;

/// <summary>A script of steps against a game that runs: the agent decides by its result whether the game works.</summary>
public sealed class PlaytestTests
{
    private const string Player =
        """
        using UnityEngine;
        using UnityEngine.InputSystem;
        public class Player : MonoBehaviour
        {
            public int Jumps;
            int frames;
            bool IsReady => frames > 10;
            void Awake() => Debug.Log("hero awake");
            void Update()
            {
                frames++;
                if (frames == 11) Debug.Log("ready to jump");
                if (Keyboard.current == null) return;
                if (Keyboard.current.spaceKey.wasPressedThisFrame) Jumps++;
                if (Keyboard.current.dKey.isPressed) transform.position += new Vector3(5 * Time.deltaTime, 0, 0);
                if (Keyboard.current.enterKey.wasPressedThisFrame) Debug.LogError("no door");
            }
        }
        """;

    private static async Task<HostProcess> Open(TestRelay relay, params string[] arguments)
    {
        var host = await HostProcess.Start(relay, arguments);
        host.Write("Packages/manifest.json", """{"dependencies":{"com.unity.inputsystem":"1.14.2"}}""");
        host.Write("Assets/Player.cs", Player);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Hero"}""");
        await relay.Ok("unity_component", """{"action":"add","game_object_id":"/Hero","component_type":"Player"}""");
        return host;
    }

    /// <summary>With and without a reload on the way into play mode, and in an editor that somebody else's window covers.</summary>
    [Theory]
    [InlineData("--reload-on-play")]
    [InlineData("--unfocused")]
    public async Task Keys_reach_the_game_and_time_is_counted_in_frames(string how)
    {
        await using var relay = new TestRelay();
        await using var host = await Open(relay, how);
        var played = await relay.Ok("unity_playtest",
            """
            {"steps":[
              {"do":"until_log","text":"hero awake","seconds":0},
              {"do":"until_log","text":"ready to jump"},
              {"do":"assert","object":"/Hero","property":"Player.IsReady","is":"equals","value":true},
              {"do":"press","control":"<Keyboard>/space"},
              {"do":"press","control":"<Keyboard>/space"},
              {"do":"assert","object":"/Hero","property":"Player.Jumps","is":"equals","value":2},
              {"do":"press","control":"<Keyboard>/d","seconds":1},
              {"do":"read","object":"/Hero","property":"Transform.position.x"},
              {"do":"picture","caption":"at the end"}
            ]}
            """);
        Assert.True((bool)played["passed"]!, played.ToString());
        // One second at 5 m/s, exactly as often as the game was asked.
        Assert.Equal(5, (double)played["steps"]![7]!["value"]!, 0.001);
        Assert.Equal("picture-1", (string?)played["steps"]![8]!["picture"]);
        Assert.False((bool)(await relay.Ok("unity_play", """{"action":"state"}"""))["isPlaying"]!);
        // The game's own changes went with it.
        var hero = await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Hero"}""");
        Assert.Equal(0, (double)hero["components"]![0]!["properties"]!["localPosition"]![0]!);
    }

    [Fact]
    public async Task The_step_that_fails_is_named_with_the_value_and_the_rest_is_left_out()
    {
        await using var relay = new TestRelay();
        await using var host = await Open(relay);
        var played = await relay.Ok("unity_playtest",
            """
            {"steps":[
              {"do":"frames","count":5},
              {"do":"until","object":"/Hero","property":"Player.Jumps","is":"at_least","value":1,"seconds":0.5},
              {"do":"picture"}
            ]}
            """);
        Assert.Equal(2, (int)played["failedStep"]!);
        Assert.Equal(["passed", "failed", "skipped"], played["steps"]!.Select(step => (string)step["status"]!));
        Assert.Equal("/Hero Player.Jumps is not at least 1: it is 0 after 0.5 s", (string?)played["steps"]![1]!["message"]);

        var noisy = await relay.Ok("unity_playtest",
            """{"steps":[{"do":"press","control":"<Keyboard>/enter"},{"do":"wait","seconds":1}]}""");
        Assert.Equal(1, (int)noisy["failedStep"]!);
        Assert.Contains("no door", (string?)noisy["steps"]![0]!["message"]);

        var wrong = await relay.Fails("unity_playtest", """{"steps":[{"do":"wait","seconds":1},{"do":"press"}]}""", "invalid_arguments");
        Assert.Contains("step 2", (string?)wrong["message"]);
    }

    /// <summary>People are asked before a file of secrets is read, whichever way leads to its text.</summary>
    [Theory]
    [InlineData("text")]
    [InlineData("bytes")]
    [InlineData("content")]
    public async Task A_value_of_the_game_is_not_the_text_of_a_file(string member)
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write(
            "Assets/Reader.cs",
            "using UnityEngine; public class Reader : MonoBehaviour { TextAsset Notes => new TextAsset(\"hunter2\"); }");
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Hero"}""");
        await relay.Ok("unity_component", """{"action":"add","game_object_id":"/Hero","component_type":"Reader"}""");
        var step = $$"""{"do":"read","object":"/Hero","property":"Reader.Notes.{{member}}"}""";
        var played = await relay.Ok("unity_playtest", $$"""{"steps":[{{step}}]}""");
        Assert.Contains("read_file", played.ToString());
        Assert.DoesNotContain("hunter2", played.ToString());
    }

    /// <summary>A key that the game cannot hear is no step that passed.</summary>
    [Fact]
    public async Task Without_the_Input_System_a_press_is_refused()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var played = await relay.Ok("unity_playtest", """{"steps":[{"do":"press","control":"<Keyboard>/space"}]}""");
        Assert.Equal(1, (int)played["failedStep"]!);
        Assert.Contains("Input Manager", (string?)played["steps"]![0]!["message"]);
        Assert.Contains("com.unity.inputsystem", (string?)played["steps"]![0]!["message"]);
        Assert.False((bool)(await relay.Ok("unity_play", """{"action":"state"}"""))["isPlaying"]!);
    }

    [Fact]
    public async Task The_same_script_plays_alike_each_time()
    {
        await using var relay = new TestRelay();
        await using var host = await Open(relay);
        await relay.Ok("unity_component", """{"action":"add","game_object_id":"/Hero","component_type":"Rigidbody"}""");
        const string fall = """{"steps":[{"do":"sample","object":"/Hero","property":"Transform.position.y","seconds":0.6,"every":0.2}]}""";
        // The first frames may be over before a script begins: only what lies between the samples is compared.
        static IEnumerable<double> Times(JObject played) => played["steps"]![0]!["samples"]!.Select(s =>
            Math.Round((double)s["time"]! - (double)played["steps"]![0]!["samples"]![0]!["time"]!, 3));
        var first = await relay.Ok("unity_playtest", fall);
        var second = await relay.Ok("unity_playtest", fall);
        Assert.Equal([0, 0.2, 0.4, 0.6], Times(first));
        Assert.Equal(Times(first), Times(second));
    }
}
