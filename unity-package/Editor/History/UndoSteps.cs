#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Bootstrap;
using Fairlead.Editor.Menus;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.History
{
    /// <summary>
    /// One Undo group per agent step: all that the calls of a step record becomes one entry of Edit → Undo, named after the step. A call
    /// that fails at once is reverted whole; one that waited is not, because others may have changed something meanwhile.
    /// </summary>
    internal sealed class UndoSteps : ICallWatcher, IDisposable
    {
        /// <summary>Unity cuts menu texts; a name longer than this says no more.</summary>
        private const int MaxNameLength = 200;

        private const int NoGroup = -1;

        /// <summary>Many menu items are carried out by the window that has the focus, with one of the next updates.</summary>
        private const int UpdatesOfMenuItem = 3;

        private static UndoSteps? ofDomain;

        private readonly UndoLedger ledger;
        private readonly Func<string, bool> isOfProject;
        private readonly List<string> written = new List<string>();
        private string? writtenBy;
        private int writtenBefore;
        private ToolCall? current;
        private int thread;
        private int group;
        private int topGroup = NoGroup;
        private int doneBefore;
        private int updatesLeft;
        private bool joins;
        private bool waits;

        /// <param name="ledger">Where the steps are kept.</param>
        /// <param name="isOfProject">Whether the tool of this name is the project's own.</param>
        internal UndoSteps(UndoLedger ledger, Func<string, bool> isOfProject)
        {
            this.ledger = ledger;
            this.isOfProject = isOfProject;
            ofDomain = this;
        }

        /// <summary>A call that waited acts now: what is recorded until it ends is its step's. Main thread.</summary>
        internal static void Acts(ToolCall call) => ofDomain?.Begins(call);

        /// <summary>It has acted, and its outcome came earlier, from another thread. Main thread.</summary>
        internal static void Acted(ToolCall call)
        {
            if (ReferenceEquals(ofDomain?.current, call)) ofDomain!.Close();
        }

        /// <summary>Reverts what the call in progress has recorded so far; its end finds nothing left to do. Main thread.</summary>
        internal static void RevertCall()
        {
            if (ofDomain?.current != null) ofDomain.RevertCurrent();
        }

        /// <summary>The call in progress writes the asset file at this path, which Undo does not hold. Main thread.</summary>
        internal static void Writes(string path)
        {
            if (ofDomain?.current != null && Path.HasExtension(path)) ofDomain.written.Add(path);
        }

        private void RevertCurrent()
        {
            current = null;
            written.RemoveRange(writtenBefore, written.Count - writtenBefore);
            Undo.RevertAllDownToGroup(group);
            Undo.IncrementCurrentGroup();
        }

        /// <summary>The current call's action, as a menu text: "Create Cube". A tool says so; the step's own name wins.</summary>
        internal static string Doing { get; set; } = "";

        /// <inheritdoc/>
        public void Begins(ToolCall call)
        {
            // To look must not cut the user's own changes in two.
            if (call.IsRead) return;
            Doing = "";
            // Until all of it has worked: the end of a call that could not begin must not take back the one before it.
            current = null;
            waits = false;
            // The file of a call without a record belongs to the record that its step has, or will have.
            if (call.UndoGroup == null || call.UndoGroup.Id != writtenBy) written.Clear();
            writtenBy = call.UndoGroup?.Id;
            writtenBefore = written.Count;
            Undo.IncrementCurrentGroup();
            var names = UndoNames.Read();
            ledger.Sync(names);
            doneBefore = names.DoneCount;
            // Calls of one step follow each other; when somebody else changed something between, they stay two records.
            joins = topGroup != NoGroup && call.UndoGroup != null && names.DoneCount == names.All.Count
                && ledger.At(names.DoneCount - 1)?.Id == call.UndoGroup.Id;
            group = Undo.GetCurrentGroup();
            thread = Environment.CurrentManagedThreadId;
            if (!joins) topGroup = group;
            current = call;
        }

        /// <inheritdoc/>
        public void Waits(ToolCall call)
        {
            if (!ReferenceEquals(call, current)) return;
            waits = true;
            if (call.Method == MenuItemTool.ToolName)
            {
                updatesLeft = UpdatesOfMenuItem;
                EditorApplication.update += Countdown;
            }
            else if (!isOfProject(call.Method))
            {
                // Later changes of the scene (by the user, a test, play mode) are not the call's.
                Close();
            }
        }

        /// <inheritdoc/>
        public void Ends(ToolCall call, CallOutcome outcome)
        {
            // Undo belongs to the main thread. A call that ended after others had begun keeps the records that Unity made of it.
            if (!ReferenceEquals(call, current) || thread != Environment.CurrentManagedThreadId) return;
            if (outcome.Error != null && !waits)
            {
                RevertCurrent();
                return;
            }
            Settle(call, outcome.Result);
        }

        /// <summary>The domain goes: what a waiting call has changed so far belongs to its step. Main thread.</summary>
        public void Dispose() => Close();

        private void Countdown()
        {
            if (current == null || --updatesLeft <= 0) Close();
        }

        private void Close()
        {
            if (current != null) Settle(current, null);
        }

        private void Settle(ToolCall call, JToken? result)
        {
            current = null;
            EditorApplication.update -= Countdown;
            // Only a call that waited can end in the middle of the user's drag; its records then stay as Unity made them.
            if (UserHands.Busy() != null) return;
            var name = call.UndoGroup?.Name ?? (Doing.Length > 0 ? Doing : call.Method);
            if (name.Length > MaxNameLength) name = name.Substring(0, MaxNameLength);
            Undo.FlushUndoRecordObjects();
            var made = UndoNames.Read();
            // Undo and redo move records; only a new one at the end of the history is this call's.
            if (made.DoneCount <= doneBefore || made.DoneCount != made.All.Count || call.Method == "unity_undo"
                || call.Method == "unity_history")
            {
                if (joins && ledger.At(doneBefore - 1) is { } record) NameFiles(record);
                Undo.IncrementCurrentGroup();
                return;
            }
            Undo.SetCurrentGroupName(name);
            Undo.CollapseUndoOperations(joins ? topGroup : group);
            var names = UndoNames.Read();
            ledger.Sync(names);
            if (names.DoneCount > 0)
            {
                var entry = ledger.Add(call.UndoGroup?.Id ?? call.CallId, names.NextUndo!, names.DoneCount - 1);
                foreach (var obj in ObjectsOf(result)) entry.After[ObjectIds.Of(obj)] = ObjectDigest.Of(obj);
                NameFiles(entry);
            }
            Undo.IncrementCurrentGroup();
        }

        private void NameFiles(LedgerEntry entry)
        {
            foreach (var path in written)
                if (!entry.Files.Contains(path)) entry.Files.Add(path);
            ledger.Save();
        }

        /// <summary>The objects that a result names, those of a batch's results too.</summary>
        private static IEnumerable<GameObject> ObjectsOf(JToken? result)
        {
            if (result is JArray list)
            {
                foreach (var item in list)
                    foreach (var obj in ObjectsOf(item)) yield return obj;
            }
            else if (result is JObject json)
            {
                var id = (json["instanceId"] ?? json["gameObjectId"]) as JValue;
                if (id?.Value is string text && ObjectFinder.GameObjectOf(ObjectIds.Find(text)) is { } found) yield return found;
                foreach (var obj in ObjectsOf(json["results"])) yield return obj;
            }
        }
    }
}
