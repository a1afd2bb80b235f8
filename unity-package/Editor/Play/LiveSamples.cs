#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Playtesting;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Play
{
    /// <summary><c>unity_sample</c>: values of the running game over time. A paused game is stepped on.</summary>
    internal sealed class LiveSamples
    {
        private const int MaxValues = 10;
        private const int MaxCount = 100;
        private const double MaxSeconds = 60;

        /// <summary>If game time is stopped, this many updates decide.</summary>
        private const int MaxIdleUpdates = 500;

        private readonly List<(string Object, string Property)> wanted = new List<(string, string)>();
        private readonly int count;
        private readonly double every;
        private readonly JArray samples = new JArray();
        private double lastTime = double.NaN;
        private double nextAt;
        private int idle;

        internal LiveSamples(ToolArguments arguments)
        {
            foreach (var one in arguments.Records("of", 1, MaxValues))
            {
                var value = new ToolArguments("unity_sample: of", one);
                wanted.Add((value.Text("object", 1, 1_000), value.Text("property", 3, 200)));
                value.End();
            }
            count = arguments.Integer("count", 1, MaxCount, 10);
            every = arguments.Number("every", 0.02, 10, 0.2);
            arguments.End();
            if ((count - 1) * every > MaxSeconds)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"count times every is more than {MaxSeconds} seconds.",
                    "Ask for fewer samples, or follow up with a second call.");
        }

        /// <summary>Something missing at the start is an error; something that disappears later is a result.</summary>
        internal void Begin()
        {
            foreach (var (reference, property) in wanted) LiveValue.Read(reference, property);
            nextAt = Time.timeAsDouble;
        }

        /// <summary>Returns null if more are to come.</summary>
        internal JArray? Look()
        {
            var now = Time.timeAsDouble;
            if (now + 1e-6 >= nextAt)
            {
                var values = new JArray();
                foreach (var (reference, property) in wanted) values.Add(Value(reference, property));
                samples.Add(new JObject { ["time"] = Math.Round(now, 3), ["values"] = values });
                // After a long frame the rhythm restarts: two samples of one moment are useless.
                nextAt = now > nextAt + (every / 2) ? now + every : nextAt + every;
            }
            idle = now == lastTime ? idle + 1 : 0;
            lastTime = now;
            if (samples.Count >= count || idle > MaxIdleUpdates) return samples;
            if (EditorApplication.isPaused) EditorApplication.Step();
            return null;
        }

        private static JToken Value(string reference, string property)
        {
            try
            {
                return LiveValue.Read(reference, property);
            }
            catch (ToolFault)
            {
                return JValue.CreateNull();
            }
        }
    }
}
