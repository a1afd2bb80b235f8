#nullable enable
using System;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Lighting
{
    /// <summary>A bake that was begun here, until Unity says how it ended.</summary>
    internal sealed class LightingBake
    {
        private const double SecondsBetweenNews = 2;

        /// <summary>Unity may take some updates to begin, and reports an immediate end only afterwards.</summary>
        private const int IdleLooksBeforeEnd = 20;

        private readonly ToolCall call;
        private readonly double begunAt = EditorApplication.timeSinceStartup;
        private double toldAt;
        private int idleLooks;
        private string? result;

        private LightingBake(ToolCall call)
        {
            this.call = call;
            Lightmapping.bakeCompleted += Completed;
            Lightmapping.bakeCancelled += Cancelled;
        }

        /// <summary>Returns null if Unity did not begin.</summary>
        internal static LightingBake? Begin(ToolCall call)
        {
            var bake = new LightingBake(call);
            var begun = false;
            try
            {
                begun = Lightmapping.BakeAsync();
            }
            finally
            {
                if (!begun) bake.StopListening();
            }
            return begun ? bake : null;
        }

        /// <summary>In each update: the outcome, or null while it bakes.</summary>
        internal CallOutcome? Look()
        {
            if (result == null && call.IsUnwanted)
            {
                Abandon();
                return CallOutcome.Failed(
                    CallErrorCode.Cancelled, "The bake was cancelled. The scene's lighting may be incomplete: bake again when it matters.");
            }
            if (result == null && Lightmapping.isRunning)
            {
                idleLooks = 0;
                Tell();
                return null;
            }
            if (result == null && ++idleLooks < IdleLooksBeforeEnd) return null;
            StopListening();
            var json = LightingFacts.Read();
            json.AddFirst(new JProperty("seconds", Math.Round(EditorApplication.timeSinceStartup - begunAt, 1)));
            json.AddFirst(new JProperty("result", result ?? "completed"));
            return CallOutcome.Ok(json);
        }

        /// <summary>Its call was given up.</summary>
        internal void Abandon()
        {
            StopListening();
            if (Lightmapping.isRunning) Lightmapping.Cancel();
        }

        private void Tell()
        {
            var now = EditorApplication.timeSinceStartup;
            if (now - toldAt < SecondsBetweenNews) return;
            toldAt = now;
            var progress = Lightmapping.buildProgress;
            call.Progress($"Baking lighting: {Math.Round(progress * 100)} %", progress);
        }

        private void Completed() => result = "completed";

        private void Cancelled() => result = "cancelled";

        private void StopListening()
        {
            Lightmapping.bakeCompleted -= Completed;
            Lightmapping.bakeCancelled -= Cancelled;
        }
    }
}
