#nullable enable
using System;
using System.Globalization;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Play
{
    /// <summary>The errors and warnings that the console got while a call let the game run, also over the reload of play mode.</summary>
    internal sealed class ConsoleProblems
    {
        private const int MaxShown = 5;
        private const string Key = "Fairlead.PlaySince";
        private readonly ConsoleHistory console;

        internal ConsoleProblems(ConsoleHistory console)
        {
            this.console = console;
        }

        /// <summary>From now on.</summary>
        internal void Begin() =>
            SessionState.SetString(Key, DateTime.UtcNow.Ticks.ToString(CultureInfo.InvariantCulture));

        /// <summary>The newest of them and their number, if there are any.</summary>
        internal JObject On(JObject state)
        {
            if (!long.TryParse(SessionState.GetString(Key, ""), NumberStyles.None, CultureInfo.InvariantCulture, out var ticks))
                return state;
            // Entries kept over a reload have their time in whole milliseconds.
            var since = new DateTime(ticks, DateTimeKind.Utc).AddMilliseconds(-1);
            var read = console.Read(MaxShown, LogFilter.Problems, since, false);
            if ((int)read["total"]! == 0) return state;
            foreach (var problem in read["logs"]!) ((JObject)problem).Remove("timestamp");
            state["problems"] = read["logs"];
            state["problemCount"] = read["total"];
            return state;
        }
    }
}
