using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    /// <summary>The stack of Undo groups of the process. It survives a domain reload.</summary>
    internal static class UndoHistory
    {
        /// <summary>The oldest groups are forgotten above this.</summary>
        private const int MaxGroups = 500;

        private const string SelectionName = "Selection Change";

        private static readonly List<UndoRecord> done = new();
        private static readonly List<UndoRecord> undone = new();
        private static readonly Dictionary<int, string> names = new();

        internal static int CurrentGroup { get; private set; }
        internal static bool IsProcessing { get; private set; }
        internal static IReadOnlyList<UndoRecord> Done => done;
        /// <summary>The undone records; the last is the next to be done again.</summary>
        internal static IReadOnlyList<UndoRecord> Undone => undone;

        /// <summary>The record of the current group, which is made when there is none yet. Ends redo.</summary>
        internal static UndoRecord Open(string name)
        {
            undone.Clear();
            if (done.Count == 0 || done[^1].Group != CurrentGroup)
            {
                Flush();
                done.Add(new UndoRecord(CurrentGroup));
                if (done.Count > MaxGroups) done.RemoveAt(0);
            }
            var record = done[^1];
            record.Name = names.TryGetValue(CurrentGroup, out var given) ? given : string.IsNullOrEmpty(name) ? record.Name : name;
            return record;
        }

        /// <summary>The selection is part of the history. A group that changes something besides is named after that.</summary>
        internal static void OpenSelection(List<ulong> before)
        {
            if (IsProcessing) return;
            var isNew = done.Count == 0 || done[^1].Group != CurrentGroup;
            Open(isNew ? SelectionName : "").TouchSelection(before);
        }

        /// <summary>Takes what was changed since it was recorded.</summary>
        internal static void Flush()
        {
            if (done.Count == 0 || IsProcessing) return;
            var top = done[^1];
            UndoEvents.WillFlush();
            var fresh = top.Settle();
            foreach (var change in fresh)
            {
                UndoEvents.Push(change.Current, change, false);
                Dirty.Mark(change.Current);
            }
            UndoEvents.Postprocess(fresh);
            if (top.IsEmpty) done.RemoveAt(done.Count - 1);
        }

        internal static void Increment()
        {
            Flush();
            CurrentGroup++;
        }

        internal static string CurrentName =>
            names.TryGetValue(CurrentGroup, out var name) ? name : done.LastOrDefault(record => record.Group == CurrentGroup)?.Name ?? "";

        internal static void NameCurrent(string name)
        {
            names[CurrentGroup] = name;
            if (done.LastOrDefault(record => record.Group == CurrentGroup) is { } record) record.Name = name;
        }

        internal static void Collapse(int group)
        {
            Flush();
            var first = done.FindIndex(record => record.Group >= group);
            if (first < 0) return;
            var name = done[^1].Name;
            for (var i = first + 1; i < done.Count; i++) done[first].Merge(done[i]);
            done.RemoveRange(first + 1, done.Count - first - 1);
            done[first].Group = group;
            done[first].Name = names.TryGetValue(group, out var given) ? given : name;
            if (done[first].IsEmpty) done.RemoveAt(first);
            // Unity does the same: what comes now would go into the collapsed group only if the group were still current.
        }

        internal static void Undo()
        {
            Flush();
            if (done.Count == 0) return;
            var record = done[^1];
            done.RemoveAt(done.Count - 1);
            Apply(record, true);
            undone.Add(record);
            CurrentGroup++;
            UndoEvents.Performed(record, false);
        }

        internal static void Redo()
        {
            Flush();
            if (undone.Count == 0) return;
            var record = undone[^1];
            undone.RemoveAt(undone.Count - 1);
            Apply(record, false);
            done.Add(record);
            CurrentGroup++;
            UndoEvents.Performed(record, true);
        }

        /// <summary>Undoes groups for good: nobody can redo them.</summary>
        internal static void RevertDownTo(int group)
        {
            Flush();
            while (done.Count > 0 && done[^1].Group >= group)
            {
                var record = done[^1];
                done.RemoveAt(done.Count - 1);
                Apply(record, true);
            }
        }

        /// <summary>Removes a group as if it had never been: play mode ended, and its objects with it.</summary>
        internal static void Drop(int group)
        {
            done.RemoveAll(record => record.Group >= group);
            undone.Clear();
            CurrentGroup++;
        }

        internal static void Forget(Object obj)
        {
            foreach (var record in done.Concat(undone)) record.Forget(other => other == obj);
            done.RemoveAll(record => record.IsEmpty);
            undone.RemoveAll(record => record.IsEmpty);
        }

        internal static void ForgetScene(SceneData scene)
        {
            Flush();
            bool InScene(Object obj) => obj switch
            {
                GameObject gameObject => gameObject.SceneHandle == scene.Handle,
                Component component => component.Owner is { } owner && owner.SceneHandle == scene.Handle,
                RenderSettings settings => settings.SceneHandle == scene.Handle,
                _ => false,
            };
            foreach (var record in done.Concat(undone)) record.Forget(InScene);
            done.RemoveAll(record => record.IsEmpty || record.Changes.Count == 0);
            undone.RemoveAll(record => record.IsEmpty || record.Changes.Count == 0);
        }

        internal static void Clear()
        {
            done.Clear();
            undone.Clear();
            names.Clear();
            CurrentGroup++;
        }

        private static void Apply(UndoRecord record, bool before)
        {
            IsProcessing = true;
            try
            {
                record.Apply(before);
                foreach (var change in record.Changes) Dirty.Mark(change.Current);
            }
            finally
            {
                IsProcessing = false;
            }
        }
    }
}
