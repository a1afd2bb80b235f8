#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.History
{
    /// <summary>
    /// <c>unity_history</c>: exact records of the Undo history, all or nothing; the user's own edits since are a conflict.
    /// </summary>
    internal sealed class HistoryTool : AgentTool
    {
        private const int MaxRecords = 500;
        private const int MaxIdLength = 128;

        private readonly UndoLedger ledger;

        internal HistoryTool(UndoLedger ledger)
            : base("unity_history")
        {
            this.ledger = ledger;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => (string?)(arguments["action"] as JValue)?.Value == "state";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var action = arguments.Action("state", "undo", "redo");
            var ids = arguments.OptionalTexts("record_ids", MaxRecords, 1, MaxIdLength) ?? Array.Empty<string>();
            var isUndo = action == "undo" || (action == "state" && arguments.OptionalChoice("direction", "undo", "undo", "redo") == "undo");
            var force = action != "state" && arguments.Flag("force", false);
            var seen = action == "state" ? null : arguments.OptionalText("seen", 0, MaxIdLength);
            arguments.End();
            if (ids.Count == 0) throw new ToolFault(CallErrorCode.InvalidArguments, "unity_history needs record_ids, at least one.");
            if (EditorApplication.isPlaying)
                throw new ToolFault(CallErrorCode.InPlayMode, "The Undo history of the scene is not available in play mode.",
                    "Leave play mode first.");
            UndoNames.Require();
            var records = new UndoRecords(ledger, ids, isUndo);
            return ToolReply.Ok(action == "state" ? records.State : Move(records, isUndo, force, seen));
        }

        private static JObject Move(UndoRecords records, bool isUndo, bool force, string? seen)
        {
            var verb = isUndo ? "undone" : "redone";
            if (records.Affected.Count == 0)
                throw new ToolFault(CallErrorCode.NotFound, $"None of these changes can be {verb} any longer.", null, records.State);
            if (seen != null && seen != (string?)records.State["seen"])
                throw new ToolFault(CallErrorCode.Conflict, "The scene has changed since the preview.", "Look at the preview again.",
                    records.State);
            if (!force && records.IsInTheWay)
                throw new ToolFault(CallErrorCode.Conflict, "Other changes would be lost with it.",
                    "Look at the preview again, and choose.", records.State);
            var moved = new JArray();
            foreach (var record in records.Affected)
                if (!record.IsSelection) moved.Add(record.ToJson());
            var done = UndoNames.Read().DoneCount;
            if (isUndo)
            {
                UndoMoves.BackTo(done - records.Affected.Count);
                records.RememberUndone();
            }
            else
            {
                UndoMoves.ForthTo(done + records.Affected.Count);
            }
            return new JObject { [verb] = moved };
        }
    }
}
