using System.Globalization;

namespace Fairlead.Core.Tests;

/// <summary>
/// Unity runs in the user's language. What goes over the wire must not: a comma in a number, a Thai year or a dotless i breaks every call.
/// </summary>
public class CultureTests
{
    [Theory]
    [InlineData("tr-TR")]
    [InlineData("de-DE")]
    [InlineData("ar-SA")]
    [InlineData("th-TH")]
    [InlineData("fa-IR")]
    public void Numbers_dates_and_names_are_the_wires_in_every_language(string name)
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = new CultureInfo(name);
            var tool = new FakeTool("unity_inspect", call =>
            {
                var arguments = new ToolArguments(call.Method, call.Arguments);
                return ToolReply.Ok(new JObject { ["half"] = arguments.Number("half", -10, 10, 0), ["many"] = arguments.Integer("many") });
            });
            var desk = new Desk(tool);
            desk.Connect();
            desk.Socket.Deliver(Desk.CallMessage("r1", "c.1", "unity_inspect", JObject.Parse("""{"half":-0.5,"many":1234567}""")));
            desk.Core.Phases.SetImporting(true);
            desk.Core.Step();
            Assert.Equal("importing", desk.Socket.Requests("editor.phase").Last()["params"]!.Value<string>("phase"));
            desk.Core.Phases.SetImporting(false);
            desk.Tick();
            Assert.Equal("""{"half":-0.5,"many":1234567}""", desk.Outcome("r1")!["result"]!.ToString(Newtonsoft.Json.Formatting.None));

            desk.Core.Console.Add(LogKind.Exception, "line");
            desk.Reload();
            var line = desk.Core.Console.Read(1, LogFilter.Errors, null, false)["logs"]![0]!;
            Assert.Equal("exception", line.Value<string>("type"));
            Assert.Equal(desk.Clock.UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture),
                line["timestamp"]!.ToString());
            // A call that is settled keeps its place, a connection its number, over a reload.
            desk.Connect();
            desk.Socket.Deliver(Desk.CallMessage("r2", "c.1", "unity_inspect", JObject.Parse("""{"half":-0.5,"many":1234567}""")));
            desk.Tick();
            Assert.Single(tool.Ran);
            Assert.Equal(2, desk.Core.Link.ConnSeq);
            Assert.Empty(desk.Defects);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }
}
