#nullable enable
using System;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Execution
{
    /// <summary>Captures console output during its lifetime, from any thread: the first lines, and their total number.</summary>
    internal sealed class LogCapture : IDisposable
    {
        private const int MaxLines = 50;
        private const int MaxLength = 1_000;

        private readonly object gate = new object();
        private readonly JArray lines = new JArray();
        private int count;

        internal LogCapture()
        {
            Application.logMessageReceivedThreaded += Hear;
        }

        internal int Count
        {
            get
            {
                lock (gate) return count;
            }
        }

        internal JArray Lines
        {
            get
            {
                lock (gate) return new JArray(lines);
            }
        }

        public void Dispose() => Application.logMessageReceivedThreaded -= Hear;

        private void Hear(string message, string stackTrace, LogType type)
        {
            lock (gate)
            {
                count++;
                if (lines.Count < MaxLines)
                    lines.Add(new JObject { ["type"] = type.ToString().ToLowerInvariant(), ["message"] = Json.Cut(message, MaxLength) });
            }
        }
    }
}
