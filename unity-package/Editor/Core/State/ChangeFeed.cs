#nullable enable
using System.Collections.Generic;
using System.Threading;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>Gathers what changed, so that at most four notices a second go out.</summary>
    internal sealed class ChangeFeed
    {
        /// <summary>The protocol allows 4 a second.</summary>
        internal const double IntervalMs = 250;

        private int scopes;
        private double lastSentAt = double.NegativeInfinity;

        /// <summary>Any thread; allocates nothing.</summary>
        internal void Add(ChangeScopes changed)
        {
            int before;
            do
            {
                before = Volatile.Read(ref scopes);
            }
            while (Interlocked.CompareExchange(ref scopes, before | (int)changed, before) != before);
        }

        /// <summary>
        /// The changes to send now; <see cref="ChangeScopes.None"/>: nothing yet. While nobody watches,
        /// changes are dropped: who begins to watch reads the whole state first. One thread.
        /// </summary>
        internal ChangeScopes Take(double nowMs, bool watching)
        {
            if (!watching)
            {
                Interlocked.Exchange(ref scopes, 0);
                return ChangeScopes.None;
            }
            if (nowMs - lastSentAt < IntervalMs) return ChangeScopes.None;
            var taken = (ChangeScopes)Interlocked.Exchange(ref scopes, 0);
            if (taken != ChangeScopes.None) lastSentAt = nowMs;
            return taken;
        }

        /// <summary>The JSON text of <c>editor.changed</c>'s params.</summary>
        internal static string ParamsJson(ChangeScopes changed)
        {
            var names = new JArray();
            foreach (var (scope, name) in Names)
                if ((changed & scope) != 0) names.Add(name);
            return Json.Write(new JObject { ["scopes"] = names });
        }

        private static readonly IReadOnlyList<(ChangeScopes Scope, string Name)> Names = new[]
        {
            (ChangeScopes.Hierarchy, "hierarchy"),
            (ChangeScopes.Selection, "selection"),
            (ChangeScopes.Console, "console"),
            (ChangeScopes.Assets, "assets"),
            (ChangeScopes.Play, "play"),
            (ChangeScopes.Scene, "scene"),
        };
    }
}
