using System.Diagnostics;
using Fairlead.Bench;
using Fairlead.Core;
using Fairlead.Editor.Bootstrap;
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
var clock = new CallClock();
var identity = new EditorIdentity("/bench", new string('0', 32), "6000.3.2f1", 1, "bench", "dotnet");
var core = new EditorCore(identity, new MemoryState(), new EditorPorts(new MemoryFiles()) { Clock = clock, NewSocket = () => socket });
core.Register(new SpendTool(clock));
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

// The package's work in each of the editor's updates.
void Tick()
{
    events.Poll();
    core.Tick(BudgetMs);
}

for (var i = 0; i < 1_000; i++) Tick();
var idle = Stopwatch.StartNew();
var before = GC.GetAllocatedBytesForCurrentThread();
for (var i = 0; i < IdleTicks; i++) Tick();
var idleBytes = GC.GetAllocatedBytesForCurrentThread() - before;
idle.Stop();

for (var i = 0; i < Calls; i++) socket.Call(i);
var ticks = new List<double>();
var drain = Stopwatch.StartNew();
while (socket.Answers < Calls)
{
    var begun = clock.NowMs;
    Tick();
    ticks.Add(clock.NowMs - begun);
}
drain.Stop();
core.Dispose();

Console.WriteLine(new JObject
{
    ["idleBytesPerTick"] = (double)idleBytes / IdleTicks,
    ["idleMicrosecondsPerTick"] = idle.Elapsed.TotalMicroseconds / IdleTicks,
    ["idleTicks"] = IdleTicks,
    ["calls"] = Calls,
    ["budgetMs"] = BudgetMs,
    ["callMs"] = SpendTool.CallMs,
    ["drainTicks"] = ticks.Count,
    ["longestTickMs"] = ticks.Max(),
    ["overheadMicrosecondsPerCall"] = drain.Elapsed.TotalMicroseconds / Calls,
}.ToString(Formatting.None));
