namespace Fairlead.Core.Tests;

/// <summary>A Unity that crashes: what it had begun is said to be unknown, and the next one takes calls.</summary>
public sealed class KillTests : IDisposable
{
    private readonly string home = Directory.CreateTempSubdirectory("fairlead-home-").FullName;
    private readonly string project = Directory.CreateTempSubdirectory("fairlead-project-").FullName;

    public void Dispose()
    {
        Directory.Delete(project, true);
        Directory.Delete(home, true);
    }

    private async Task Ready()
    {
        for (var i = 0; i < 60; i++)
            if ((await RelayProcess.Status(home))["editors"]!.Any(editor => editor.Value<string>("phase") == "ready")) return;
        Assert.Fail("No editor is connected.");
    }

    [Fact]
    public async Task A_killed_editor_leaves_no_call_open_and_the_next_one_is_taken_in()
    {
        await using var room = await RoomProcess.Start(home, project);
        await using var relay = await RelayProcess.Start(home);
        using (var first = LoneEditor.Start(home, project))
        {
            await Ready();
            room.Call("c.1", "unity_hierarchy", new JObject { ["action"] = "create", ["name"] = "Würfel 😀" });
            await RelayProcess.Until("the first answer", () => room.Answered == 1);
            Assert.Equal("Würfel 😀", room.Answer("c.1")["outcome"]!["result"]!.Value<string>("name"));
            room.Call("c.2", "unity_component",
                new JObject { ["action"] = "add", ["game_object_id"] = "/Cube", ["component_type"] = "Rigidbody" });
            await RelayProcess.Until("the call that never ends", () => File.Exists(LoneEditor.BegunIn(project)));
            first.Kill();
            first.WaitForExit();
        }
        using var second = LoneEditor.Start(home, project);
        try
        {
            await RelayProcess.Until("the answer of what had begun", () => room.Answered == 2);
            await Ready();
            Assert.Equal("effect_unknown", room.Answer("c.2")["outcome"]!["error"]!.Value<string>("code"));
            room.Call("c.3", "unity_hierarchy", new JObject { ["action"] = "create", ["name"] = "Again" });
            await RelayProcess.Until("the second editor's answer", () => room.Answered == 3);
            Assert.Equal("Again", room.Answer("c.3")["outcome"]!["result"]!.Value<string>("name"));
        }
        finally
        {
            second.Kill();
            second.WaitForExit();
        }
    }
}
