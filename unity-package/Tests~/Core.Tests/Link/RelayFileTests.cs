namespace Fairlead.Core.Tests;

/// <summary>The editor looks for the relay where the relay says it is.</summary>
public sealed class RelayFileTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("fairlead-").FullName;

    public void Dispose() => Directory.Delete(folder, true);

    [Fact]
    public void The_folder_is_FAIRLEAD_HOME_or_in_the_users_home()
    {
        Assert.Equal(Path.Combine(folder, ".fairlead"), RelayHome.Folder(null, folder));
        Assert.Equal(Path.Combine(folder, ".fairlead"), RelayHome.Folder("", folder));
        Assert.Equal(Path.GetFullPath("somewhere"), RelayHome.Folder("somewhere", folder));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{\"port\":4711,")]
    [InlineData("[]")]
    [InlineData("{\"port\":0,\"token\":\"0123456789abcdef0123456789abcdef\",\"pid\":1}")]
    [InlineData("{\"port\":4711,\"token\":\"short\",\"pid\":1}")]
    [InlineData("{\"port\":4711,\"token\":\"0123456789abcdef0123456789ab\\r\\nX: y\",\"pid\":1}")]
    [InlineData("{\"port\":4711,\"token\":\"0123456789abcdef0123456789abcdef\"}")]
    public void A_file_that_is_half_written_or_no_relay_file_counts_as_none(string text)
    {
        File.WriteAllText(RelayHome.FileIn(folder), text);
        using var watch = new RelayFileWatch(folder, () => { });
        Assert.Null(watch.Read());
    }

    [Fact]
    public async Task A_relay_that_starts_is_noticed()
    {
        var noticed = new TaskCompletionSource<bool>();
        using var watch = new RelayFileWatch(folder, () => noticed.TrySetResult(true));
        Assert.Null(watch.Read());
        var temporary = Path.Combine(folder, "relay.json.tmp");
        File.WriteAllText(temporary, """{"port":4711,"token":"0123456789abcdef0123456789abcdef","pid":7,"version":"0.1.0"}""");
        File.Move(temporary, RelayHome.FileIn(folder));
        await noticed.Task.WaitAsync(TimeSpan.FromSeconds(30));
        Assert.Equal(4711, watch.Read()!.Port);
    }

    [Fact]
    public void A_folder_that_is_not_there_yet_is_no_error()
    {
        using var watch = new RelayFileWatch(Path.Combine(folder, "later"), () => { });
        Assert.Null(watch.Read());
    }
}
