using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using UnityEngine.Serialization;

namespace UnityEditor
{
    /// <summary>Events of the history.</summary>
    internal static class UndoEvents
    {
        internal static void WillFlush() => UnityEditor.Undo.willFlushUndoRecord?.Invoke();

        internal static void Performed(UndoRecord record, bool isRedo)
        {
            UnityEditor.Undo.undoRedoPerformed?.Invoke();
            var info = new UndoRedoInfo { undoName = record.Name, undoGroup = record.Group, isRedo = isRedo };
            UnityEditor.Undo.undoRedoEvent?.Invoke(info);
            ObjectChangeEvents.Publish();
        }

        /// <summary>One entry for the next <see cref="ObjectChangeEvents.changesPublished"/>.</summary>
        internal static void Push(Object obj, UndoChange change, bool isUndo)
        {
            var (from, to) = isUndo ? (change.After, change.Before) : (change.Before, change.After);
            var scene = SceneOf(obj, from, to);
            if (obj is GameObject or Component && scene == 0) return;
            if (obj is GameObject)
            {
                if (from == null) ObjectChangeEvents.Push(ObjectChangeKind.CreateGameObjectHierarchy, obj.Id, scene);
                else if (to == null) ObjectChangeEvents.Push(ObjectChangeKind.DestroyGameObjectHierarchy, obj.Id, scene);
                else if (from.Place != to.Place || from.Scene != to.Scene)
                    ObjectChangeEvents.Push(ObjectChangeKind.ChangeGameObjectParent, obj.Id, scene, from.Place, to.Place);
                else ObjectChangeEvents.Push(ObjectChangeKind.ChangeGameObjectOrComponentProperties, obj.Id, scene);
            }
            else if (obj is Component component)
            {
                if (from == null || to == null)
                    ObjectChangeEvents.Push(ObjectChangeKind.ChangeGameObjectStructure, component.Owner.Id, scene);
                else ObjectChangeEvents.Push(ObjectChangeKind.ChangeGameObjectOrComponentProperties, obj.Id, scene);
            }
            else
            {
                ObjectChangeEvents.Push(ObjectChangeKind.ChangeAssetObjectProperties, obj.Id, 0);
            }
        }

        private static ulong SceneOf(Object obj, UndoImage from, UndoImage to) => obj switch
        {
            GameObject gameObject => to?.Scene ?? from?.Scene ?? gameObject.SceneHandle,
            Component { Owner: { } owner } => owner.SceneHandle,
            _ => 0,
        };

        internal static void Postprocess(List<UndoChange> fresh)
        {
            if (UnityEditor.Undo.postprocessModifications == null) return;
            var modifications = fresh.Where(change => change.Before != null && change.After != null).SelectMany(Modifications).ToArray();
            if (modifications.Length > 0) UnityEditor.Undo.postprocessModifications(modifications);
        }

        private static List<UndoPropertyModification> Modifications(UndoChange change)
        {
            var list = new List<UndoPropertyModification>();
            DataTree.Compare("", change.Before.Data, change.After.Data, (path, before, after) => list.Add(new UndoPropertyModification
            {
                previousValue = Modification(change.Current, path, before),
                currentValue = Modification(change.Current, path, after),
            }));
            return list;
        }

        internal static PropertyModification Modification(Object target, string path, object value) => new()
        {
            target = target,
            propertyPath = path,
            value = value switch
            {
                null or ObjectReference or ManagedReference => "",
                bool flag => flag ? "1" : "0",
                float number => number.ToString("R", CultureInfo.InvariantCulture),
                _ => System.Convert.ToString(value, CultureInfo.InvariantCulture),
            },
            objectReference = value is ObjectReference reference ? reference.Target : null,
        };
    }

    /// <summary>Which objects, and so which scenes, are not saved.</summary>
    internal static class Dirty
    {
        private static readonly Dictionary<ulong, int> counts = new();
        private static readonly HashSet<ulong> unsaved = new();

        internal static void Mark(Object obj)
        {
            if (obj is null) return;
            counts[obj.Id] = Count(obj) + 1;
            unsaved.Add(obj.Id);
            if (EngineEvents.IsPlaying()) return;
            var owner = obj as GameObject ?? (obj as Component)?.Owner;
            var handle = owner?.SceneHandle ?? (obj as RenderSettings)?.SceneHandle ?? 0;
            if (SceneTable.Find(handle) is { } scene)
                SceneManagement.EditorSceneManager.MarkSceneDirty(new Scene(scene.Handle));
        }

        internal static int Count(Object obj) => counts.TryGetValue(obj.Id, out var count) ? count : 0;
        internal static bool Is(Object obj) => unsaved.Contains(obj.Id);
        internal static void Saved(Object obj) => unsaved.Remove(obj.Id);
        internal static IEnumerable<ulong> All => new List<ulong>(unsaved);
    }
}
