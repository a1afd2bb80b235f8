namespace Fairlead.Editor.Tests;

/// <summary>Reverting a step also reverts the changes of its menu items.</summary>
public sealed class MenuTests
{
    private const string Builder =
        """
        using UnityEditor;
        using UnityEngine;
        public static class Builder
        {
            [MenuItem("Tools/Build Towers")]
            static void Towers()
            {
                for (var i = 0; i < 2; i++)
                {
                    Undo.IncrementCurrentGroup();
                    Undo.RegisterCreatedObjectUndo(new GameObject("Tower"), "Tower");
                }
            }
            [MenuItem("Tools/Build And Reload")]
            static void Reload()
            {
                Towers();
                EditorUtility.RequestScriptReload();
            }
            [MenuItem("Tools/Build Later")]
            static void Later() => EditorApplication.delayCall += Towers;
            [MenuItem("Tools/Look")]
            static void Look() => Debug.Log("looked");
        }
        """;

    [Theory]
    [InlineData("Tools/Build Towers", false)]
    [InlineData("Tools/Build Later", false)]
    [InlineData("Tools/Build And Reload", true)]
    public async Task It_is_one_record_with_the_rest_of_its_step(string item, bool reloads)
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Editor/Builder.cs", Builder);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Before"}""", "s0");
        await relay.Ok("unity_hierarchy", """{"action":"create","name":"Ground"}""", "s1");
        var ran = await relay.Ok("execute_menu_item", $$"""{"menu_path":"{{item}}"}""", "s1");
        Assert.Equal(reloads, (bool)ran["reloaded"]!);
        Assert.Equal(2, await Towers(relay));
        var undo = (await relay.Ok("unity_query", """{"action":"editor_state"}"""))["undo"]!;
        Assert.Equal("Fairlead: s1", (string?)undo["undo"]);
        var reverted = await relay.Ok("unity_undo", """{"action":"revert_group","group_id":"s1"}""");
        Assert.Equal(["Fairlead: s1"], reverted["groups"]!.Select(name => (string)name!));
        Assert.Equal("Fairlead: s0", (string?)reverted["undo"]);
        Assert.Equal(0, await Towers(relay));
        await relay.Fails("unity_query", """{"action":"inspect_object","instance_id":"/Ground"}""", "not_found");
        await relay.Ok("unity_query", """{"action":"inspect_object","instance_id":"/Before"}""");
    }

    [Fact]
    public async Task One_that_changes_nothing_leaves_no_record_and_one_without_a_step_has_the_items_name()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        host.Write("Assets/Editor/Builder.cs", Builder);
        await relay.Ok("unity_refresh", "{}");
        await relay.Ok("execute_menu_item", """{"menu_path":"Tools/Look"}""", "s1");
        await relay.Fails("unity_undo", """{"action":"revert_group","group_id":"s1"}""", "not_found");
        await relay.Ok("execute_menu_item", """{"menu_path":"Tools/Build Towers"}""");
        Assert.Equal("Build Towers", (string?)(await relay.Ok("unity_query", """{"action":"editor_state"}"""))["undo"]!["undo"]);
        var error = await relay.Fails("execute_menu_item", """{"menu_path":"Tools/Build Tower"}""", "not_found");
        Assert.Equal("Tools/Build Towers", (string?)error["data"]!["nearest"]![0]);
    }

    private static async Task<int> Towers(TestRelay relay) =>
        (int)(await relay.Ok("unity_query", """{"action":"find","name":"Tower"}"""))["total"]!;
}
