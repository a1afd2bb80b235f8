#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.History
{
    /// <summary><c>unity_undo</c>: undo, redo, and taking a step back with all that came after it.</summary>
    internal sealed class UndoTool : AgentTool
    {
        private const string FilesKept = "filesKept";

        private readonly UndoLedger ledger;

        internal UndoTool(UndoLedger ledger)
            : base("unity_undo")
        {
            this.ledger = ledger;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => Json.Text(arguments, "action") == "history";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            UndoNames.Require();
            var arguments = new ToolArguments(call);
            var action = arguments.Action("undo", "redo", "revert_group", "history");
            if (action == "history")
            {
                var limit = arguments.Integer("limit", 1, 200, 50);
                arguments.End();
                return ToolReply.Ok(History(limit));
            }
            if (action == "revert_group")
            {
                var id = arguments.Text("group_id", 1, 128);
                arguments.End();
                return Answer(() => Revert(id));
            }
            var steps = arguments.Integer("steps", 1, 50, 1);
            arguments.End();
            return Answer(() => action == "undo" ? UndoMoves.Back(steps) : UndoMoves.Forth(steps));
        }

        private List<string> Revert(string id)
        {
            var names = UndoNames.Read();
            ledger.Sync(names);
            var (first, isUndone) = (-1, false);
            var groups = new JArray();
            for (var position = 0; position < names.All.Count; position++)
            {
                var entry = ledger.At(position);
                if (position >= names.DoneCount)
                {
                    isUndone |= entry?.Id == id;
                    continue;
                }
                if (entry?.Id == id && first < 0) first = position;
                groups.Add(new JObject { ["id"] = entry?.Id ?? UndoRecords.IdAt(position), ["name"] = names.All[position] });
            }
            if (first >= 0) return UndoMoves.BackTo(first);
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"There is no Undo group \"{id}\" to revert.",
                isUndone
                    ? "It is already undone; unity_undo redo redoes it."
                    : "It changed nothing in the editor, or opening a scene or leaving play mode has cleared it.",
                new JObject { ["groups"] = groups });
        }

        /// <summary>Newest first; what can be done again is newer than all that is done.</summary>
        private JObject History(int limit)
        {
            var names = UndoNames.Read();
            ledger.Sync(names);
            var groups = new JArray();
            var total = 0;
            for (var position = names.All.Count - 1; position >= 0; position--)
            {
                var entry = ledger.At(position);
                if (entry == null && UndoNames.IsSelection(names.All[position])) continue;
                if (++total > limit) continue;
                var group = new JObject
                {
                    ["groupId"] = entry?.Id ?? UndoRecords.IdAt(position),
                    ["name"] = names.All[position],
                    ["state"] = position < names.DoneCount ? "done" : "undone",
                };
                if (entry != null && entry.Files.Count > 0) group[FilesKept] = new JArray(entry.Files);
                groups.Add(group);
            }
            var history = UndoMoves.Info();
            history["groups"] = groups;
            history["total"] = total;
            return history;
        }

        /// <summary>The undone or redone steps; with undone ones the files that they wrote and that stay.</summary>
        private ToolReply Answer(Func<List<string>> move)
        {
            var before = UndoNames.Read();
            ledger.Sync(before);
            var entries = new List<LedgerEntry?>();
            for (var position = 0; position < before.All.Count; position++) entries.Add(ledger.At(position));
            var names = new JArray(move());
            var done = UndoNames.Read().DoneCount;
            var (ids, files) = (new JArray(), new JArray());
            for (var position = before.DoneCount - 1; position >= done; position--)
            {
                AddId(position);
                foreach (var file in entries[position]?.Files ?? new List<string>())
                    if (files.All(known => (string?)known != file)) files.Add(file);
            }
            for (var position = before.DoneCount; position < done; position++) AddId(position);
            var result = UndoMoves.Info();
            if (files.Count > 0) result.AddFirst(new JProperty(FilesKept, files));
            result.AddFirst(new JProperty("groupIds", ids));
            result.AddFirst(new JProperty("groups", names));
            return ToolReply.Ok(result);

            void AddId(int position)
            {
                if (!UndoNames.IsSelection(before.All[position])) ids.Add(entries[position]?.Id ?? UndoRecords.IdAt(position));
            }
        }
    }
}
