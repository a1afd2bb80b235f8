using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.History;
using Fairlead.Editor.Measuring;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Queries;
using Fairlead.Editor.Viewport;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Tests.Objects;

/// <summary>The engine is one per process: tests that use it take turns.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class EngineCollection
{
    public const string Name = "engine";
}

/// <summary>
/// An empty scene, and the object tools carried out as the call desk does: each call between the watcher's begin and end.
/// </summary>
internal sealed class Desk
{
    private readonly Dictionary<string, AgentTool> tools = new();
    private readonly UndoSteps steps;
    private int calls;

    internal Desk()
    {
        foreach (var scene in SceneTable.All.ToArray()) SceneTable.Remove(scene);
        Selection.Put([]);
        Undo.ClearAll();
        Scene = SceneTable.Add("SampleScene", "Assets/Scenes/SampleScene.unity");
        SceneTable.Active = Scene;
        Ledger = new UndoLedger(State);
        steps = new UndoSteps(Ledger, _ => false);
        var hierarchy = new HierarchyTool();
        var components = new ComponentTool();
        Core = new EditorCore(
            new EditorIdentity("/project", new string('0', 32), "6000.3.0f1", 1, "0.1.0", "dotnet"),
            State,
            new EditorPorts(new NoRelay()));
        var query = new QueryTool(Core);
        foreach (var tool in new AgentTool[] { hierarchy, components, query, new BatchTool(
            query, hierarchy, components), new UndoTool(Ledger), new HistoryTool(Ledger), new PhysicsTool(), new ViewportTool() })
            tools.Add(tool.Name, tool);
    }

    internal SceneData Scene { get; }

    internal MemoryState State { get; } = new();

    internal UndoLedger Ledger { get; }

    internal EditorCore Core { get; }

    /// <summary>The outcome, whatever it is.</summary>
    internal CallOutcome Call(string tool, string args, string? step = null, string stepName = "Fairlead: a step")
    {
        var arguments = JObject.Parse(args);
        var record = new CallRecord("c", "", tools[tool].MayRunAgain(arguments), 0);
        var asked = new Call($"c{++calls}", tool, arguments, new string('0', 64), 30_000, Group(step, stepName));
        var call = new ToolCall(null!, record, asked, 0);
        steps.Begins(call);
        CallOutcome outcome;
        try
        {
            outcome = tools[tool].Run(call).Outcome!;
        }
        catch (ToolFault fault)
        {
            outcome = CallOutcome.Failed(fault.Error);
        }
        steps.Ends(call, outcome);
        return outcome;
    }

    /// <summary>A call that is answered later; <paramref name="meanwhile"/> happens before.</summary>
    internal void Wait(string tool, string step, Action meanwhile)
    {
        var asked = new Call($"c{++calls}", tool, [], new string('0', 64), 30_000, Group(step, step));
        var call = new ToolCall(null!, new CallRecord("c", "", false, 0), asked, 0);
        steps.Begins(call);
        steps.Waits(call);
        meanwhile();
        steps.Ends(call, CallOutcome.Ok(new JObject()));
    }

    private static UndoGroup? Group(string? id, string name) =>
        id == null ? null : UndoGroup.TryRead(new JObject { ["id"] = id, ["name"] = name });

    /// <summary>The result of a call that must succeed.</summary>
    internal JObject Ok(string tool, string args, string? step = null, string stepName = "Fairlead: a step")
    {
        var outcome = Call(tool, args, step, stepName);
        Assert.True(outcome.Error == null, outcome.Error?.Message);
        return (JObject)outcome.Result!;
    }

    /// <summary>The error of a call that must fail.</summary>
    internal CallError Fails(string tool, string args, CallErrorCode code, string? step = null)
    {
        var outcome = Call(tool, args, step);
        Assert.NotNull(outcome.Error);
        Assert.Equal((code, outcome.Error.Message), (outcome.Error.Code, outcome.Error.Message));
        return outcome.Error;
    }

    internal static GameObject? Find(string path) => ScenePaths.Find(path).SingleOrDefault();
}

/// <summary>No relay runs.</summary>
internal sealed class NoRelay : IRelayFileSource
{
    public RelayFile? Read() => null;
}

internal sealed class MemoryState : ISessionState
{
    private readonly Dictionary<string, string> values = new();

    public string? Get(string key) => values.GetValueOrDefault(key);

    public void Set(string key, string value) => values[key] = value;

    public void Erase(string key) => values.Remove(key);
}
