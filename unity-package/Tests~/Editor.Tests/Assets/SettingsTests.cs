using Fairlead.Core;
using Fairlead.Editor.Settings;
using UnityEngine;

namespace Fairlead.Editor.Tests.Assets;

/// <summary>
/// An agent that knows the project's settings wrongly gives wrong advice: each category has what it promises, as it is now.
/// </summary>
[Collection("engine")]
public sealed class SettingsTests : IDisposable
{
    private readonly Project project = new();

    public void Dispose() => project.Dispose();

    private static JObject Settings(string category) =>
        (JObject)ProjectSettings.Run(new ToolArguments("unity_query", new JObject { ["settings_category"] = category }))["settings"]!;

    [Theory]
    [InlineData("environment", "unityVersion", "projectName", "projectPath", "productGuid", "platform")]
    [InlineData("player", "companyName", "productName", "bundleVersion", "colorSpace", "tags", "layers")]
    [InlineData("build", "scenes", "activeBuildTarget", "developmentBuild")]
    [InlineData("quality", "currentLevel", "levels", "vSyncCount", "antiAliasing", "shadowDistance")]
    [InlineData("physics", "gravity", "defaultContactOffset", "bounceThreshold", "sleepThreshold", "defaultSolverIterations")]
    [InlineData("time", "fixedDeltaTime", "maximumDeltaTime", "timeScale")]
    [InlineData("audio", "globalVolume", "speakerMode", "sampleRate", "dspBufferSize")]
    [InlineData("rendering", "renderPipeline", "defaultShader", "defaultMaterial")]
    [InlineData("packages", "dependencies")]
    public void Each_category_has_its_settings(string category, params string[] names)
    {
        var settings = Settings(category);
        foreach (var name in names) Assert.True(settings[name] is { Type: not JTokenType.Null }, $"{category}: {name}");
    }

    [Fact]
    public void They_are_those_of_now_and_numbers_are_as_people_write_them()
    {
        var gravity = Physics.gravity;
        try
        {
            Physics.gravity = new Vector3(0, -1.6f, 0);
            Assert.Equal("[0,-1.6,0]", Settings("physics")["gravity"]!.ToString(Newtonsoft.Json.Formatting.None));
        }
        finally
        {
            Physics.gravity = gravity;
        }
        Directory.CreateDirectory(project.File("Packages"));
        File.WriteAllText(project.File("Packages/manifest.json"), """{"dependencies":{"com.unity.ugui":"2.0.0"}}""");
        Assert.Equal("2.0.0", (string?)Settings("packages")["dependencies"]!["com.unity.ugui"]);
        File.WriteAllText(project.File("Packages/manifest.json"), "{");
        Assert.Contains("not valid JSON", Project.Refused(() => Settings("packages")).Message);
        Assert.Contains(Settings("player")["layers"]!, layer => (string?)layer["name"] == "UI" && (int)layer["index"]! == 5);
    }

    [Fact]
    public void A_category_that_does_not_exist_names_those_that_do()
    {
        var error = Project.Refused(() => Settings("weather"));
        Assert.Equal(CallErrorCode.InvalidArguments, error.Code);
        Assert.Contains("environment", error.Message);
    }
}
