#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.Serialization;

namespace UnityEngine
{
    /// <summary>One object of a script's type in serialized form: what is left of it while no domain is there.</summary>
    internal sealed class ObjectBackup
    {
        private readonly ulong id;
        private readonly string assembly;
        private readonly string type;
        private readonly DataMap data;
        private readonly GameObject? owner;
        private readonly int index;
        private readonly bool isAlive;
        private readonly string? assetPath;
        private readonly long localFileId;
        private readonly string name;
        private object? described;
        private bool isLost;

        internal ObjectBackup(Object source)
        {
            id = source.Id;
            assembly = source.GetType().Assembly.GetName().Name ?? "";
            type = source.GetType().FullName ?? "";
            data = Read(source);
            owner = (source as Component)?.Owner;
            // Found by identity: destroyed objects equal each other, and this may be one that an undo brings back.
            index = owner is null ? -1 : owner.Components.FindIndex(component => ReferenceEquals(component, source));
            isAlive = source.IsAlive;
            assetPath = source.AssetPath;
            localFileId = source.LocalFileId;
            HideFlags = source.hideFlags;
            name = $"{type} ({id})";
        }

        internal HideFlags HideFlags { get; }

        /// <summary>Keeps what a file needs of it, should its script be gone; before any object is forgotten.</summary>
        internal void Describe(Object source)
        {
            if (source is MonoBehaviour script) described = LostScripts.Describe(script);
        }

        /// <summary>Takes the object out of its GameObject; its place stays, as a missing script.</summary>
        internal void Detach()
        {
            if (owner is not null && index >= 0) owner.Components[index] = null!;
        }

        /// <summary>A new instance in the old one's place; null where the type is gone.</summary>
        internal Object? Recreate()
        {
            var found = Find();
            if (found == null)
            {
                if (!isLost && described != null && owner is not null && index >= 0) LostScripts.Lost(owner, index, described);
                isLost = true;
                return null;
            }
            var place = isLost && described != null && owner is not null ? LostScripts.TakePlace(owner, described) : index;
            if (!(ObjectData.Create(found) is Object made))
            {
                EngineLog.Editor(LogType.Error, $"{name} could not be made again: its constructor failed.");
                return null;
            }
            ObjectTable.Replace(id, made);
            made.IsAlive = isAlive;
            made.AssetPath = assetPath!;
            made.LocalFileId = localFileId;
            if (made is Component component && owner is not null)
            {
                component.Owner = owner;
                if (place >= 0 && place < owner.Components.Count) owner.Components[place] = component;
            }
            return made;
        }

        /// <summary>To be called when all are back: references find their targets.</summary>
        internal void Fill(Object made)
        {
            try
            {
                ObjectData.Write(made, data);
            }
            catch (Exception e)
            {
                Debug.LogException(e);
            }
        }

        internal static DataMap Read(Object source)
        {
            try
            {
                return ObjectData.Read(source);
            }
            catch (Exception e)
            {
                // OnBeforeSerialize is the user's.
                Debug.LogException(e);
                return new DataMap();
            }
        }

        private Type? Find()
        {
            Type? elsewhere = null;
            foreach (var candidate in ScriptDomain.Searched())
            {
                var found = candidate.GetType(type);
                if (found == null || found.IsAbstract || !typeof(Object).IsAssignableFrom(found)) continue;
                if (candidate.GetName().Name == assembly) return found;
                elsewhere ??= found;
            }
            return elsewhere;
        }
    }

    /// <summary>
    /// Components whose script a reload took away, as the editor keeps them for files: Unity saves a missing script with all its values.
    /// The editor fills these in.
    /// </summary>
    internal static class LostScripts
    {
        /// <summary>Returns a script's content in a file; null if it is in none.</summary>
        internal static Func<MonoBehaviour, object?> Describe { get; set; } = _ => null;

        /// <summary>Called when a script is lost: its place among the object's components is a gap now.</summary>
        internal static Action<GameObject, int, object> Lost { get; set; } = (_, _, _) => { };

        /// <summary>Called when a script is back. Returns the place of its gap; -1: that is gone.</summary>
        internal static Func<GameObject, object, int> TakePlace { get; set; } = (_, _) => -1;

        /// <summary>Called for scripts that came back after their scene was read from its file.</summary>
        internal static Action Revive { get; set; } = () => { };
    }

    /// <summary>Every object of the domain's types, over a reload.</summary>
    internal sealed class DomainBackup
    {
        /// <summary>Types that vanished may come back with a later compile.</summary>
        private static List<ObjectBackup> missing = new List<ObjectBackup>();

        private readonly List<ObjectBackup> objects;
        private readonly List<(Object Holder, DataMap Data)> holders;

        private DomainBackup(List<ObjectBackup> objects, List<(Object, DataMap)> holders)
        {
            this.objects = objects;
            this.holders = holders;
        }

        internal static DomainBackup Take()
        {
            var mine = ObjectTable.All.Where(IsOfDomain).ToList();
            var ids = new HashSet<ulong>(mine.Select(o => o.Id));
            var backups = mine.Select(o => new ObjectBackup(o)).ToList();
            // Engine objects that point at one of them must point at its successor.
            var holders = new List<(Object, DataMap)>();
            foreach (var other in ObjectTable.All)
            {
                if (ids.Contains(other.Id)) continue;
                var data = ObjectBackup.Read(other);
                if (Mentions(data, ids)) holders.Add((other, data));
            }
            for (var i = 0; i < mine.Count; i++) backups[i].Describe(mine[i]);
            foreach (var backup in backups) backup.Detach();
            foreach (var gone in mine) ObjectTable.Forget(gone);
            return new DomainBackup(backups, holders);
        }

        /// <summary>Makes them again from the types of the domain that is there now.</summary>
        internal void Restore()
        {
            var all = objects.Concat(missing).ToList();
            missing = new List<ObjectBackup>();
            var made = new List<(ObjectBackup Backup, Object Object)>();
            foreach (var backup in all)
                if (backup.Recreate() is { } one) made.Add((backup, one));
                else missing.Add(backup);
            foreach (var (backup, one) in made) backup.Fill(one);
            foreach (var (holder, data) in holders) ObjectData.Write(holder, data);
            LostScripts.Revive();
        }

        private static bool IsOfDomain(Object obj) => ScriptDomain.Assemblies.Contains(obj.GetType().Assembly);

        private static bool Mentions(object value, HashSet<ulong> ids) =>
            value switch
            {
                ObjectReference reference => ids.Contains(reference.Id),
                DataMap map => map.Any(entry => Mentions(entry.Value, ids)),
                DataList list => list.Any(item => Mentions(item, ids)),
                ManagedReference managed => Mentions(managed.Data, ids),
                _ => false,
            };
    }
}
