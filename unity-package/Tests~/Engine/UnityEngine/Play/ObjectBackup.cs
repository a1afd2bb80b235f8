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

        internal ObjectBackup(Object source)
        {
            id = source.Id;
            assembly = source.GetType().Assembly.GetName().Name ?? "";
            type = source.GetType().FullName ?? "";
            data = Read(source);
            owner = (source as Component)?.Owner;
            index = owner is null ? -1 : owner.Components.IndexOf((Component)source);
            isAlive = source.IsAlive;
            assetPath = source.AssetPath;
            localFileId = source.LocalFileId;
            HideFlags = source.hideFlags;
            name = $"{type} ({id})";
        }

        internal HideFlags HideFlags { get; }

        /// <summary>Takes the object out of its GameObject; its place stays, as a missing script.</summary>
        internal void Detach()
        {
            if (owner is not null && index >= 0) owner.Components[index] = null!;
        }

        /// <summary>A new instance in the old one's place; null where the type is gone.</summary>
        internal Object? Recreate()
        {
            var found = Find();
            if (found == null) return null;
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
                if (index >= 0 && index < owner.Components.Count) owner.Components[index] = component;
            }
            return made;
        }

        /// <summary>After all are back: references find their targets.</summary>
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
