#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The kind of line.</summary>
    public enum LogKind
    {
        /// <summary>An error.</summary>
        Error,

        /// <summary>A failed assertion.</summary>
        Assert,

        /// <summary>A warning.</summary>
        Warning,

        /// <summary>A plain line.</summary>
        Log,

        /// <summary>An unhandled exception.</summary>
        Exception,
    }

    /// <summary>Which lines are asked for.</summary>
    public enum LogFilter
    {
        /// <summary>Every line.</summary>
        All,

        /// <summary>Errors, failed assertions and exceptions.</summary>
        Errors,

        /// <summary>Warnings.</summary>
        Warnings,

        /// <summary>Both.</summary>
        Problems,
    }

    /// <summary>
    /// The console's lines: bounded, equal consecutive ones folded, kept over domain reloads.
    /// May be added to from any thread.
    /// </summary>
    public sealed class ConsoleHistory
    {
        /// <summary>The oldest lines fall out above this.</summary>
        public const int MaxEntries = 1_000;

        /// <summary>Longer messages and stacks are cut.</summary>
        public const int MaxTextLength = 10_000;

        /// <summary>
        /// The newest lines are kept over a reload as far as they fit: each reload waits until they are written and read.
        /// </summary>
        internal const int MaxKeptChars = 256 * 1024;

        private const string Key = "Fairlead.Console";

        private readonly object gate = new object();
        private readonly LinkedList<Entry> entries = new LinkedList<Entry>();
        private readonly IClock clock;
        private long version;
        private long savedVersion;

        /// <summary>Takes up what <paramref name="state"/> kept. Main thread.</summary>
        public ConsoleHistory(IClock clock, ISessionState state)
        {
            this.clock = clock;
            Load(state.Get(Key));
        }

        /// <summary>Adds a line, or counts it as a repetition of the last one. Any thread.</summary>
        public void Add(LogKind kind, string message, string? stackTrace = null)
        {
            var text = Json.Cut(message, MaxTextLength);
            var stack = string.IsNullOrEmpty(stackTrace) ? null : Json.Cut(stackTrace!, MaxTextLength);
            lock (gate)
            {
                var last = entries.Last?.Value;
                if (last != null && last.Kind == kind && last.Message == text && last.StackTrace == stack)
                {
                    last.Time = clock.UtcNow;
                    last.Count++;
                    version++;
                    return;
                }
                entries.AddLast(new Entry(kind, text, stack, clock.UtcNow, 1));
                version++;
                if (entries.Count > MaxEntries) entries.RemoveFirst();
            }
        }

        /// <summary>Forgets every line. Any thread.</summary>
        public void Clear()
        {
            lock (gate)
            {
                entries.Clear();
                version++;
            }
        }

        /// <summary>Forgets the lines whose message is such a one. Any thread.</summary>
        public void Remove(Predicate<string> gone)
        {
            lock (gate)
                for (var node = entries.First; node != null;)
                {
                    var next = node.Next;
                    if (gone(node.Value.Message))
                    {
                        entries.Remove(node);
                        version++;
                    }
                    node = next;
                }
        }

        /// <summary>Whether there is no line. Any thread.</summary>
        public bool IsEmpty
        {
            get
            {
                lock (gate) return entries.Count == 0;
            }
        }

        /// <summary>
        /// The result of <c>read_console_logs</c>: newest first. A <paramref name="since"/> of null counts as "from the beginning".
        /// </summary>
        public JObject Read(int count, LogFilter filter, DateTime? since, bool includeStacks)
        {
            int errors = 0, warnings = 0, logs = 0, total = 0;
            var newest = new JArray();
            lock (gate)
            {
                for (var node = entries.Last; node != null; node = node.Previous)
                {
                    var entry = node.Value;
                    var isError = entry.Kind != LogKind.Warning && entry.Kind != LogKind.Log;
                    if (isError) errors += entry.Count;
                    else if (entry.Kind == LogKind.Warning) warnings += entry.Count;
                    else logs += entry.Count;
                    if (filter == LogFilter.Errors && !isError) continue;
                    if (filter == LogFilter.Problems && entry.Kind == LogKind.Log) continue;
                    if (filter == LogFilter.Warnings && entry.Kind != LogKind.Warning) continue;
                    if (since is { } from && entry.Time < from) continue;
                    total++;
                    if (newest.Count < count) newest.Add(entry.ToJson(includeStacks));
                }
            }
            return new JObject
            {
                ["logs"] = newest,
                ["total"] = total,
                ["counts"] = new JObject { ["errors"] = errors, ["warnings"] = warnings, ["logs"] = logs },
            };
        }

        /// <summary>
        /// Keeps the newest lines for the next domain; writes nothing if no line was added since the last time. Main thread.
        /// </summary>
        public void Save(ISessionState state)
        {
            var lines = new JArray();
            long current;
            lock (gate)
            {
                current = version;
                if (current == savedVersion) return;
                var first = entries.Last;
                var chars = 0L;
                for (var node = first; node != null && (chars += node.Value.Length) <= MaxKeptChars; node = node.Previous) first = node;
                for (; first != null; first = first.Next) lines.Add(first.Value.ToJson(true));
            }
            state.Set(Key, Json.Write(lines));
            savedVersion = current;
        }

        private void Load(string? text)
        {
            if (text == null || !(Json.TryParse(text) is JArray lines)) return;
            foreach (var line in lines)
            {
                if (!(line is JObject json) || Entry.TryRead(json) is not { } entry) continue;
                entries.AddLast(entry);
                if (entries.Count > MaxEntries) entries.RemoveFirst();
            }
        }

        private sealed class Entry
        {
            private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

            internal Entry(LogKind kind, string message, string? stackTrace, DateTime time, int count)
            {
                Kind = kind;
                Message = message;
                StackTrace = stackTrace;
                Time = time;
                Count = count;
            }

            internal LogKind Kind { get; }

            internal string Message { get; }

            internal string? StackTrace { get; }

            internal DateTime Time { get; set; }

            internal int Count { get; set; }

            internal int Length => Message.Length + (StackTrace?.Length ?? 0);

            internal JObject ToJson(bool withStack)
            {
                var json = new JObject
                {
                    ["type"] = Kind.ToString().ToLowerInvariant(),
                    ["message"] = Message,
                    ["timestamp"] = Time.ToString(TimeFormat, CultureInfo.InvariantCulture),
                };
                if (withStack && StackTrace != null) json["stackTrace"] = StackTrace;
                if (Count > 1) json["count"] = Count;
                return json;
            }

            internal static Entry? TryRead(JObject json)
            {
                var message = Json.Text(json, "message");
                if (message == null || !Enum.TryParse<LogKind>(Json.Text(json, "type"), true, out var kind)) return null;
                const DateTimeStyles utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
                if (!DateTime.TryParseExact(
                        Json.Text(json, "timestamp"), TimeFormat, CultureInfo.InvariantCulture, utc, out var time))
                    return null;
                var count = Json.TryInteger(json["count"], out var folded) && folded > 1 && folded <= int.MaxValue ? (int)folded : 1;
                return new Entry(kind, message, Json.Text(json, "stackTrace"), time, count);
            }
        }
    }
}
