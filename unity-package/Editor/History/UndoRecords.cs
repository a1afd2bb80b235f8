#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.History
{
    /// <summary>One record of the Undo history, an agent's or somebody else's.</summary>
    internal sealed class UndoRecordInfo
    {
        internal UndoRecordInfo(string id, string name, LedgerEntry? entry)
        {
            Id = id;
            Name = name;
            Entry = entry;
        }

        internal string Id { get; }

        internal string Name { get; }

        /// <summary>The agent's entry of the record; null if it is somebody else's.</summary>
        internal LedgerEntry? Entry { get; }

        /// <summary>Whether somebody has only selected something: nothing is lost with it.</summary>
        internal bool IsSelection => Entry == null && UndoNames.IsSelection(Name);

        internal JObject ToJson() => new JObject { ["id"] = Id, ["name"] = Name };
    }

    /// <summary>Which of the given records can be undone or redone, and what blocks them.</summary>
    internal sealed class UndoRecords
    {
        private const int MaxListed = 50;

        private readonly UndoLedger ledger;
        private readonly UndoNames names;
        private readonly HashSet<string> wanted;
        private readonly bool isUndo;

        internal UndoRecords(UndoLedger ledger, IReadOnlyList<string> ids, bool isUndo)
        {
            this.ledger = ledger;
            this.isUndo = isUndo;
            names = UndoNames.Read();
            ledger.Sync(names);
            wanted = new HashSet<string>(ids);
            Affected = FindAffected();
            State = Describe(ids);
        }

        /// <summary>The records that would be included, in order. Empty: none of the records can be moved.</summary>
        internal IReadOnlyList<UndoRecordInfo> Affected { get; }

        /// <summary>The registry's HistoryState.</summary>
        internal JObject State { get; }

        internal bool IsInTheWay => (int)State["blockingCount"]! > 0 || ((JArray)State["changed"]!).Count > 0;

        /// <summary>The editor's own id of a record that is not an agent's.</summary>
        internal static string IdAt(int position) => "#" + position.ToString(CultureInfo.InvariantCulture);

        private UndoRecordInfo At(int position)
        {
            var entry = ledger.At(position);
            return new UndoRecordInfo(entry?.Id ?? IdAt(position), names.All[position], entry);
        }

        private List<UndoRecordInfo> FindAffected()
        {
            var affected = new List<UndoRecordInfo>();
            if (isUndo)
            {
                for (var position = 0; position < names.DoneCount; position++)
                    if (affected.Count > 0 || wanted.Contains(At(position).Id)) affected.Insert(0, At(position));
            }
            else
            {
                for (var position = names.All.Count - 1; position >= names.DoneCount; position--)
                    if (affected.Count > 0 || wanted.Contains(At(position).Id)) affected.Insert(0, At(position));
            }
            return affected;
        }

        private JObject Describe(IReadOnlyList<string> ids)
        {
            var records = new JArray();
            foreach (var id in ids) records.Add(StateOf(id));
            var blocking = new List<UndoRecordInfo>();
            foreach (var record in Affected)
                if (!wanted.Contains(record.Id) && !record.IsSelection) blocking.Add(record);
            var changed = Changed();
            var listed = new JArray();
            for (var i = 0; i < blocking.Count && i < MaxListed; i++) listed.Add(blocking[i].ToJson());
            var scenes = new JArray();
            foreach (var scene in ScenePaths.LoadedScenes())
                if (scene.path.Length > 0) scenes.Add(scene.path);
            var state = new JObject
            {
                ["records"] = records,
                ["blocking"] = listed,
                ["blockingCount"] = blocking.Count,
                ["changed"] = new JArray(changed.GetRange(0, Math.Min(changed.Count, MaxListed))),
                ["openScenes"] = scenes,
            };
            var all = new JArray { state.DeepClone(), new JArray(blocking.ConvertAll(record => record.Id)), new JArray(changed) };
            state["seen"] = Hash(all.ToString(Formatting.None));
            return state;
        }

        private JObject StateOf(string id)
        {
            var found = -1;
            for (var position = 0; position < names.All.Count; position++)
            {
                if (At(position).Id != id) continue;
                // A record that can be moved in the direction that was asked for says more.
                if (found < 0 || (position < names.DoneCount) == isUndo) found = position;
            }
            if (found >= 0)
                return new JObject { ["id"] = id, ["name"] = names.All[found], ["state"] = found < names.DoneCount ? "done" : "undone" };
            var wasThere = false;
            foreach (var entry in ledger.Entries) wasThere |= entry.Id == id;
            return new JObject { ["id"] = id, ["state"] = wasThere ? "cleared" : "unknown" };
        }

        /// <summary>
        /// Objects that changed since the last record that touched them. Unknown after another author's record.
        /// </summary>
        private List<string> Changed()
        {
            var changed = new List<string>();
            var seen = new HashSet<string>();
            foreach (var record in Affected)
            {
                if (record.IsSelection) continue;
                if (record.Entry == null) break;
                foreach (var digest in isUndo ? record.Entry.After : record.Entry.Before)
                {
                    if (!seen.Add(digest.Key)) continue;
                    var obj = ObjectFinder.GameObjectOf(ObjectIds.Find(digest.Key));
                    var now = obj == null ? "" : ObjectDigest.Of(obj);
                    if (now != digest.Value) changed.Add(obj == null ? $"object {digest.Key}, which is gone" : ScenePaths.Of(obj));
                }
            }
            return changed;
        }

        /// <summary>Called after an undo: a redo expects the objects as they are now.</summary>
        internal void RememberUndone()
        {
            foreach (var record in Affected)
            {
                if (record.Entry == null) continue;
                record.Entry.Before.Clear();
                foreach (var id in record.Entry.After.Keys)
                {
                    var obj = ObjectFinder.GameObjectOf(ObjectIds.Find(id));
                    record.Entry.Before[id] = obj == null ? "" : ObjectDigest.Of(obj);
                }
            }
            ledger.Save();
        }

        private static string Hash(string text)
        {
            using (var sha = SHA256.Create())
            {
                var hex = new StringBuilder();
                foreach (var b in sha.ComputeHash(Encoding.UTF8.GetBytes(text))) hex.Append(b.ToString("x2", CultureInfo.InvariantCulture));
                return hex.ToString();
            }
        }
    }
}
