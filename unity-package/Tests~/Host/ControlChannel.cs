using Fairlead.Faults;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Host;

/// <summary>
/// Commands of a test, one JSON object per line on standard input; every one is answered with one line on
/// standard output that repeats its id. README.md lists them.
/// </summary>
internal sealed class ControlChannel(HeadlessEditor editor, HostControl control, Action<JObject> write)
{
    /// <summary>Reads until standard input ends, which ends the editor: no orphan outlives its test.</summary>
    public async Task Run(TextReader input)
    {
        while (await input.ReadLineAsync() is { } line)
        {
            if (line.Trim().Length == 0) continue;
            // A command may wait (for a dialog to stand, for a tick): the next one need not.
            _ = Answer(line);
        }
        EditorLoop.RequestExit(0);
        control.CloseDialog();
    }

    private async Task Answer(string line)
    {
        JToken? id = null;
        try
        {
            var command = JObject.Parse(line);
            id = command["id"];
            var result = await Carry(command);
            write(new JObject { ["event"] = "done", ["id"] = id, ["result"] = result });
        }
        catch (Exception e)
        {
            write(new JObject { ["event"] = "failed", ["id"] = id, ["message"] = e.Message });
        }
    }

    /// <summary>Waits until nothing compiles or reloads any more.</summary>
    private async Task<JToken?> Settled()
    {
        while (await editor.OnMainThread(() => EditorApplication.isCompiling)) await Task.Yield();
        return await editor.OnMainThread<JToken?>(() => new JObject
        {
            ["failed"] = EditorUtility.scriptCompilationFailed,
            ["domain"] = UnityEngine.ScriptDomain.Generation,
        });
    }

    private async Task<JToken?> Carry(JObject command)
    {
        switch ((string?)command["do"])
        {
            case "fault":
                control.Faults.Add(Fault.Parse((string?)command["fault"] ?? ""));
                return null;
            case "clear-faults":
                control.Faults.Clear();
                return null;
            case "open-dialog":
                await Task.Run(() => control.OpenDialog((string?)command["title"] ?? "Dialog", null));
                return null;
            case "close-dialog":
                control.CloseDialog();
                return null;
            case "freeze":
                editor.Freeze((int?)command["ms"] ?? 0);
                return null;
            case "focus":
                return await editor.OnMainThread<JToken?>(() =>
                {
                    EditorLoop.SetFocus((bool?)command["on"] ?? true);
                    return null;
                });
            case "advance":
                return await editor.OnMainThread<JToken?>(() =>
                {
                    editor.Advance((double?)command["seconds"] ?? 0);
                    return null;
                });
            case "refresh":
                await editor.OnMainThread<JToken?>(() =>
                {
                    AssetDatabase.Refresh();
                    return null;
                });
                return await Settled();
            case "reload":
                await editor.OnMainThread<JToken?>(() =>
                {
                    EditorUtility.RequestScriptReload();
                    return null;
                });
                return await Settled();
            case "executions":
                var (byCallId, byMethod) = control.Executions.Read();
                return new JObject
                {
                    ["total"] = byCallId.Values.Sum(),
                    ["byCallId"] = JObject.FromObject(byCallId),
                    ["byMethod"] = JObject.FromObject(byMethod),
                };
            case "state":
                return await editor.OnMainThread<JToken?>(() => new JObject
                {
                    ["ticks"] = EditorLoop.Ticks,
                    ["isCompiling"] = EditorApplication.isCompiling,
                    ["isPlaying"] = EditorApplication.isPlaying,
                    ["compiles"] = ScriptCompilation.Count,
                    ["domain"] = UnityEngine.ScriptDomain.Generation,
                    ["leakedDomains"] = editor.Domains.Leaked(),
                });
            case "crash":
                HostControl.Crash();
                return null;
            case "quit":
                EditorLoop.RequestExit(0);
                control.CloseDialog();
                return null;
            default:
                throw new FormatException(
                    "\"do\" is one of: fault, clear-faults, open-dialog, close-dialog, freeze, focus, advance, refresh, reload, "
                    + "executions, state, crash, quit.");
        }
    }
}
