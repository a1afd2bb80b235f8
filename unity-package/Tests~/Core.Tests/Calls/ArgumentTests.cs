namespace Fairlead.Core.Tests;

/// <summary>A model that erred reads the same sentence from every editor, and learns from it.</summary>
public class ArgumentTests
{
    /// <summary>Tool, arguments, and how the adapters will read that action.</summary>
    private static readonly (string Tool, string Arguments, Action<ToolArguments> Read)[] Cases =
    [
        .. new[] { "{}", "{\"action\":\"jump\"}", "{\"action\":7}" }.Select(a =>
            ("unity_play", a, (Action<ToolArguments>)(x => x.Action("enter", "exit", "pause", "step", "state")))),
        .. new[]
        {
            "{}", "{\"limit\":0}", "{\"limit\":201}", "{\"limit\":1.5}", "{\"limit\":\"5\"}",
                "{\"limit\":9007199254740993}", "{\"limit\":-1e99}",
            "{\"root\":\"\"}", "{\"root\":7,\"max_depth\":true,\"limit\":[],\"cursor\":{}}", "{\"zzz\":1}",
            "{\"zzz\":1,\"yyy\":2,\"limit\":0}",
        }.Select(a => ("unity_query", With("hierarchy", a), (Action<ToolArguments>)(x =>
        {
            x.Action("hierarchy");
            x.OptionalText("root", 1, 1_000);
            x.Integer("max_depth", 1, 20, 3);
            x.Integer("limit", 1, 200, 50);
            x.OptionalText("cursor", 0, 200);
            x.End();
        }))),
        .. new[]
        {
            "{\"position\":[0,\"up\",0]}", "{\"position\":[0,0]}", "{\"position\":[0,0,1,1]}", "{\"position\":{}}",
                "{\"primitive_type\":\"Foo\"}", "{\"primitive_type\":\"cube\",\"name\":-12}", "{\"name\":1.5}",
            "{\"primitive_type\":7,\"position\":[null,[],{}]}", "{\"components\":[1,\"a\"]}", "{\"components\":\"a b\"}",
            "{\"name\":\"" + new string('n', 201) + "\"}",
        }.Select(a => ("unity_hierarchy", With("create", a), (Action<ToolArguments>)(x =>
        {
            x.Action("create");
            x.OptionalText("name", 1, 200);
            x.OptionalChoice("primitive_type", "Empty", "Empty", "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad", "Camera",
                "DirectionalLight", "PointLight", "SpotLight", "Canvas", "Panel", "Image", "Text", "Button", "Toggle", "Slider",
                "InputField");
            x.OptionalText("parent_id", 1, 1_000);
            x.OptionalVector3("position");
            x.OptionalVector3("rotation");
            x.OptionalVector3("scale");
            x.OptionalTexts("components", 16, 0, 200);
            x.End();
        }))),
        .. new[] { "{}", "{\"instance_id\":\"1\",\"parent_id\":7}", "{\"instance_id\":\"1\",\"parent_id\":null,\"sibling_index\":-1}" }
            .Select(a => ("unity_hierarchy", With("reparent", a), (Action<ToolArguments>)(x =>
            {
                x.Action("reparent");
                x.Text("instance_id", 1, 1_000);
                x.NullableText(
                    "parent_id", "Write null, without quotes, for the root of the scene; else an object id or /path.", 1, 1_000);
                x.OptionalInteger("sibling_index", 0);
                x.OptionalFlag("world_position_stays");
                x.End();
            }))),
        .. new[] { "{\"path\":\"Foo/x\"}", "{\"path\":\"\"}", "{}", "{\"path\":\"Assetsx\"}", "{\"path\":7}" }
            .Select(a => ("unity_asset", With("create_folder", a), (Action<ToolArguments>)(x =>
            {
                x.Action("create_folder");
                x.AssetPath("path");
                x.End();
            }))),
        .. new[] { "{\"count\":0,\"filter\":\"x\",\"include_stacks\":\"yes\"}", "{\"count\":1001}" }
            .Select(a => ("read_console_logs", a, (Action<ToolArguments>)(x =>
            {
                x.Integer("count", 1, 1_000, 50);
                x.OptionalChoice("filter", "all", "all", "errors", "warnings");
                x.OptionalText("since", 0, 40);
                x.Flag("include_stacks", false);
                x.End();
            }))),
    ];

    [Fact]
    public async Task Wrong_arguments_are_refused_in_the_registrys_words()
    {
        const string script = """
            import { createInterface } from 'node:readline'
            const { resolveCall } = await import(process.argv[1])
            for await (const line of createInterface({ input: process.stdin })) {
            	const [tool, args] = JSON.parse(line)
            	const r = resolveCall(tool, args)
            	console.log(JSON.stringify(r.ok ? null : r.error))
            }
            """;
        var module = new Uri(Repository.At("protocol", "src", "tools", "index.ts")).AbsoluteUri;
        var input = string.Concat(Cases.Select(c => $"[\"{c.Tool}\",{c.Arguments}]\n"));
        var answers = (await Repository.RunNode(["--input-type=module", "-e", script, module], input))
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(Cases.Length, answers.Length);
        for (var i = 0; i < Cases.Length; i++)
        {
            var (tool, arguments, read) = Cases[i];
            var fault = Record.Exception(() => read(new ToolArguments(tool, (JObject)Json.TryParse(arguments)!)));
            var ours = fault == null ? "null" : JObject.Parse(CallOutcome.Failed(Assert.IsType<ToolFault>(fault).Error)
                .ToJson(null))["error"]!.ToString(Newtonsoft.Json.Formatting.None);
            Assert.True(JToken.DeepEquals(JToken.Parse(answers[i]), JToken.Parse(ours)),
                $"{tool} {arguments}\nhere:  {ours}\nthere: {answers[i]}");
        }
        Assert.True(answers.Count(a => a != "null") > 20);
    }

    [Theory]
    [InlineData("Mass", "mass")]
    [InlineData("gravity", "useGravity")]
    [InlineData("linearDampning", "linearDamping")]
    [InlineData("angular_damping", "angularDamping")]
    public void A_misspelt_name_is_answered_with_the_one_that_was_meant(string wanted, string meant) =>
        Assert.Equal(meant, Nearest.Of(wanted, ["mass", "linearDamping", "angularDamping", "useGravity", "isKinematic"])[0]);

    private static string With(string action, string arguments)
    {
        var json = (JObject)Json.TryParse(arguments)!;
        json.AddFirst(new JProperty("action", action));
        return json.ToString(Newtonsoft.Json.Formatting.None);
    }
}
