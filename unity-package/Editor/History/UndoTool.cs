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
                return Answer(before => UndoMoves.BackTo(FirstOf(id, before)));
            }
            var steps = arguments.Integer("steps", 1, 50, 1);
            arguments.End();
            return action == "undo"
                ? Answer(before => UndoMoves.BackTo(before.DoneBefore(steps, StepAt)))
                : Answer(before => UndoMoves.ForthTo(before.DoneAfter(steps, StepAt)));
        }

        private string? StepAt(int position) => ledger.At(position)?.Id;

        /// <summary>The place of the step's first record.</summary>
        /// <exception cref="ToolFault"><c>not_found</c>, with the steps that can be undone</exception>
        private int FirstOf(string id, UndoNames names)
        {
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
            if (first >= 0) return first;
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
            var last = ("", "");
            for (var position = names.All.Count - 1; position >= 0; position--)
            {
                var entry = ledger.At(position);
                if (entry == null && UndoNames.IsSelection(names.All[position])) continue;
                var id = entry?.Id ?? UndoRecords.IdAt(position);
                var state = position < names.DoneCount ? "done" : "undone";
                if ((id, state) == last)
                {
                    // The part of the step before a domain reload.
                    if (total <= limit) AddFiles((JObject)groups[groups.Count - 1], entry);
                    continue;
                }
                last = (id, state);
                if (++total > limit) continue;
                var group = new JObject { ["groupId"] = id, ["name"] = names.All[position], ["state"] = state };
                AddFiles(group, entry);
                groups.Add(group);
            }
            var history = UndoMoves.Info();
            history["groups"] = groups;
            history["total"] = total;
            return history;

            static void AddFiles(JObject group, LedgerEntry? entry)
            {
                if (entry == null || entry.Files.Count == 0) return;
                var known = group[FilesKept] as JArray ?? new JArray();
                foreach (var file in entry.Files)
                    if (known.All(one => (string?)one != file)) known.Add(file);
                group[FilesKept] = known;
            }
        }

        /// <summary>The undone or redone steps; with undone ones the files that they wrote and that stay.</summary>
        private ToolReply Answer(Action<UndoNames> move)
        {
            var before = UndoNames.Read();
            ledger.Sync(before);
            var entries = new List<LedgerEntry?>();
            for (var position = 0; position < before.All.Count; position++) entries.Add(ledger.At(position));
            move(before);
            var done = UndoNames.Read().DoneCount;
            var (names, ids, files) = (new JArray(), new JArray(), new JArray());
            for (var position = before.DoneCount - 1; position >= done; position--)
            {
                Tell(position);
                foreach (var file in entries[position]?.Files ?? new List<string>())
                    if (files.All(known => (string?)known != file)) files.Add(file);
            }
            for (var position = before.DoneCount; position < done; position++) Tell(position);
            var result = UndoMoves.Info();
            if (files.Count > 0) result.AddFirst(new JProperty(FilesKept, files));
            result.AddFirst(new JProperty("groupIds", ids));
            result.AddFirst(new JProperty("groups", names));
            return ToolReply.Ok(result);

            void Tell(int position)
            {
                var id = entries[position]?.Id ?? UndoRecords.IdAt(position);
                // A domain reload in the middle of a step leaves two records of it.
                if (entries[position] == null && UndoNames.IsSelection(before.All[position]) || (string?)ids.LastOrDefault() == id) return;
                names.Add(before.All[position]);
                ids.Add(id);
            }
        }
    }
}
