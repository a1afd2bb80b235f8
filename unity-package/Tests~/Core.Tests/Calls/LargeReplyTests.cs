using System.Security.Cryptography;

namespace Fairlead.Core.Tests;

/// <summary>A result that fits no frame is not lost where the relay takes files.</summary>
public sealed class LargeReplyTests : IDisposable
{
    private const int TooMany = 8 * 1024 * 1024;
    private readonly string folder = Directory.CreateTempSubdirectory("fairlead-replies-").FullName;

    public void Dispose() => Directory.Delete(folder, true);

    private Desk Big(JToken? replies)
    {
        var desk = new Desk(new FakeTool("big", call => ToolReply.Ok(new string('ä', call.Arguments.Value<int>("n"))))) { Replies =
            replies };
        desk.Connect();
        return desk;
    }

    private static void Ask(Desk desk, string rpcId, string callId = "c.1")
    {
        desk.Socket.Deliver(Desk.CallMessage(rpcId, callId, "big", new JObject { ["n"] = TooMany }));
        desk.Tick(1_000);
    }

    private JObject Folder(long maxBytes = 64 * 1024 * 1024) => new() { ["folder"] = folder, ["maxBytes"] = maxBytes };

    [Fact]
    public void It_goes_by_file_whole_and_with_its_hash()
    {
        var desk = Big(Folder());
        Ask(desk, "r1");
        var stored = desk.Outcome("r1")!;
        Assert.Equal("stored", stored.Value<string>("status"));
        var name = stored.Value<string>("file")!;
        Assert.Matches("^[A-Za-z0-9_-]{1,64}\\.json$", name);
        var bytes = File.ReadAllBytes(Path.Combine(folder, name));
        Assert.Equal(bytes.Length, stored.Value<int>("bytes"));
        Assert.Equal(Convert.ToHexStringLower(SHA256.HashData(bytes)), stored.Value<string>("sha256"));
        var outcome = JObject.Parse(System.Text.Encoding.UTF8.GetString(bytes));
        Assert.Equal("ok", outcome.Value<string>("status"));
        Assert.Equal(TooMany, outcome.Value<string>("result")!.Length);
        Assert.Equal([name], Directory.GetFiles(folder).Select(Path.GetFileName));
    }

    [Fact]
    public void Asked_again_and_after_a_reload_it_is_the_same_file()
    {
        var desk = Big(Folder());
        Ask(desk, "r1");
        Ask(desk, "r2");
        Assert.Equal(desk.Outcome("r1")!.ToString(), desk.Outcome("r2")!.ToString());
        var stored = desk.Outcome("r1")!;
        desk.Reload();
        var entry = Assert.Single((JArray)desk.Connect()["journal"]!);
        Assert.Equal(stored.ToString(), entry["outcome"]!.ToString());
        Assert.Single(Directory.GetFiles(folder));
    }

    [Fact]
    public void Where_the_relays_folder_is_a_link_nothing_that_lies_there_is_touched()
    {
        var others = Directory.CreateTempSubdirectory("fairlead-others-").FullName;
        try
        {
            var mine = Path.Combine(others, "mine.json");
            File.WriteAllText(mine, "mine");
            var link = Path.Combine(folder, "link");
            Directory.CreateSymbolicLink(link, others);
            var desk = Big(new JObject { ["folder"] = link, ["maxBytes"] = 64 * 1024 * 1024 });
            for (var i = 1; i <= 3; i++) Ask(desk, $"r{i}", $"c.{i}");
            desk.Reload();
            desk.Connect();
            Assert.Equal("mine", File.ReadAllText(mine));
        }
        finally
        {
            Directory.Delete(others, true);
        }
    }

    [Theory]
    [InlineData("none")]
    [InlineData("too small")]
    [InlineData("gone")]
    [InlineData("no path")]
    [InlineData("no folder")]
    public void Where_no_file_can_go_it_is_too_large_and_nothing_else_suffers(string why)
    {
        File.WriteAllText(Path.Combine(folder, "file"), "");
        var desk = Big(why switch
        {
            "too small" => Folder(1_000),
            "gone" => new JObject { ["folder"] = Path.Combine(folder, "gone"), ["maxBytes"] = 64 * 1024 * 1024 },
            "no path" => new JObject { ["folder"] = "replies", ["maxBytes"] = 64 * 1024 * 1024 },
            "no folder" => new JObject { ["folder"] = Path.Combine(folder, "file"), ["maxBytes"] = 64 * 1024 * 1024 },
            _ => null,
        });
        Ask(desk, "r1");
        var error = desk.Outcome("r1")!["error"]!;
        Assert.Equal("too_large", error.Value<string>("code"));
        Assert.True(error["data"]!.Value<bool>("executed"));
        Assert.Single(Directory.GetFiles(folder));
        Assert.True(desk.Socket.IsOpen);
    }
}
