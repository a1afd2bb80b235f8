#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>
    /// Tells of what should never be thrown: ours, or of a port that broke its contract. Each kind once in a domain, so that a defect
    /// in every tick does not flood the console. Any thread; never throws.
    /// </summary>
    internal sealed class Defects
    {
        private const int MaxKinds = 100;

        private readonly object gate = new object();
        private readonly HashSet<string> known = new HashSet<string>();
        private readonly Action<Exception> report;

        internal Defects(Action<Exception> report)
        {
            this.report = report;
        }

        internal void Report(Exception defect)
        {
            lock (gate)
                if (known.Count >= MaxKinds || !known.Add($"{defect.GetType()}: {defect.Message}")) return;
            try
            {
                report(defect);
            }
            catch (Exception)
            {
                // There is nowhere left to report it.
            }
        }

        /// <summary>False when it threw.</summary>
        internal bool Guard(Action action)
        {
            try
            {
                action();
                return true;
            }
            catch (Exception e)
            {
                Report(e);
                return false;
            }
        }
    }
}
