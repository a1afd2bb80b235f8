namespace Fairlead.Core.Tests;

/// <summary>The contract with every other implementation of the wire.</summary>
public class FixtureTests
{
    private static JArray Link { get; } = JArray.Parse(File.ReadAllText(Repository.At("protocol", "fixtures", "editor-link.json")));

    public static TheoryData<string> Frames => new(Link.Select(f => f.Value<string>("name")!));

    public static TheoryData<string> ToolFiles =>
        new(Directory.GetFiles(Repository.At("protocol", "schemas"), "*.json").Select(path => Path.GetFileName(path)));

    [Theory]
    [MemberData(nameof(Frames))]
    public void Every_frame_reads_as_what_it_is_and_writes_as_it_was(string name)
    {
        var fixture = (JObject)Link.Single(f => f.Value<string>("name") == name);
        var frame = RpcFrame.Parse(fixture["frame"]?.ToString(Newtonsoft.Json.Formatting.None) ?? fixture.Value<string>("text")!);
        Assert.Equal(fixture.Value<string>("kind"), frame.Kind.ToString().ToLowerInvariant());
        var body = frame.Body?.ToString(Newtonsoft.Json.Formatting.None) ?? "";
        var (written, expected) = frame.Kind switch
        {
            RpcFrameKind.Notification => (RpcText.Notification(frame.Method, body), fixture["frame"]!),
            RpcFrameKind.Success => (RpcText.Success(frame.Id!, body), fixture["frame"]!),
            RpcFrameKind.Failure => (RpcText.Failure(frame.Id, frame.ErrorCode, frame.ErrorMessage), fixture["frame"]!),
            RpcFrameKind.Malformed => (RpcText.Failure(frame.Id, frame.ErrorCode, frame.ErrorMessage), fixture["error"]!),
            // Our requests carry text ids; the fixtures' numbers are compared as such.
            _ => (RpcText.Request(frame.Id!.ToString(), frame.Method, body), WithTextId(fixture["frame"]!)),
        };
        AssertSame(expected, written);
    }

    [Fact]
    public void What_the_relay_says_is_understood()
    {
        Assert.Equal(["cnv_01hzexample0000000000000.7"],
            HelloResult.TryRead(Body("the relay welcomes the editor and lets it forget a call"))!.Forget);
        Assert.Equal(["cnv_01hzexample0000000000000.7"], RelayNotifications.TryReadCallIds(Body("the relay takes a call back"))!);
        Assert.Equal(["cnv_01hzexample0000000000000.7"],
            RelayNotifications.TryReadCallIds(Body("the outcome is safe upstream: the journal may drop it"))!);
        Assert.True(RelayNotifications.TryReadWatch(Body("somebody looks on: change events are wanted")));
        var call = Call.TryRead(Body("a call"), out var problem);
        Assert.Equal("", problem);
        AssertSame(Body("a call"), Json.Write(call!.WriteTo));
    }

    [Fact]
    public void The_relays_proof_is_answered_with_the_editors()
    {
        var said = (JObject)Link.Single(f => f.Value<string>("name") == "the relay proves that it knows the token");
        var made = said["proves"]!;
        var proof = new TokenProof(made.Value<string>("token")!, made.Value<string>("editorNonce")!);
        var answer = proof.Answer(RpcFrame.Parse(Json.Write(said["frame"]!)));
        AssertSame(Body("the editor proves it, too"), answer!);
    }

    [Fact]
    public void What_the_editor_says_is_what_the_wire_has()
    {
        var tool = new CustomTool(
            "bake_lighting",
            "Bake the light maps of the open scene.",
            JObject.Parse("""{"type":"object","properties":{"quality":{"enum":["draft","final"]}}}"""));
        var one = new EditorIdentity("/home/ada/Demo", "5c0f6c0e2f4b4d0d9d1c1f2a3b4c5d6e", "6000.3.2f1", 4711, "0.1.0", "unity", [tool]);
        var hello = Body("hello after a domain reload, with a journal and a tool of the project");
        AssertSame(hello, Hello.ParamsJson(one, "b6f0c1f2-4711", 2, Phase.Ready,
            [.. hello["journal"]!.Select(e => e.ToString(Newtonsoft.Json.Formatting.None))]));
        AssertSame(Body("a phase"), PhaseTracker.ParamsJson(Phase.Compiling, "Assembly-CSharp"));
        AssertSame(Body("something changed, while the relay watches"), ChangeFeed.ParamsJson(ChangeScopes.Scene | ChangeScopes.Hierarchy));
        AssertSame(Body("progress of a long call"),
            Verdicts.ProgressJson("cnv_01hzexample0000000000000.7", "Compiling Assembly-CSharp", 0.5));
        AssertSame(
            Body("an outcome that is an error of the tool: still a JSON-RPC result"),
            CallOutcome.Failed(CallErrorCode.NotFound, "There is no object \"/Cub\".", "Use one of the paths in data.nearest.",
            JObject.Parse("""{"nearest":["/Cube"]}""")).ToJson(1.2));
        var picture = new Attachment("screenshot", "image/png", Convert.FromBase64String("iVBORw0KGgo="), 64, 64);
        AssertSame(
            Body("an outcome with a picture"),
            CallOutcome.Ok(JObject.Parse("""{"view":"game","width":64,"height":64,"camera":"/Main Camera"}"""), picture).ToJson(null));
    }

    [Theory]
    [MemberData(nameof(ToolFiles))]
    public void The_arguments_of_every_tool_can_be_read(string file)
    {
        var tool = JObject.Parse(File.ReadAllText(Repository.At("protocol", "schemas", file)));
        foreach (var fixture in tool["examples"]!.Cast<JObject>())
        {
            var message = Desk.CallMessage("r1", "c.1", tool.Value<string>("tool")!, (JObject)fixture["params"]!);
            message["params"]!["argsHash"] = fixture["argsHash"];
            var call = Call.TryRead(RpcFrame.Parse(Json.Write(message)).Body, out var problem);
            Assert.Equal("", problem);
            var arguments = new ToolArguments(call!.Method, call.Arguments);
            if (fixture["params"]!["action"] is { } action) Assert.Equal(action.ToString(), arguments.Action(action.ToString()));
            foreach (var (name, value) in (JObject)fixture["params"]!)
                if (name != "action") AssertSame(value!, ReadAs(arguments, name, value!).ToString(Newtonsoft.Json.Formatting.None));
            arguments.End();
        }
    }

    [Fact]
    public async Task Error_codes_and_phases_are_those_of_the_protocol()
    {
        const string script = """
            const { CallErrorCode, Phase, CLOSE, FINAL_CLOSE_CODES, RPC_ERROR, EDITOR_LINK, ChangeScope } = await import(process.argv[1])
            console.log(JSON.stringify({
                errors: CallErrorCode.options, phases: Phase.options, close: CLOSE, final: [...FINAL_CLOSE_CODES],
                rpc: RPC_ERROR, link: EDITOR_LINK, scopes: ChangeScope.options,
            }))
            """;
        var module = new Uri(Repository.At("protocol", "src", "index.ts")).AbsoluteUri;
        var protocol = JObject.Parse(await Repository.RunNode(["--input-type=module", "-e", script, module]));
        Assert.Equal(protocol["errors"]!.Values<string>().Order(), Enum.GetValues<CallErrorCode>().Select(c => c.WireName()).Order());
        Assert.Equal(protocol["phases"]!.Values<string>().Where(p => p != "gone").Order(),
            Enum.GetValues<Phase>().Select(p => p.WireName()).Order());
        Assert.Equal(
            protocol["final"]!.Values<int>().Order(),
            protocol["close"]!.Select(c => c.First!.Value<int>()).Where(CloseCode.IsFinal).Order());
        foreach (var (name, value) in (JObject)protocol["close"]!) Assert.Equal(value!.Value<int>(), Constant(typeof(CloseCode), name));
        foreach (var (name, value) in (JObject)protocol["rpc"]!) Assert.Equal(value!.Value<int>(), Constant(typeof(RpcErrorCode), name));
        var link = protocol["link"]!;
        Assert.Equal(EditorWire.Version, link.Value<int>("version"));
        Assert.Equal(EditorWire.Subprotocol, link.Value<string>("subprotocol"));
        Assert.Equal(EditorWire.Path, link.Value<string>("path"));
        Assert.Equal(EditorWire.MaxFrameBytes, link.Value<int>("maxFrameBytes"));
        Assert.Equal(EditorWire.MaxMalformedFrames, link.Value<int>("maxMalformedFrames"));
        var every = Enum.GetValues<ChangeScopes>().Aggregate((a, b) => a | b);
        Assert.Equal(protocol["scopes"]!.Values<string>(), JObject.Parse(ChangeFeed.ParamsJson(every))["scopes"]!.Values<string>());
    }

    private static int Constant(Type type, string name) =>
        (int)type.GetField(char.ToUpperInvariant(name[0]) + name[1..], AnyStatic)!.GetRawConstantValue()!;

    private const System.Reflection.BindingFlags AnyStatic =
        System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic;

    private static JToken ReadAs(ToolArguments arguments, string name, JToken value) =>
        value.Type switch
        {
            JTokenType.String => arguments.Text(name),
            JTokenType.Boolean => arguments.Flag(name),
            JTokenType.Integer => arguments.Integer(name),
            JTokenType.Float => arguments.Number(name, double.MinValue, double.MaxValue, 0),
            JTokenType.Object => arguments.Record(name),
            JTokenType.Null => arguments.NullableText(name, "") ?? (JToken)JValue.CreateNull(),
            JTokenType.Array when value.All(v => v.Type == JTokenType.String) => new JArray(arguments.OptionalTexts(name)!),
            JTokenType.Array when value.All(v => v.Type == JTokenType.Object) => new JArray(arguments.Records(name, 0, 1_000)),
            _ => new JArray(((JArray)value).Count == 3 ? arguments.OptionalVector3(name)! : arguments.OptionalColor(name)!),
        };

    private static JToken Body(string name)
    {
        var frame = Link.Single(f => f.Value<string>("name") == name)["frame"]!;
        return frame["params"] ?? frame["result"]!;
    }

    private static JToken WithTextId(JToken frame)
    {
        var copy = (JObject)frame.DeepClone();
        copy["id"] = copy["id"]!.ToString();
        return copy;
    }

    private static void AssertSame(JToken expected, string json) =>
        Assert.True(Equal(expected, JToken.Parse(json)), $"expected {expected.ToString(Newtonsoft.Json.Formatting.None)}\nwritten  {json}");

    private static bool Equal(JToken a, JToken b) =>
        (a, b) switch
        {
            (JObject x, JObject y) => x.Count == y.Count && x.Properties().All(p => y[p.Name] is { } other && Equal(p.Value, other)),
            (JArray x, JArray y) => x.Count == y.Count && x.Zip(y).All(pair => Equal(pair.First, pair.Second)),
            _ when a.Type is JTokenType.Integer or JTokenType.Float =>
                b.Type is JTokenType.Integer or JTokenType.Float && a.Value<double>() == b.Value<double>(),
            _ => JToken.DeepEquals(a, b),
        };
}
