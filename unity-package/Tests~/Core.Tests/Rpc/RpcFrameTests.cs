using System.Text;

namespace Fairlead.Core.Tests;

/// <summary>If the two ends read a frame differently, calls are lost or refused for no reason.</summary>
public class RpcFrameTests
{
    [Theory]
    [InlineData("{'jsonrpc':'2.0'}")]
    [InlineData("{\"a\":1,}")]
    [InlineData("[1,]")]
    [InlineData("{\"a\":NaN}")]
    [InlineData("{\"a\":01}")]
    [InlineData("{\"a\":+1}")]
    [InlineData("{\"a\":.5}")]
    [InlineData("{\"a\":0x10}")]
    [InlineData("{a:1}")]
    [InlineData("/* note */{}")]
    [InlineData("{} {}")]
    [InlineData("\"tab\there\"")]
    [InlineData("\"\\x\"")]
    [InlineData("")]
    [InlineData("\uFEFF{}")]
    [InlineData("-")]
    [InlineData("truefalse")]
    public void What_only_Newtonsoft_takes_for_JSON_is_refused(string text)
    {
        Assert.Null(Json.TryParse(text));
        Assert.Equal(RpcErrorCode.Parse, RpcFrame.Parse(text).ErrorCode);
    }

    [Fact]
    public void Nesting_is_bounded_instead_of_ending_the_editor()
    {
        Assert.NotNull(Json.TryParse(new string('[', 128) + new string(']', 128)));
        Assert.Null(Json.TryParse(new string('[', 129) + new string(']', 129)));
        Assert.Null(Json.TryParse(new string('[', 1_000_000)));
    }

    [Fact]
    public void Text_that_looks_like_a_date_stays_as_it_came()
    {
        const string text = "{\"at\":\"2026-11-21T10:00:00+02:00\"}";
        Assert.Equal(text, Json.Write(Json.TryParse(text)!));
    }

    [Fact]
    public void Numbers_that_JSON_does_not_have_do_not_break_the_frame()
    {
        var text = Json.Write(new JObject { ["x"] = double.NaN, ["y"] = double.PositiveInfinity });
        Assert.NotNull(Json.TryParse(text));
    }

    [Fact]
    public async Task Both_ends_classify_every_frame_alike()
    {
        var frames = Mutations(seed: 20261121, count: 3_000).ToList();
        const string script = """
            import { createInterface } from 'node:readline'
            const { parseFrame } = await import(process.argv[1])
            for await (const line of createInterface({ input: process.stdin })) {
            	const f = parseFrame(JSON.parse(line))
            	const m = f.kind === 'malformed' ? f : f.message
            	const what = f.kind === 'malformed' ? f.error.code : (m.method ?? m.error?.code ?? null)
            	console.log(JSON.stringify([f.kind, m.id ?? null, what, f.error?.message ?? null]))
            }
            """;
        var module = new Uri(Repository.At("protocol", "src", "wire", "json-rpc.ts")).AbsoluteUri;
        var output = await Repository.RunNode(
            ["--input-type=module", "-e", script, module],
            string.Concat(frames.Select(frame => JValue.CreateString(frame).ToString(Newtonsoft.Json.Formatting.None) + "\n")));
        var theirs = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(frames.Count, theirs.Length);
        for (var i = 0; i < frames.Count; i++)
        {
            var frame = RpcFrame.Parse(frames[i]);
            JToken detail = frame.Kind switch
            {
                RpcFrameKind.Malformed or RpcFrameKind.Failure => frame.ErrorCode,
                RpcFrameKind.Success => JValue.CreateNull(),
                _ => frame.Method,
            };
            var ours = new JArray(
                frame.Kind.ToString().ToLowerInvariant(),
                frame.Id ?? JValue.CreateNull(),
                detail,
                frame.Kind == RpcFrameKind.Malformed ? frame.ErrorMessage : JValue.CreateNull());
            Assert.True(Same(ours, JToken.Parse(theirs[i])),
                $"{frames[i]}\nhere:  {ours.ToString(Newtonsoft.Json.Formatting.None)}\nthere: {theirs[i]}");
        }
        Assert.True(theirs.Count(line => line.StartsWith("[\"malformed", StringComparison.Ordinal)) is > 500 and < 2_900);
    }

    /// <summary>1 and 1.0 are the same JSON number.</summary>
    private static bool Same(JToken a, JToken b) =>
        a is JArray left && b is JArray right
            ? left.Count == right.Count && left.Zip(right).All(pair => Same(pair.First, pair.Second))
            : a.Type is JTokenType.Integer or JTokenType.Float && b.Type is JTokenType.Integer or JTokenType.Float
                ? a.Value<double>() == b.Value<double>()
                : JToken.DeepEquals(a, b);

    /// <summary>The fixtures' frames, with characters dropped, doubled and swapped, and members replaced.</summary>
    internal static IEnumerable<string> Mutations(int seed, int count)
    {
        var random = new Random(seed);
        var fixtures = JArray.Parse(File.ReadAllText(Repository.At("protocol", "fixtures", "editor-link.json")));
        var texts = fixtures.Select(f => f["frame"]?.ToString(Newtonsoft.Json.Formatting.None) ?? f.Value<string>("text")!).ToList();
        string[] names = ["jsonrpc", "id", "method", "params", "result", "error"];
        string[] values = ["null", "\"\"", "7", "7.0", "7.5", "9007199254740993", "-1", "[]", "{}", "true", "\"2.0\"",
            "{\"code\":1,\"message\":\"m\"}", "{\"code\":1.5,\"message\":\"m\"}"];
        for (var i = 0; i < count; i++)
        {
            var text = new StringBuilder(texts[random.Next(texts.Count)]);
            if (random.Next(2) == 0 && Json.TryParse(text.ToString()) is JObject message)
            {
                var name = names[random.Next(names.Length)];
                if (random.Next(4) == 0) message.Remove(name);
                else message[name] = Json.TryParse(values[random.Next(values.Length)]);
                text = new StringBuilder(Json.Write(message));
            }
            else
            {
                for (var n = random.Next(1, 3); n > 0; n--)
                {
                    var at = random.Next(text.Length);
                    if (random.Next(3) == 0) text.Remove(at, Math.Min(text.Length - at, random.Next(1, 20)));
                    else if (random.Next(2) == 0) text.Insert(at, "{}[]\",:0-.e\\u \n\t/'"[random.Next(18)]);
                    else text[at] = "{}[]\",:0-.e\\u \n\t/'"[random.Next(18)];
                    if (text.Length == 0) text.Append('x');
                }
            }
            yield return text.ToString();
        }
    }
}
