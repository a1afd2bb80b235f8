namespace Fairlead.Core.Tests;

/// <summary>After a crash of the relay, any program may have its port. It gets neither the token nor a word.</summary>
public class ProofTests
{
    private const string Token = FakeFiles.Token;

    /// <summary>First frames that prove nothing, by what they are.</summary>
    private static readonly Dictionary<string, Func<FakeSocket, string>> NoProofs = new()
    {
        ["no JSON"] = _ => "{",
        ["a call"] = _ => Json.Write(Desk.CallMessage("r1", "c.1", "create")),
        ["the welcome"] = _ =>
            """{"jsonrpc":"2.0","id":"hello-1","result":{"protocolVersion":1,"relayVersion":"9","forget":[],"watching":false}}""",
        ["an error"] = _ => """{"jsonrpc":"2.0","id":"hello-1","error":{"code":-32002,"message":"version"}}""",
        ["no params"] = _ => """{"jsonrpc":"2.0","method":"relay.proof"}""",
        ["no proof"] = _ => Proof(("nonce", new string('r', 32))),
        ["no nonce"] = socket => Proof(("proof", Made(socket, Token).Value<string>("proof"))),
        ["texts that are numbers"] = _ => Proof(("nonce", 1), ("proof", 2)),
        ["a request"] = socket =>
        {
            var frame = RelayProof.Frame(Token, socket.Nonce);
            frame["id"] = 1;
            return Json.Write(frame);
        },
        ["another message"] = socket => Json.Write(RelayProof.Frame(Token, socket.Nonce)).Replace("relay.proof", "watch"),
        ["another token"] = socket => Json.Write(RelayProof.Frame(new string('x', 43), socket.Nonce)),
        ["the proof of an earlier connection"] = _ => Json.Write(RelayProof.Frame(Token, new string('e', 32))),
        ["another nonce of the relay"] = socket =>
            Proof(("nonce", new string('s', 32)), ("proof", Made(socket, Token).Value<string>("proof"))),
        ["the proof of a client"] = socket =>
            Proof(("nonce", new string('r', 32)), ("proof", new TokenProof(Token, socket.Nonce).Of("client", new string('r', 32)))),
        ["the editor's nonce sent back"] = socket => Proof(("nonce", socket.Nonce), ("proof", socket.Nonce)),
    };

    public static TheoryData<string> Names => new(NoProofs.Keys);

    [Fact]
    public void Once_the_relay_has_proved_itself_the_editor_does_and_says_hello()
    {
        var desk = new Desk();
        desk.Connect();
        Assert.Equal(["editor.proof", "editor.hello"], desk.Socket.Sent.Take(2).Select(frame => frame.Value<string>("method")));
        var expected = new TokenProof(Token, desk.Socket.Nonce).Of("client", new string('r', 32));
        Assert.Equal(expected, desk.Socket.Sent[0]["params"]!.Value<string>("proof"));
        Assert.DoesNotContain(Token, string.Concat(desk.Socket.Sent));
        Assert.DoesNotContain(Token, desk.Socket.Nonce);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_first_frame_that_is_no_proof_ends_the_connection_unanswered(string what)
    {
        var tool = new FakeTool("create", _ => ToolReply.Ok(null));
        var desk = new Desk(tool);
        var foreign = Dial(desk);
        foreign.Deliver(NoProofs[what](foreign));
        foreign.Deliver(RelayProof.Frame(Token, foreign.Nonce));
        foreign.Deliver(Desk.CallMessage("r2", "c.2", "create"));
        AssertDistrusted(desk, foreign);
        Assert.Empty(tool.Ran);
        // It keeps trying, with another nonce.
        Assert.Equal(2, desk.Connect().Value<long>("connSeq"));
        Assert.NotEqual(foreign.Nonce, desk.Socket.Nonce);
        Assert.Empty(desk.Defects);
    }

    [Fact]
    public void A_binary_frame_is_no_proof()
    {
        var desk = new Desk();
        var foreign = Dial(desk);
        foreign.DeliverBinary();
        AssertDistrusted(desk, foreign);
    }

    [Fact]
    public void A_program_that_says_nothing_gets_nothing_and_is_told_as_no_relay()
    {
        var desk = new Desk();
        var foreign = Dial(desk);
        desk.Clock.NowMs += EditorLink.GreetingTimeoutMs;
        desk.Core.Step();
        AssertDistrusted(desk, foreign);
        desk.Connect();
    }

    /// <summary>An older relay asks for the token, and gets nothing either.</summary>
    [Fact]
    public void An_older_relay_is_waited_for_until_another_one_is_there()
    {
        var desk = new Desk();
        var older = Dial(desk);
        older.PeerClose(CloseCode.Unauthorized);
        Assert.Equal((LinkState.Refused, CloseCode.Unauthorized), (desk.Core.Link.State, desk.Core.Link.LastCloseCode));
        Assert.Empty(older.Sent);
        desk.Files.File = FakeFiles.Make(4711, pid: 101);
        desk.Connect();
    }

    [Theory]
    [InlineData(CloseCode.Lost, CloseCode.Lost)]
    [InlineData(CloseCode.Normal, CloseCode.Unproven)]
    [InlineData(CloseCode.Superseded, CloseCode.Unproven)]
    [InlineData(CloseCode.Unlinked, CloseCode.Unproven)]
    [InlineData(CloseCode.TooLarge, CloseCode.Unproven)]
    public void Close_codes_of_a_program_that_proved_nothing_are_not_believed(int code, int counts)
    {
        var desk = new Desk(new FakeTool("big", _ => ToolReply.Ok(new string('x', EditorLink.LargeOutcomeChars))));
        desk.Connect();
        desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "big"));
        desk.Tick();
        desk.Socket.PeerClose(CloseCode.Restarting);
        Dial(desk).PeerClose(code);
        Assert.Equal((LinkState.Waiting, counts), (desk.Core.Link.State, desk.Core.Link.LastCloseCode));
        Assert.Equal("ok", Assert.Single(desk.Connect()["journal"]!)["outcome"]!.Value<string>("status"));
    }

    private static void AssertDistrusted(Desk desk, FakeSocket foreign)
    {
        Assert.Empty(foreign.Sent);
        Assert.False(foreign.IsOpen);
        Assert.Equal((LinkState.Waiting, CloseCode.Unproven), (desk.Core.Link.State, desk.Core.Link.LastCloseCode));
    }

    /// <summary>A dial that was accepted by a program that has said nothing yet.</summary>
    private static FakeSocket Dial(Desk desk)
    {
        var before = desk.Sockets.Count;
        while (desk.Sockets.Count == before)
        {
            desk.Clock.NowMs += 100;
            desk.Core.Step();
        }
        desk.Socket.Open();
        return desk.Socket;
    }

    private static JToken Made(FakeSocket socket, string token) => RelayProof.Frame(token, socket.Nonce)["params"]!;

    private static string Proof(params (string Name, JToken? Value)[] members) =>
        Json.Write(Desk.Notification("relay.proof", new JObject(members.Select(member => new JProperty(member.Name, member.Value)))));
}
