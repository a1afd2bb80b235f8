namespace Fairlead.Editor.Tests;

/// <summary>A run of tests must end with what really happened: the agent decides by it whether its work is done.</summary>
public sealed class TestRunTests
{
    private const string EditTests =
        """
        using NUnit.Framework;
        namespace Demo
        {
            public class SumTests
            {
                [Test] public void Adds() => Assert.AreEqual(4, 2 + 2);
                [Test] public void Fails() => Assert.AreEqual(4, 2 + 3, "the sum is wrong");
                [Test, Ignore("not today")] public void Waits() { }
            }
            public class OtherTests
            {
                [Test] public void Throws() => throw new System.InvalidOperationException("broken inside");
            }
        }
        """;

    private const string PlayTests =
        """
        using System.Collections;
        using NUnit.Framework;
        using UnityEngine;
        using UnityEngine.TestTools;
        public class FallTests
        {
            [UnityTest]
            public IEnumerator Falls()
            {
                Assert.IsTrue(Application.isPlaying);
                var ball = GameObject.CreatePrimitive(PrimitiveType.Sphere);
                ball.transform.position = new Vector3(0, 50, 0);
                ball.AddComponent<Rigidbody>();
                yield return new WaitForSeconds(0.2f);
                Assert.Less(ball.transform.position.y, 50f);
            }
            [UnityTest]
            public IEnumerator Flies()
            {
                yield return null;
                Assert.Fail("nothing flies");
            }
        }
        """;

    private const string PlayAssembly =
        """
        {
            "name": "Game.Tests",
            "references": ["UnityEngine.TestRunner", "UnityEditor.TestRunner"],
            "precompiledReferences": ["nunit.framework.dll"],
            "overrideReferences": true,
            "autoReferenced": false,
            "defineConstraints": ["UNITY_INCLUDE_TESTS"]
        }
        """;

    [Fact]
    public async Task The_list_says_which_tests_would_not_run_and_why_and_keeps_the_editor_as_it_is()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write(
            "Assets/Tests/Editor/SumTests.cs",
            EditTests.Replace("public class OtherTests", "[Explicit, Category(\"Slow\")] public class OtherTests"));
        host.Write("Assets/Tests/Play/FallTests.cs", PlayTests);
        host.Write("Assets/Tests/Play/Game.Tests.asmdef", PlayAssembly);
        await relay.Ok("unity_refresh", "{}");
        var all = await relay.Ok("unity_tests", """{"action":"list"}""");
        Assert.Equal(
            """
            [
                {"name":"Demo.OtherTests.Throws","assembly":"Assembly-CSharp-Editor","categories":["Slow"],"runs":"when_named"},
                {"name":"Demo.SumTests.Adds","assembly":"Assembly-CSharp-Editor"},
                {"name":"Demo.SumTests.Fails","assembly":"Assembly-CSharp-Editor"},
                {"name":"Demo.SumTests.Waits","assembly":"Assembly-CSharp-Editor","runs":"never","reason":"not today"}
            ]
            """.Replace("\n", "").Replace("    ", ""),
            all["tests"]!.ToString(Newtonsoft.Json.Formatting.None));
        var play = await relay.Ok("unity_tests", """{"action":"list","mode":"PlayMode","assemblies":["Game.Tests"]}""");
        Assert.Equal((2, "Game.Tests"), ((int)play["total"]!, (string?)play["assemblies"]![0]!["name"]));
        // Listing works in play mode too, and leaves it alone.
        await relay.Ok("unity_play", """{"action":"enter"}""");
        Assert.Equal(4, (int)(await relay.Ok("unity_tests", """{"action":"list"}"""))["total"]!);
        Assert.True((bool)(await relay.Ok("unity_play", """{"action":"state"}"""))["isPlaying"]!);
    }

    [Fact]
    public async Task Edit_mode_tests_say_what_passed_what_failed_where_and_what_was_left_out()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Tests/Editor/SumTests.cs", EditTests);
        await relay.Ok("unity_refresh", "{}");
        var all = await relay.Ok("unity_tests", """{"action":"run"}""");
        Assert.Equal((4, 1, 2, 1), Counts(all));
        // Failures first; what passed only where it is asked for.
        Assert.Equal(["failed", "failed", "skipped"], all["tests"]!.Select(test => (string)test["status"]!));
        var wrong = Named(all, "Demo.SumTests.Fails");
        Assert.Contains("the sum is wrong", (string)wrong["message"]!);
        Assert.Contains("Expected: 4", (string)wrong["message"]!);
        Assert.Contains("SumTests", (string)wrong["stackTrace"]!);
        var thrown = Named(all, "Demo.OtherTests.Throws");
        Assert.Contains("InvalidOperationException", (string)thrown["message"]!);
        Assert.Contains("broken inside", (string)thrown["message"]!);
        Assert.Contains("OtherTests", (string)thrown["stackTrace"]!);
        Assert.Contains("not today", (string)Named(all, "Demo.SumTests.Waits")["message"]!);

        var one = await relay.Ok("unity_tests", """{"action":"run","filter":"SumTests.Adds","include_passed":true}""");
        Assert.Equal((1, 1, 0, 0), Counts(one));
        Assert.Equal("Demo.SumTests.Adds", (string)one["tests"]!.Single()["name"]!);
        Assert.Equal((0, 0, 0, 0), Counts(await relay.Ok("unity_tests", """{"action":"run","filter":"No.Such.Test"}""")));
    }

    [Fact]
    public async Task An_error_in_the_log_fails_a_test_that_does_not_expect_it_and_the_old_input_is_quiet()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write(
            "Assets/Tests/Editor/LogTests.cs",
            """
            using NUnit.Framework;
            using UnityEngine;
            using UnityEngine.TestTools;
            public class LogTests
            {
                [Test] public void Expects()
                {
                    LogAssert.Expect(LogType.Error, new System.Text.RegularExpressions.Regex("no fu.l"));
                    Debug.LogError("no fuel");
                    LogAssert.NoUnexpectedReceived();
                }
                [Test] public void Ignores() { LogAssert.ignoreFailingMessages = true; Debug.LogError("no fuel"); }
                [Test] public void Overlooks() => Debug.LogError("no fuel");
                [Test] public void Waits() => LogAssert.Expect(LogType.Log, "landed");
                [Test] public void Listens() => Assert.IsTrue(Input.GetAxis("Horizontal") == 0 && !Input.GetKey(KeyCode.Space));
            }
            """);
        await relay.Ok("unity_refresh", "{}");
        var ran = await relay.Ok("unity_tests", """{"action":"run"}""");
        Assert.Equal((5, 3, 2, 0), Counts(ran));
        Assert.Contains("Unhandled log message: '[Error] no fuel'", (string)Named(ran, "LogTests.Overlooks")["message"]!);
        Assert.Contains("Expected log did not appear: [Log] landed", (string)Named(ran, "LogTests.Waits")["message"]!);
    }

    [Fact]
    public async Task Play_mode_tests_are_answered_by_the_domain_that_comes_after_the_reload()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Tests/Game.Tests.asmdef", PlayAssembly);
        host.Write("Assets/Tests/FallTests.cs", PlayTests);
        await relay.Ok("unity_refresh", "{}");
        var before = (int)(await host.Do("state"))["domain"]!;
        var ran = await relay.Ok("unity_tests", """{"action":"run","mode":"PlayMode","include_passed":true}""");
        Assert.Equal((2, 1, 1, 0), Counts(ran));
        Assert.Contains("nothing flies", (string)Named(ran, "FallTests.Flies")["message"]!);
        var state = await host.Do("state");
        Assert.True((int)state["domain"]! > before);
        Assert.False((bool)state["isPlaying"]!);
        // And the editor is of use again.
        Assert.Equal((0, 0, 0, 0), Counts(await relay.Ok("unity_tests", """{"action":"run"}""")));
    }

    [Fact]
    public async Task Nothing_runs_where_Unity_would_ask_or_could_not()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Tests/Editor/SumTests.cs", EditTests);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Unsaved"}""");
        var dirty = await relay.Fails("unity_tests", """{"action":"run"}""", "dirty_scene");
        Assert.Contains("unity_scene save", (string)dirty["hint"]!);
        // Known before anybody is asked.
        const string check = """{"method":"unity_tests","params":{"action":"run"}}""";
        await relay.Fails("unity_check", check, "dirty_scene");
        await relay.Ok("unity_scene", """{"action":"save"}""");
        await relay.Ok("unity_play", """{"action":"enter"}""");
        await relay.Fails("unity_tests", """{"action":"run"}""", "in_play_mode");
        await relay.Fails("unity_check", check, "in_play_mode");
        await relay.Ok("unity_play", """{"action":"exit"}""");
        host.Write("Assets/Broken.cs", "class Broken { int x }");
        Assert.True((bool)(await relay.Ok("unity_refresh", "{}"))["hasErrors"]!);
        await relay.Fails("unity_tests", """{"action":"run"}""", "compile_errors");
        await relay.Fails("unity_tests", """{"action":"run","mode":"BothModes"}""", "invalid_arguments");
    }

    [Fact]
    public async Task A_run_that_nobody_waits_for_any_more_is_ended_and_the_next_one_has_its_own_results()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Tests/Editor/SlowTests.cs",
            """
            using System.Collections;
            using NUnit.Framework;
            using UnityEngine.TestTools;
            public class SlowTests
            {
                [UnityTest] public IEnumerator Endless() { while (true) yield return null; }
                [Test] public void Quick() { }
            }
            """);
        await relay.Ok("unity_refresh", "{}");
        var late = await relay.Call("unity_tests", JObject.Parse("""{"action":"run","filter":"Endless"}"""), null, 1_500);
        Assert.Equal("error", (string?)late["status"]);
        var next = await relay.Ok("unity_tests", """{"action":"run","filter":"Quick","include_passed":true}""");
        Assert.Equal("SlowTests.Quick", (string)next["tests"]!.Single()["name"]!);
    }

    private static JToken Named(JObject ran, string name) => ran["tests"]!.Single(test => (string?)test["name"] == name);

    private static (int, int, int, int) Counts(JObject ran) =>
        ((int)ran["total"]!, (int)ran["passed"]!, (int)ran["failed"]!, (int)ran["skipped"]!);
}
