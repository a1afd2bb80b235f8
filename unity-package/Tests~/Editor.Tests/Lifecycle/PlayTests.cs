using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Tests;

/// <summary>Play mode and its physics, on a clock that the test moves.</summary>
public sealed class PlayTests : IDisposable
{
    private readonly IEngineClock before = EngineProcess.Clock;
    private readonly ManualClock clock = new();

    public PlayTests()
    {
        EngineProcess.Clock = clock;
        EditorLoop.Begin();
        foreach (var scene in SceneTable.All.ToList()) SceneTable.Remove(scene);
        SceneTable.Add("Test", "");
        EditorSettings.enterPlayModeOptionsEnabled = true;
        EditorSettings.enterPlayModeOptions = EnterPlayModeOptions.DisableDomainReload;
        Recorder.Lines.Clear();
    }

    public void Dispose()
    {
        EditorApplication.ExitPlaymode();
        EditorLoop.Tick();
        EngineProcess.Clock = before;
        EngineProcess.MainThread = null;
    }

    [Fact]
    public void A_cube_falls_and_lies_on_the_floor()
    {
        GameObject.CreatePrimitive(PrimitiveType.Plane);
        var cube = GameObject.CreatePrimitive(PrimitiveType.Cube);
        cube.transform.position = new Vector3(0, 3, 0);
        cube.AddComponent<Rigidbody>();
        cube.AddComponent<Recorder>();
        Play(3);
        Assert.Equal(0.5f, cube.transform.position.y, 0.02f);
        Assert.Equal(0f, cube.GetComponent<Rigidbody>().linearVelocity.magnitude, 0.3f);
        Assert.Contains("OnCollisionEnter Plane", Recorder.Lines);
        Assert.Contains("OnCollisionStay Plane", Recorder.Lines);

        EditorApplication.ExitPlaymode();
        EditorLoop.Tick();
        Assert.False(EditorApplication.isPlaying);
        Assert.Equal(3f, cube.transform.position.y);
    }

    [Theory]
    [InlineData(PrimitiveType.Sphere, 0.5f)]
    [InlineData(PrimitiveType.Capsule, 1f)]
    public void Round_things_lie_on_their_rounding(PrimitiveType type, float height)
    {
        GameObject.CreatePrimitive(PrimitiveType.Plane);
        var body = GameObject.CreatePrimitive(type);
        body.transform.position = new Vector3(0, 4, 0);
        body.AddComponent<Rigidbody>();
        Play(3);
        Assert.Equal(height, body.transform.position.y, 0.02f);
    }

    [Fact]
    public void Cubes_lie_on_each_other()
    {
        GameObject.CreatePrimitive(PrimitiveType.Plane);
        var cubes = Enumerable.Range(0, 3).Select(i =>
        {
            var cube = GameObject.CreatePrimitive(PrimitiveType.Cube);
            cube.transform.position = new Vector3(0, 1 + 1.5f * i, 0);
            cube.AddComponent<Rigidbody>();
            return cube;
        }).ToList();
        Play(4);
        for (var i = 0; i < cubes.Count; i++) Assert.Equal(0.5f + i, cubes[i].transform.position.y, 0.05f);
    }

    [Fact]
    public void What_survives_a_change_of_scenes_is_listed_while_playing()
    {
        var keeper = new GameObject("Keeper");
        new GameObject("Child").transform.SetParent(keeper.transform);
        keeper.AddComponent<Survivor>();
        Play(0.1);
        Assert.Equal(["/Keeper", "/Keeper/Child"], Addressing.ScenePaths.LoadedObjects().Select(Addressing.ScenePaths.Of));
        Assert.Equal("DontDestroyOnLoad", Assert.Single(Addressing.ScenePaths.Find("/Keeper")).scene.name);
        EditorApplication.ExitPlaymode();
        EditorLoop.Tick();
        Assert.DoesNotContain("DontDestroyOnLoad", Addressing.ScenePaths.LoadedScenes().Select(scene => scene.name));
    }

    private sealed class Survivor : MonoBehaviour
    {
        private void Awake() => DontDestroyOnLoad(gameObject);
    }

    [Fact]
    public void What_has_no_gravity_or_is_kinematic_stays()
    {
        var floating = GameObject.CreatePrimitive(PrimitiveType.Cube);
        floating.AddComponent<Rigidbody>().useGravity = false;
        var held = GameObject.CreatePrimitive(PrimitiveType.Cube);
        held.transform.position = new Vector3(5, 0, 0);
        held.AddComponent<Rigidbody>().isKinematic = true;
        Play(1);
        Assert.Equal(0f, floating.transform.position.y);
        Assert.Equal(0f, held.transform.position.y);
    }

    [Fact]
    public void A_trigger_tells_and_stops_nothing()
    {
        var zone = GameObject.CreatePrimitive(PrimitiveType.Cube);
        zone.GetComponent<BoxCollider>().isTrigger = true;
        zone.AddComponent<Recorder>();
        var ball = GameObject.CreatePrimitive(PrimitiveType.Sphere);
        ball.transform.position = new Vector3(0, 2, 0);
        ball.AddComponent<Rigidbody>();
        Play(2);
        Assert.True(ball.transform.position.y < -5);
        Assert.Contains("OnTriggerEnter Sphere", Recorder.Lines);
        Assert.Contains("OnTriggerExit Sphere", Recorder.Lines);
    }

    [Fact]
    public void A_script_lives_from_Awake_to_OnDestroy_in_Unitys_order()
    {
        new GameObject("Actor").AddComponent<Recorder>();
        Assert.Empty(Recorder.Lines);
        Play(0.1);
        EditorApplication.ExitPlaymode();
        EditorLoop.Tick();
        string[] life = ["Awake", "OnEnable", "Start", "FixedUpdate", "Update", "LateUpdate", "OnDisable", "OnDestroy"];
        Assert.Equal(life, Recorder.Lines.Distinct().Where(life.Contains));
        Assert.Contains("coroutine done", Recorder.Lines);
    }

    [Fact]
    public void What_is_made_while_playing_is_gone_afterwards_and_what_was_destroyed_is_back()
    {
        var kept = new GameObject("Kept");
        var id = kept.Id;
        Play(0.05);
        _ = new GameObject("Made");
        UnityEngine.Object.DestroyImmediate(kept);
        Assert.True(kept == null);
        EditorApplication.ExitPlaymode();
        EditorLoop.Tick();
        Assert.Null(GameObject.Find("Made"));
        Assert.Equal(id, GameObject.Find("Kept").Id);
    }

    [Fact]
    public void A_pause_stops_time_and_a_step_is_one_frame()
    {
        Play(0.1);
        EditorApplication.isPaused = true;
        var frame = Time.frameCount;
        Pass(0.5);
        Assert.Equal(frame, Time.frameCount);
        EditorApplication.Step();
        EditorLoop.Tick();
        Assert.Equal(frame + 1, Time.frameCount);
    }

    [Fact]
    public void A_wait_lets_time_pass_without_focus_and_puts_the_setting_back()
    {
        EngineProcess.IsFocused = false;
        try
        {
            Play(0);
            Application.runInBackground = false;
            Pass(0.5);
            Assert.Equal(0, Time.timeAsDouble);
            var background = new Fairlead.Editor.Play.BackgroundTime();
            background.Lend();
            background.Lend();
            Pass(0.5);
            Assert.Equal(0.5, Time.timeAsDouble, 1);
            background.Return();
            Assert.False(Application.runInBackground);
            background.Return();
            Application.runInBackground = true;
            background.Lend();
            background.Return();
            Assert.True(Application.runInBackground);
        }
        finally
        {
            EngineProcess.IsFocused = true;
            Application.runInBackground = true;
        }
    }

    [Fact]
    public void Undo_after_playing_reaches_what_was_before()
    {
        Undo.IncrementCurrentGroup();
        Assert.True(EditorApplication.ExecuteMenuItem("GameObject/3D Object/Cube"));
        Play(0.05);
        Assert.True(EditorApplication.ExecuteMenuItem("GameObject/Create Empty"));
        EditorApplication.ExitPlaymode();
        EditorLoop.Tick();
        Assert.NotNull(GameObject.Find("Cube"));
        Undo.PerformUndo();
        Assert.Null(GameObject.Find("Cube"));
    }

    private void Play(double seconds)
    {
        EditorApplication.EnterPlaymode();
        EditorLoop.Tick();
        Assert.True(EditorApplication.isPlaying);
        Pass(seconds);
    }

    private void Pass(double seconds)
    {
        for (var left = seconds; left > 0; left -= 0.02)
        {
            clock.Advance(0.02);
            EditorLoop.Tick();
        }
    }
}

/// <summary>Writes down what Unity calls.</summary>
public sealed class Recorder : MonoBehaviour
{
    internal static readonly List<string> Lines = [];

    private void Awake() => Lines.Add("Awake");

    private void OnEnable() => Lines.Add("OnEnable");

    private void Start()
    {
        Lines.Add("Start");
        StartCoroutine(Later());
    }

    private void FixedUpdate() => Lines.Add("FixedUpdate");

    private void Update() => Lines.Add("Update");

    private void LateUpdate() => Lines.Add("LateUpdate");

    private void OnDisable() => Lines.Add("OnDisable");

    private void OnDestroy() => Lines.Add("OnDestroy");

    private void OnCollisionEnter(Collision collision) => Lines.Add($"OnCollisionEnter {collision.gameObject.name}");

    private void OnCollisionStay(Collision collision) => Lines.Add($"OnCollisionStay {collision.gameObject.name}");

    private void OnTriggerEnter(Collider other) => Lines.Add($"OnTriggerEnter {other.name}");

    private void OnTriggerExit(Collider other) => Lines.Add($"OnTriggerExit {other.name}");

    private static System.Collections.IEnumerator Later()
    {
        yield return null;
        yield return new WaitForSeconds(0.02f);
        Lines.Add("coroutine done");
    }
}
