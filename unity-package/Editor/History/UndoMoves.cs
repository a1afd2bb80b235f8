#nullable enable
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.History
{
    /// <summary>Steps back and forth in the editor's Undo history. Selections are included, but are not steps.</summary>
    internal static class UndoMoves
    {
        /// <summary>Until this many records are done, or nothing is left to undo.</summary>
        internal static void BackTo(int doneCount)
        {
            for (var left = UndoNames.Read().DoneCount - doneCount; left > 0 && UndoNames.Read().NextUndo != null; left--)
                Undo.PerformUndo();
        }

        /// <summary>Until this many records are done, or nothing is left to do again.</summary>
        internal static void ForthTo(int doneCount)
        {
            for (var left = doneCount - UndoNames.Read().DoneCount; left > 0 && UndoNames.Read().NextRedo != null; left--)
                Undo.PerformRedo();
        }

        /// <summary>The registry's UndoInfo.</summary>
        internal static JObject Info()
        {
            var names = UndoNames.Read();
            var (undo, redo) = (names.DoneBefore(1), names.DoneAfter(1));
            return new JObject
            {
                ["undo"] = undo < names.DoneCount ? names.All[undo] : null,
                ["redo"] = redo > names.DoneCount ? names.All[redo - 1] : null,
            };
        }
    }
}
