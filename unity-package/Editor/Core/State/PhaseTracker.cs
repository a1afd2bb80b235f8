#nullable enable
using System;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>
    /// The editor's phase: as Unity's events report it or, when the main thread is blocked while it
    /// should tick, the suspicion that something blocks it. Any thread; allocates nothing while unchanged.
    /// </summary>
    public sealed class PhaseTracker
    {
        /// <summary>An editor under load skips ticks for about this long; longer is worth telling.</summary>
        internal const double BusyAfterMs = 1_500;

        /// <summary>Work on the main thread seldom takes longer without Unity saying so; dialogs do.</summary>
        internal const double ModalAfterMs = 5_000;

        /// <summary>The detail of a paused game's phase; PAUSED of the protocol.</summary>
        private const string PausedDetail = "paused";

        private const int MaxDetailLength = 200;

        private readonly object gate = new object();
        private readonly Action changed;
        private double awaitedSince = double.PositiveInfinity;
        private double lastTickAt;
        private bool importing;
        private bool compiling;
        private bool reloading;
        private bool playing;
        private bool paused;
        private bool ticksExpected;
        private bool workPending;
        private string? compilingWhat;

        /// <summary>Calls <paramref name="changed"/> when the phase may be another one. Any thread.</summary>
        internal PhaseTracker(double nowMs, Action changed)
        {
            lastTickAt = nowMs;
            this.changed = changed;
        }

        /// <summary>Sets whether assets are being imported.</summary>
        public void SetImporting(bool on) => Set(ref importing, on);

        /// <summary>Sets whether scripts are being compiled; <paramref name="what"/> names the assembly.</summary>
        public void SetCompiling(bool on, string? what = null)
        {
            lock (gate) compilingWhat = on ? what : null;
            Set(ref compiling, on);
        }

        /// <summary>Sets whether the editor plays.</summary>
        public void SetPlaying(bool on) => Set(ref playing, on);

        /// <summary>Sets whether the game is paused, or will be when it plays.</summary>
        public void SetPaused(bool on) => Set(ref paused, on);

        /// <summary>Sets whether Unity ticks by itself now: it has the focus. Unfocused, it ticks only when woken.</summary>
        public void SetTicksExpected(bool on)
        {
            lock (gate) ticksExpected = on;
        }

        internal void SetReloading(bool on) => Set(ref reloading, on);

        /// <summary>Notes a tick: the main thread lives.</summary>
        internal void Ticked(double nowMs)
        {
            lock (gate)
            {
                lastTickAt = nowMs;
                if (!double.IsPositiveInfinity(awaitedSince)) awaitedSince = nowMs;
            }
        }

        /// <summary>Sets whether calls wait for the main thread, so that it is woken and should tick.</summary>
        internal void SetWorkPending(bool on)
        {
            lock (gate) workPending = on;
        }

        /// <summary>The phase from Unity's events alone: for the main thread itself.</summary>
        internal Phase Reported
        {
            get
            {
                lock (gate) return ReportedHere();
            }
        }

        /// <summary>The phase as seen from outside of the main thread.</summary>
        internal Phase Observe(double nowMs, out string? why)
        {
            lock (gate)
            {
                var reported = ReportedHere();
                why = reported == Phase.Compiling ? compilingWhat
                    : reported == Phase.Playing && paused ? PausedDetail
                    : null;
                // Ticks stop by themselves while Unity imports, compiles and reloads, and while it sleeps unfocused.
                if (!reported.TakesCalls() || !(ticksExpected || workPending))
                {
                    awaitedSince = double.PositiveInfinity;
                    return reported;
                }
                if (double.IsPositiveInfinity(awaitedSince)) awaitedSince = nowMs;
                var still = nowMs - Math.Max(awaitedSince, lastTickAt);
                if (still >= ModalAfterMs)
                {
                    why = $"The main thread has been blocked for more than {ModalAfterMs / 1_000} s. A dialog is probably open in Unity.";
                    return Phase.Modal;
                }
                if (still < BusyAfterMs) return reported;
                return Phase.Busy;
            }
        }

        /// <summary>The JSON text of <c>editor.phase</c>'s params.</summary>
        internal static string ParamsJson(Phase phase, string? why)
        {
            var json = new JObject { ["phase"] = phase.WireName() };
            if (!string.IsNullOrEmpty(why)) json["detail"] = Json.Cut(why!, MaxDetailLength);
            return Json.Write(json);
        }

        private Phase ReportedHere() =>
            reloading ? Phase.Reloading
            : compiling ? Phase.Compiling
            : importing ? Phase.Importing
            : playing ? Phase.Playing
            : Phase.Ready;

        private void Set(ref bool flag, bool on)
        {
            lock (gate)
            {
                if (flag == on) return;
                flag = on;
            }
            changed();
        }
    }
}
