#nullable enable
using System;
using System.Collections.Generic;
using System.Threading;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// Everything of the package that needs no Unity: the link, the calls, the phases, the console. One per
    /// domain. The main thread calls <see cref="Tick"/>; a <see cref="LinkThread"/> calls <see cref="Step"/>.
    /// </summary>
    public sealed class EditorCore : IDisposable
    {
        /// <summary>A step is due after this at the latest.</summary>
        internal const double MaxStepDelayMs = 500;

        /// <summary>While calls wait, overdue ones and a blocked main thread are looked for this often.</summary>
        private const double BusyStepDelayMs = 50;

        /// <summary>
        /// While the next update is wanted at once, the main thread is woken this often: a signal that came too early is lost.
        /// </summary>
        internal const double HurriedStepDelayMs = 5;

        /// <summary>A relay on this machine answers the close frame within milliseconds.</summary>
        private const int CloseWaitMs = 300;

        private readonly AutoResetEvent linkWork = new AutoResetEvent(false);
        private readonly ChangeFeed changes = new ChangeFeed();
        private readonly Defects defects;
        private readonly ToolBox tools;
        private readonly ISessionState state;
        private readonly IClock clock;
        private readonly Action wakeMainThread;
        private readonly EditorSession session;
        private readonly CallQueue queue;
        private readonly EditorLink link;
        private readonly OpenFiles openFiles = new OpenFiles();
        private bool ended;

        /// <summary>Takes up what the domain before kept in <paramref name="state"/>. Main thread.</summary>
        public EditorCore(EditorIdentity identity, ISessionState state, EditorPorts ports)
        {
            defects = new Defects(ports.Report);
            this.state = new GuardedState(state, defects);
            clock = new GuardedClock(ports.Clock, defects);
            tools = new ToolBox(defects);
            wakeMainThread = ports.WakeMainThread;
            Phases = new PhaseTracker(clock.NowMs, WakeLink);
            Console = new ConsoleHistory(clock, this.state);
            Recent = new RecentCalls(this.state);
            var store = new JournalStore(state);
            var kept = new List<CallRecord>();
            var isJournalLost = !defects.Guard(() => kept = store.Load());
            session = EditorSession.Open(this.state, ports.NewSessionId(), isJournalLost);
            queue = new CallQueue(tools, Phases, clock, store, kept, Recent, new CallWatchers(ports.Watchers, defects), GuardedPause(ports),
                defects);
            link = new EditorLink(identity, session, queue, Phases, openFiles, new LinkPorts(clock, ports, WakeLink, defects));
            queue.Connect(link);
        }

        /// <summary>Told what Unity is doing.</summary>
        public PhaseTracker Phases { get; }

        /// <summary>The console's lines, kept over reloads.</summary>
        public ConsoleHistory Console { get; }

        /// <summary>Recent calls.</summary>
        public RecentCalls Recent { get; }

        /// <summary>One per editor process.</summary>
        public string SessionId => session.Id;

        /// <summary>The state of the connection.</summary>
        public LinkStatus Link => link.Status;

        /// <summary>Whether the main thread is wanted.</summary>
        public bool HasWork => queue.HasWork;

        /// <summary>Adds a tool; all of them before <see cref="Start"/>.</summary>
        /// <exception cref="ArgumentException">There is a tool of this name.</exception>
        public void Register(AgentTool tool) => tools.Add(tool);

        /// <summary>Begins to dial the relay.</summary>
        public void Start()
        {
            link.Start();
            WakeLink();
        }

        /// <summary>
        /// Runs waiting calls, in order, until the budget is used. To be called in every editor update;
        /// allocates nothing while there is nothing to do. Main thread.
        /// </summary>
        public void Tick(double budgetMs)
        {
            if (ended) return;
            try
            {
                queue.Tick(budgetMs);
            }
            catch (Exception e)
            {
                defects.Report(e);
            }
            session.Save(state);
            if (queue.IsHurried) WakeLink();
        }

        /// <summary>
        /// Takes a step back, as <c>unity_undo revert_group</c> does, for the user at the desk. Returns why it
        /// could not, with what to do next; null: done. Main thread.
        /// </summary>
        public string? RevertStep(UndoGroup group)
        {
            const int deadlineMs = 60_000;
            var arguments = new JObject { ["action"] = "revert_group", ["group_id"] = group.Id };
            var error = queue.RunHere(new Call("window", "unity_undo", arguments, "", deadlineMs, null)).Error;
            return error == null ? null : error.Hint == null ? error.Message : $"{error.Message} {error.Hint}";
        }

        /// <summary>Something changed; reported to the relay at most 4 times a second, while somebody watches. Any thread.</summary>
        public void Changed(ChangeScopes scopes) => changes.Add(scopes);

        /// <summary>Project paths of the scenes, and of the prefab, that are open now. Any thread.</summary>
        public void SetOpenFiles(IReadOnlyList<string> files)
        {
            if (openFiles.Set(files)) WakeLink();
        }

        /// <summary>Look for relay.json now instead of soon. Any thread.</summary>
        public void RelayFileChanged()
        {
            link.LookNow();
            WakeLink();
        }

        /// <summary>
        /// Does what is due away from the main thread: dials, reports the phase and changes, fails overdue
        /// calls, wakes the main thread. Returns the milliseconds until it wants to be called again.
        /// </summary>
        public double Step()
        {
            // Each part by itself: a link that cannot dial must not keep overdue calls from their outcome.
            var delayMs = MaxStepDelayMs;
            defects.Guard(() => delayMs = link.Step());
            defects.Guard(queue.ExpireOverdue);
            var hasWork = queue.HasWork;
            Phases.SetWorkPending(hasWork);
            link.Announce();
            var changed = changes.Take(clock.NowMs, link.IsWatching);
            if (changed != ChangeScopes.None) link.SendChanged(changed);
            if (hasWork) defects.Guard(wakeMainThread);
            var bound = queue.IsHurried ? HurriedStepDelayMs : hasWork ? BusyStepDelayMs : link.IsWatching ? ChangeFeed.IntervalMs
                : MaxStepDelayMs;
            return Math.Min(delayMs, bound);
        }

        /// <summary>
        /// The domain is about to reload: keeps everything, says so to the relay and closes with 4005.
        /// This object is of no use afterwards; the next domain makes its own. Main thread.
        /// </summary>
        public void BeforeReload()
        {
            if (ended) return;
            Phases.SetReloading(true);
            defects.Guard(link.Announce);
            End(CloseCode.Reloading, "The domain reloads.");
        }

        /// <summary>The editor quits. Main thread.</summary>
        public void Dispose()
        {
            if (!ended) End(CloseCode.Normal, "The editor quits.");
        }

        internal void WakeLink() => linkWork.Set();

        /// <summary>False when the time was up first.</summary>
        internal bool WaitForLinkWork(double timeoutMs) => linkWork.WaitOne((int)Math.Ceiling(timeoutMs));

        /// <summary>Without information the user counts as idle: calls must not wait forever.</summary>
        private UserPause GuardedPause(EditorPorts ports) =>
            new UserPause(
                () =>
                {
                    string? doing = null;
                    defects.Guard(() => doing = ports.UserIsBusy());
                    return doing;
                },
                clock);

        private void End(int code, string reason)
        {
            ended = true;
            defects.Guard(queue.Close);
            defects.Guard(() => Console.Save(state));
            defects.Guard(() => Recent.Save(state));
            defects.Guard(() => link.Leave(code, reason, CloseWaitMs));
            session.Save(state);
        }
    }
}
