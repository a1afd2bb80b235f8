using Fairlead.Core;
using Fairlead.Editor.Windows;

namespace Fairlead.Editor.Tests.Services;

/// <summary>The window starts programs and opens pages on a user's machine: they must be the expected ones.</summary>
public sealed class WindowTests : IDisposable
{
    private readonly string home = Directory.CreateTempSubdirectory("fairlead-window-").FullName;

    public void Dispose() => Directory.Delete(home, true);

    [Fact]
    public void The_relay_starts_in_a_terminal_on_every_system()
    {
        var windows = RelayTerminal.Starts(Desktop.Windows, "fairlead up", @"C:\My Game", _ => "").Single();
        Assert.Equal("/k fairlead up", windows.Arguments);
        Assert.Equal(@"C:\My Game", windows.WorkingDirectory);

        var script = "";
        RelayTerminal.Starts(Desktop.MacOS, "fairlead up", "/Users/me/It's mine", text => (script = text, "/tmp/x.command").Item2).Single();
        Assert.Equal("#!/bin/sh\ncd '/Users/me/It'\\''s mine'\nfairlead up\n", script);

        var linux = RelayTerminal.Starts(Desktop.Linux, "fairlead up", "/home/me/My Game", _ => "").ToList();
        Assert.Equal("x-terminal-emulator", linux[0].FileName);
        Assert.All(linux, start => Assert.EndsWith("""
            "-lc" "cd '/home/me/My Game'; fairlead up; exec \"$SHELL\""
            """, start.Arguments));
    }

    [Fact]
    public void A_package_from_a_clone_knows_the_command_and_another_one_offers_none_that_fails()
    {
        var package = Directory.CreateDirectory(Path.Combine(home, "unity-package")).FullName;
        Assert.Null(ClonedRelay.CommandFor(package));
        Directory.CreateDirectory(Path.Combine(home, "relay-cli"));
        File.WriteAllText(Path.Combine(home, "relay-cli", "package.json"), "{}");
        Assert.Equal($"npm --prefix \"{home}\" run fairlead -- up", ClonedRelay.CommandFor(package));
        Assert.Null(ClonedRelay.CommandFor(""));
        Assert.Null(ClonedRelay.CommandFor(null));
        // Unity keeps a package from a Git URL there.
        Assert.Null(ClonedRelay.CommandFor(Path.Combine(home, "Library", "PackageCache", "com.fairlead.editor@1234")));
    }

    [Fact]
    public void The_cloud_project_of_this_folder_is_found_and_no_other()
    {
        Links("{ \"/game/a\": { \"server\": \"https://fairlead.example/\", \"projectId\": \"p1\", \"token\": \"secret\" } }");
        Assert.Equal("https://fairlead.example/p/p1", CloudProject.Find(home, "/game/a/")?.Url);
        Assert.Null(CloudProject.Find(home, "/game/b"));
    }

    [Theory]
    [InlineData("not JSON")]
    [InlineData("[]")]
    [InlineData("{ \"/game/a\": 5 }")]
    [InlineData("{ \"/game/a\": { \"server\": \"file:///etc/passwd\", \"projectId\": \"p1\" } }")]
    public void A_damaged_file_opens_nothing(string text)
    {
        Links(text);
        Assert.Null(CloudProject.Find(home, "/game/a"));
    }

    [Fact]
    public void A_paused_editor_says_so_whatever_the_connection_is() =>
        Assert.Equal("Paused", WindowText.Connection(null, true).Title);

    [Fact]
    public void An_older_relay_is_said_and_what_to_do()
    {
        var (title, advice, isGood) = WindowText.Connection(new LinkStatus(LinkState.Refused, 4711, 1, CloseCode.Unauthorized), false);
        Assert.Equal(("Rejected", false), (title, isGood));
        Assert.Contains("token", advice);
        Assert.Contains("Update the relay", advice);
    }

    [Theory]
    [InlineData(LinkState.Waiting)]
    [InlineData(LinkState.Connecting)]
    public void Another_program_on_the_port_is_said_and_what_to_do(LinkState state)
    {
        var (title, advice, isGood) = WindowText.Connection(new LinkStatus(state, 4711, 1, CloseCode.Unproven), false);
        Assert.Equal(("Relay not running", false), (title, isGood));
        Assert.Contains("Another program has port 4711", advice);
        Assert.Contains("Start the relay", advice);
    }

    private void Links(string text) => File.WriteAllText(Path.Combine(home, "links.json"), text);
}
