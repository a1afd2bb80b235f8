#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.History
{
    /// <summary>Steps back and forth in the editor's Undo history.</summary>
    internal static class UndoMoves
    {
        /// <summary>Names of what was taken back, in this order. Ends where nothing is left.</summary>
        internal static List<string> Back(int steps)
        {
            var names = new List<string>();
            while (names.Count < steps && UndoNames.Read().NextUndo is { } name)
            {
                Undo.PerformUndo();
                names.Add(name);
            }
            return names;
        }

        /// <summary>Names of what was done again, in this order.</summary>
        internal static List<string> Forth(int steps)
        {
            var names = new List<string>();
            while (names.Count < steps && UndoNames.Read().NextRedo is { } name)
            {
                Undo.PerformRedo();
                names.Add(name);
            }
            return names;
        }

        /// <summary>The registry's UndoInfo.</summary>
        internal static JObject Info()
        {
            var names = UndoNames.Read();
            return new JObject { ["undo"] = names.NextUndo, ["redo"] = names.NextRedo };
        }
    }
}
