#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using Fairlead.Core;
using UnityEditor;

namespace Fairlead.Editor.History
{
    /// <summary>
    /// The editor's Undo history by name, oldest first. Unity shows it in Edit → Undo History and offers no public way to it, so it
    /// is read by reflection: internal in every version so far (ApiCheck/facts.json). Where it is missing the history counts as empty:
    /// changes still go through Unity's Undo, and the tools that take steps back say that they cannot.
    /// </summary>
    internal sealed class UndoNames
    {
        /// <summary>The method that lists them; null if this version of Unity has none. A test sets it.</summary>
        internal static MethodInfo? Source { get; set; } =
            typeof(Undo).GetMethod("GetUndoList", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);

        private UndoNames(List<string> all, int doneCount)
        {
            All = all;
            DoneCount = doneCount;
        }

        /// <summary>Steps that can be undone, followed by those that can be redone.</summary>
        internal IReadOnlyList<string> All { get; }

        /// <summary>The number of steps that can be undone.</summary>
        internal int DoneCount { get; }

        /// <summary>
        /// Whether the record holds only a selection: each click in the Hierarchy makes one. Unity calls it "Selection Change", later
        /// versions "Select Cube (Game Object)" or "Clear Selection". Native code makes these names: Unity's public C# source, 6000.0 to
        /// 6000.7, has none of them, so that only Unity itself can show that they are right. A name that is not known here counts as a
        /// change of somebody else's: what it costs is a question more, never a change that goes unseen.
        /// </summary>
        internal static bool IsSelection(string name) =>
            name == "Selection Change" || name == "Clear Selection" || name.StartsWith("Select ", StringComparison.Ordinal);

        /// <summary>
        /// How many records stay done when the last <paramref name="steps"/> changes are undone, and with them what was selected since.
        /// </summary>
        /// <param name="steps">How many.</param>
        /// <param name="stepAt">The agent step of a record: its records, one before and one after a domain reload, are one change.</param>
        internal int DoneBefore(int steps, Func<int, string?>? stepAt = null)
        {
            var left = DoneCount;
            string? last = null;
            for (var position = DoneCount - 1; position >= 0; position--)
            {
                var step = stepAt?.Invoke(position);
                if (step == null && IsSelection(All[position])) continue;
                if ((step == null || step != last) && steps-- == 0) break;
                (last, left) = (step, position);
            }
            return left;
        }

        /// <summary>How many records are done when the next <paramref name="steps"/> changes are done again.</summary>
        /// <param name="steps">How many.</param>
        /// <param name="stepAt">As above.</param>
        internal int DoneAfter(int steps, Func<int, string?>? stepAt = null)
        {
            var done = DoneCount;
            string? last = null;
            for (var position = DoneCount; position < All.Count; position++)
            {
                var step = stepAt?.Invoke(position);
                if (step == null && IsSelection(All[position])) continue;
                if ((step == null || step != last) && steps-- == 0) break;
                (last, done) = (step, position + 1);
            }
            return done;
        }

        internal string? NextUndo => DoneCount > 0 ? All[DoneCount - 1] : null;

        internal string? NextRedo => DoneCount < All.Count ? All[DoneCount] : null;

        /// <exception cref="ToolFault"><c>unsupported</c>: steps cannot be distinguished.</exception>
        internal static void Require()
        {
            if (Source != null) return;
            throw new ToolFault(
                CallErrorCode.Unsupported,
                "This version of Unity does not show its Undo history, so no change in the scene can be reverted exactly. Nothing was "
                + "changed.",
                "Ask the user to undo it with Edit → Undo in Unity, or change it back with the tools that changed it.");
        }

        internal static UndoNames Read()
        {
            var names = new List<string>();
            if (Source == null) return new UndoNames(names, 0);
            // The third argument came after 6000.0.0f1.
            var arguments = Source.GetParameters().Length == 3 ? new object[] { names, 0, false } : new object[] { names, 0 };
            Source.Invoke(null, arguments);
            return new UndoNames(names, (int)arguments[1] + 1);
        }
    }
}
