#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.History
{
    /// <summary><c>unity_undo</c>: undo, redo, and taking a step back with all that came after it.</summary>
    internal sealed class UndoTool : AgentTool
    {
        private readonly UndoLedger ledger;

        internal UndoTool(UndoLedger ledger)
            : base("unity_undo")
        {
            this.ledger = ledger;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            UndoNames.Require();
            var arguments = new ToolArguments(call);
            var action = arguments.Action("undo", "redo", "revert_group");
            if (action == "revert_group")
            {
                var id = arguments.Text("group_id", 1, 128);
                arguments.End();
                return Answer(Revert(id));
            }
            var steps = arguments.Integer("steps", 1, 50, 1);
            arguments.End();
            return Answer(action == "undo" ? UndoMoves.Back(steps) : UndoMoves.Forth(steps));
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

        private static ToolReply Answer(List<string> groups)
        {
            var result = UndoMoves.Info();
            result.AddFirst(new JProperty("groups", new JArray(groups)));
            return ToolReply.Ok(result);
        }
    }
}
