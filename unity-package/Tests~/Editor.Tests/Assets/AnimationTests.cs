using Fairlead.Core;
using Fairlead.Editor.Animating;
using UnityEditor;
using UnityEditor.Animations;
using UnityEngine;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

[Collection("engine")]
public sealed class AnimationTests : IDisposable
{
    private const string Hero = "Assets/Hero.controller";

    private readonly Project project = new();

    private readonly AnimatorController hero = AnimatorController.CreateAnimatorControllerAtPath(Hero);

    public void Dispose() => project.Dispose();

    private static JObject Modify(string parameters) =>
        ControllerParameters.Modify(Arguments($$"""{"action":"modify_parameters","path":"{{Hero}}","parameters":{{parameters}}}"""));

    private static ToolArguments Arguments(string json)
    {
        var arguments = new ToolArguments("unity_animation", JObject.Parse(json));
        arguments.Action("inspect_clip", "inspect_controller", "animators", "modify_parameters", "set_values");
        return arguments;
    }

    [Fact]
    public void Parameters_are_on_disk_at_once_and_leave_the_Undo_of_the_user_alone()
    {
        var before = Undo.GetCurrentGroup();
        Modify("""[{"name":"lives","type":"Int","default":3}]""");
        Assert.Equal(before, Undo.GetCurrentGroup());
        project.Restart();
        var read = ControllerFacts.Answer(Arguments($$"""{"action":"inspect_controller","path":"{{Hero}}"}"""));
        Assert.Equal("""[{"name":"lives","type":"Int","default":3}]""", read["parameters"]!.ToString(Newtonsoft.Json.Formatting.None));
    }

    [Fact]
    public void A_value_of_the_wrong_kind_is_refused_with_the_parameters_name_and_nothing_changes()
    {
        Modify("""[{"name":"speed","type":"Float"}]""");
        var error = Refused(() => Modify("""[{"name":"speed","default":2},{"name":"grounded","type":"Bool","default":1}]"""));
        Assert.Equal((CallErrorCode.InvalidArguments, "\"grounded\" is a Bool and does not take 1."), (error.Code, error.Message));
        Assert.Equal(0, hero.parameters.Single().defaultFloat);
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Modify("""[{"name":"new"}]""")).Code);
    }

    [Fact]
    public void An_animator_that_overrides_a_controller_counts_among_its_users_and_its_file_says_where_the_states_are()
    {
        var over = new AnimatorOverrideController { runtimeAnimatorController = hero };
        AssetDatabase.CreateAsset(over, "Assets/Over.asset");
        var animator = new GameObject("Elf").AddComponent<Animator>();
        animator.runtimeAnimatorController = over;
        var users = LiveAnimators.List(Arguments($$"""{"action":"animators","path":"{{Hero}}"}"""));
        Assert.Equal(
            ("/Elf", "Assets/Over.asset"), ((string?)users["animators"]![0]!["path"], (string?)users["animators"]![0]!["controller"]));
        Assert.Contains(Hero, Refused(
            () => ControllerFacts.Answer(Arguments("""{"action":"inspect_controller","path":"Assets/Over.asset"}"""))).Message);
    }

    [Fact]
    public void Of_several_clips_in_a_file_one_has_to_be_named()
    {
        foreach (var name in new[] { "Walk", "Run" }) AssetDatabase.AddObjectToAsset(new AnimationClip { name = name }, hero);
        var error = Refused(() => ClipFacts.Answer(Arguments($$"""{"action":"inspect_clip","path":"{{Hero}}"}""")));
        Assert.Equal(CallErrorCode.Ambiguous, error.Code);
        Assert.Equal("""["Walk","Run"]""", error.Data!["clips"]!.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal(
            "Run", (string?)ClipFacts.Answer(Arguments($$"""{"action":"inspect_clip","path":"{{Hero}}","clip_name":"Run"}"""))["name"]);
    }
}
