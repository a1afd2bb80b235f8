#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.History
{
    /// <summary>Steps back and forth in the editor's Undo history. Selections are included, but are not steps.</summary>
    internal static class UndoMoves
    {
        /// <summary>Names of undone steps, in order. Ends when nothing is left.</summary>
        internal static List<string> Back(int steps) => BackTo(UndoNames.Read().DoneBefore(steps));

        /// <summary>Until this many records are done.</summary>
        internal static List<string> BackTo(int doneCount)
        {
            var names = new List<string>();
            for (var left = UndoNames.Read().DoneCount - doneCount; left > 0 && UndoNames.Read().NextUndo is { } name; left--)
            {
                Undo.PerformUndo();
                if (!UndoNames.IsSelection(name)) names.Add(name);
            }
            return names;
        }

        /// <summary>Names of what was done again, in this order.</summary>
        internal static List<string> Forth(int steps) => ForthTo(UndoNames.Read().DoneAfter(steps));

        /// <summary>Until this many records are done.</summary>
        internal static List<string> ForthTo(int doneCount)
        {
            var names = new List<string>();
            for (var left = doneCount - UndoNames.Read().DoneCount; left > 0 && UndoNames.Read().NextRedo is { } name; left--)
            {
                Undo.PerformRedo();
                if (!UndoNames.IsSelection(name)) names.Add(name);
            }
            return names;
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
