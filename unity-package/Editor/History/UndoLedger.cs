#nullable enable
using System.Collections.Generic;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.History
{
    /// <summary>One record of the Undo history that an agent step made.</summary>
    internal sealed class LedgerEntry
    {
        internal LedgerEntry(string id, string name, int position)
        {
            Id = id;
            Name = name;
            Position = position;
        }

        /// <summary>The step's.</summary>
        internal string Id { get; }

        /// <summary>In the Undo history.</summary>
        internal string Name { get; }

        /// <summary>In the Undo history, from the oldest on.</summary>
        internal int Position { get; }

        /// <summary>It is no longer in the history.</summary>
        internal bool IsLost { get; set; }

        /// <summary>Asset files that the step wrote: Undo does not hold them.</summary>
        internal List<string> Files { get; } = new List<string>();

        /// <summary>Object id → what the object was like when the step had ended.</summary>
        internal Dictionary<string, string> After { get; } = new Dictionary<string, string>();

        /// <summary>Object id → what it was like when the step had been undone.</summary>
        internal Dictionary<string, string> Before { get; } = new Dictionary<string, string>();
    }

    /// <summary>
    /// Which records of the editor's Undo history are agent steps. Kept in SessionState: the history outlives a domain reload, and so does
    /// this.
    /// </summary>
    internal sealed class UndoLedger
    {
        private const string Key = "Fairlead.UndoLedger";

        /// <summary>Older steps are forgotten above this: Unity forgets old records as well.</summary>
        private const int MaxEntries = 500;

        private readonly ISessionState state;
        private readonly List<LedgerEntry> entries = new List<LedgerEntry>();

        internal UndoLedger(ISessionState state)
        {
            this.state = state;
            if (state.Get(Key) is { } text) Load(JArray.Parse(text));
        }

        internal IReadOnlyList<LedgerEntry> Entries => entries;

        /// <summary>The entry at a place of the history; null: somebody else's record.</summary>
        internal LedgerEntry? At(int position) => entries.FindLast(entry => !entry.IsLost && entry.Position == position);

        /// <summary>Marks what the history has dropped or overwritten since.</summary>
        internal void Sync(UndoNames names)
        {
            var changed = false;
            foreach (var entry in entries)
            {
                if (entry.IsLost || (entry.Position < names.All.Count && names.All[entry.Position] == entry.Name)) continue;
                entry.IsLost = true;
                changed = true;
            }
            if (changed) Save();
        }

        /// <summary>A step has made, or added to, the record at the top of the history.</summary>
        internal LedgerEntry Add(string id, string name, int position)
        {
            // A new record clears undone ones.
            foreach (var other in entries)
                if (other.Position > position || (other.Position == position && other.Id != id)) other.IsLost = true;
            var entry = At(position);
            if (entry == null)
            {
                entry = new LedgerEntry(id, name, position);
                entries.Add(entry);
                if (entries.Count > MaxEntries) entries.RemoveAt(0);
            }
            return entry;
        }

        internal void Save()
        {
            var array = new JArray();
            foreach (var entry in entries)
                array.Add(new JObject
                {
                    ["id"] = entry.Id,
                    ["name"] = entry.Name,
                    ["position"] = entry.Position,
                    ["lost"] = entry.IsLost,
                    ["files"] = new JArray(entry.Files),
                    ["after"] = JObject.FromObject(entry.After),
                    ["before"] = JObject.FromObject(entry.Before),
                });
            state.Set(Key, array.ToString(Newtonsoft.Json.Formatting.None));
        }

        private void Load(JArray array)
        {
            foreach (var item in array)
            {
                var entry =
                    new LedgerEntry((string)item["id"]!, (string)item["name"]!, (int)item["position"]!) { IsLost = (bool)item["lost"]! };
                foreach (var (from, to) in new[] { (item["after"], entry.After), (item["before"], entry.Before) })
                    foreach (var property in ((JObject)from!).Properties()) to[property.Name] = (string)property.Value!;
                foreach (var file in item["files"] ?? new JArray()) entry.Files.Add((string)file!);
                entries.Add(entry);
            }
        }
    }
}
