namespace Fairlead.Editor.Tests;

/// <summary>A package that was added or not added must be told as it is, also when Unity reloads before it says so.</summary>
public sealed class PackagesTests
{
    private const string Name = "com.unity.cinemachine";

    [Fact]
    public async Task Packages_are_listed_searched_added_and_removed()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        Assert.DoesNotContain(Name, await Installed(relay));
        var found = await relay.Ok("unity_packages", """{"action":"search","search_query":"cinemachine"}""");
        Assert.Contains(Name, found["packages"]!.Select(package => (string)package["name"]!));
        var added = (JObject)(await relay.Ok("unity_packages", $$"""{"action":"add","package_id":"{{Name}}"}"""))["package"]!;
        Assert.Equal(["name", "version", "displayName", "source"], added.Properties().Select(p => p.Name));
        Assert.Equal((Name, "registry"), ((string)added["name"]!, (string)added["source"]!));
        Assert.Contains(Name, await Installed(relay));
        Assert.Contains($"\"{Name}\"", await File.ReadAllTextAsync(Path.Combine(host.Project, "Packages/manifest.json")));
        Assert.Equal(Name, (string?)(await relay.Ok("unity_packages", $$"""{"action":"remove","package_id":"{{Name}}"}"""))["removed"]);
        Assert.DoesNotContain(Name, await Installed(relay));
        // In the order of names, so that two lists can be compared.
        var names = await Installed(relay);
        Assert.Equal(names.Order(StringComparer.Ordinal), names);
    }

    [Fact]
    public async Task What_cannot_be_says_why_and_changes_nothing()
    {
        await using var relay = new TestRelay();
        await using var host = await HostProcess.Start(relay);
        var manifest = Path.Combine(host.Project, "Packages/manifest.json");
        var before = await File.ReadAllTextAsync(manifest);
        var unknown = await relay.Fails("unity_packages", """{"action":"add","package_id":"com.unity.cinemachin"}""", "not_found");
        Assert.Contains("unity_packages search", (string)unknown["hint"]!);
        var missing = await relay.Fails("unity_packages", """{"action":"remove","package_id":"com.unity.test-framewrk"}""", "not_found");
        Assert.Equal("com.unity.test-framework", (string?)missing["data"]!["nearest"]![0]);
        await relay.Fails("unity_packages", """{"action":"add"}""", "invalid_arguments");
        await relay.Fails("unity_packages", """{"action":"search","search_query":""}""", "invalid_arguments");
        await relay.Fails("unity_packages", """{"action":"list","all":true}""", "invalid_arguments");
        await relay.Ok("unity_play", """{"action":"enter"}""");
        await relay.Fails("unity_packages", $$"""{"action":"add","package_id":"{{Name}}"}""", "in_play_mode");
        await relay.Fails("unity_packages", """{"action":"remove","package_id":"com.unity.ugui"}""", "in_play_mode");
        Assert.Equal(before, await File.ReadAllTextAsync(manifest));
    }

    private static async Task<string[]> Installed(TestRelay relay) =>
        [.. (await relay.Ok("unity_packages", """{"action":"list"}"""))["packages"]!.Select(package => (string)package["name"]!)];
}
