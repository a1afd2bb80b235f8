#nullable enable
using System.Threading;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>
    /// A reload as Unity does it: what is told before, the objects kept in serialized form, every static
    /// of packages and scripts gone, the objects made anew from the new types.
    /// </summary>
    internal static class DomainReload
    {
        /// <summary>A reload takes this long at least, so that phases can be seen.</summary>
        internal static int MinMs { get; set; }

        internal static bool IsReloading { get; private set; }

        /// <summary>Called in the middle, while no domain is there; a test may keep it from ever ending.</summary>
        internal static System.Action InBetween = () => { };

        internal static void Run(CompiledScripts? scripts)
        {
            var process = EditorLoop.Process;
            if (process == null) return;
            IsReloading = true;
            var begun = System.Diagnostics.Stopwatch.StartNew();
            try
            {
                AssemblyReloadEvents.RaiseBefore();
                var objects = DomainBackup.Take();
                ScriptDomain.Leave();
                process.UnloadDomain();
                InBetween();
                var rest = MinMs - (int)begun.ElapsedMilliseconds;
                if (rest > 0) Thread.Sleep(rest);
                ScriptDomain.Enter(process.LoadDomain(scripts));
                objects.Restore();
                foreach (var record in System.Linq.Enumerable.Concat(UndoHistory.Done, UndoHistory.Undone))
                    foreach (var change in record.Changes) change.Target = change.Current;
            }
            finally
            {
                IsReloading = false;
            }
            DomainStart.InitializeOnLoad();
            DomainStart.DidReloadScripts();
            EditorWindow.Reopen();
            AssemblyReloadEvents.RaiseAfter();
        }
    }
}
