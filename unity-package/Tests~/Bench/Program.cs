using System.Diagnostics;
using Fairlead.Bench;
using Fairlead.Core;
using Fairlead.Editor;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;

// The budget that the package gives its calls in each tick.
const double BudgetMs = 8;
const int IdleTicks = 20_000;
const int Calls = 1_000;
const int ConnectTimeoutMs = 30_000;

EditorLoop.Begin();
var socket = new MemorySocket();
var identity = new EditorIdentity("/bench", new string('0', 32), "6000.3.2f1", 1, "bench", "dotnet");
var core = new EditorCore(identity, new MemoryState(), new EditorPorts(new MemoryFiles()) { NewSocket = () => socket });
core.Register(new SpinTool());
using var events = new EditorEventSource(core);
core.Start();
using var thread = new LinkThread(core, e => Console.Error.WriteLine(e));
var patience = Stopwatch.StartNew();
while (core.Link.State != LinkState.Connected)
{
    if (patience.ElapsedMilliseconds > ConnectTimeoutMs) throw new TimeoutException("The bench's own relay did not greet.");
    Tick();
    Thread.Sleep(1);
}

// What the package does in each of the editor's updates.
void Tick()
{
    events.Poll();
    core.Tick(BudgetMs);
}

for (var i = 0; i < 1_000; i++) Tick();
var before = GC.GetAllocatedBytesForCurrentThread();
var idle = Stopwatch.StartNew();
for (var i = 0; i < IdleTicks; i++) Tick();
idle.Stop();
var idleBytes = GC.GetAllocatedBytesForCurrentThread() - before;

for (var i = 0; i < Calls; i++) socket.Call(i);
var ticks = new List<double>();
var drain = Stopwatch.StartNew();
while (socket.Answers < Calls)
{
    var begun = Stopwatch.GetTimestamp();
    Tick();
    ticks.Add(Stopwatch.GetElapsedTime(begun).TotalMilliseconds);
}
drain.Stop();
core.Dispose();
ticks.Sort();

Console.WriteLine(new JObject
{
    ["idleBytesPerTick"] = (double)idleBytes / IdleTicks,
    ["idleMicrosecondsPerTick"] = idle.Elapsed.TotalMicroseconds / IdleTicks,
    ["idleTicks"] = IdleTicks,
    ["calls"] = Calls,
    ["budgetMs"] = BudgetMs,
    ["callMs"] = SpinTool.CallMs,
    ["drainTicks"] = ticks.Count,
    ["drainMs"] = drain.Elapsed.TotalMilliseconds,
    ["longestTickMs"] = ticks[^1],
    ["medianTickMs"] = ticks[ticks.Count / 2],
    ["ticksAboveBudget"] = ticks.Count(ms => ms > BudgetMs + 1),
}.ToString(Formatting.None));
