#nullable enable
using System;
using System.Threading;

namespace Fairlead.Core
{
    /// <summary>Drives <see cref="EditorCore.Step"/> on a thread of its own, so that Unity's main thread never waits for it.</summary>
    public sealed class LinkThread : IDisposable
    {
        private const int StopTimeoutMs = 500;

        private readonly EditorCore core;
        private readonly Action<Exception> report;
        private readonly Thread thread;
        private volatile bool stopped;

        /// <summary>Starts at once. <paramref name="report"/> hears, on that thread, of defects that a step ran into.</summary>
        public LinkThread(EditorCore core, Action<Exception> report)
        {
            this.core = core;
            this.report = report;
            thread = new Thread(Run) { IsBackground = true, Name = "Fairlead link" };
            thread.Start();
        }

        /// <summary>Ends the thread; waits for it a moment.</summary>
        public void Dispose()
        {
            stopped = true;
            core.WakeLink();
            thread.Join(StopTimeoutMs);
        }

        private void Run()
        {
            while (!stopped)
            {
                var delayMs = EditorCore.MaxStepDelayMs;
                try
                {
                    delayMs = core.Step();
                }
                catch (Exception e)
                {
                    report(e);
                }
                if (!stopped) core.WaitForLinkWork(delayMs);
            }
        }
    }
}
