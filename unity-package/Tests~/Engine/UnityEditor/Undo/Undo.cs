using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    [Serializable]
    public sealed partial class PropertyModification
    {
        public Object target;
        public string propertyPath;
        public string value;
        public Object objectReference;
    }

    public struct UndoPropertyModification
    {
        public PropertyModification previousValue;
        public PropertyModification currentValue;
        public bool keepPrefabOverride { get; set; }
    }

    public struct UndoRedoInfo
    {
        public string undoName;
        public int undoGroup;
        public bool isRedo;
    }

    public partial class Undo
    {
        public delegate void UndoRedoCallback();
        public delegate void UndoRedoEventCallback(in UndoRedoInfo undo);
        public delegate void WillFlushUndoRecord();
        public delegate UndoPropertyModification[] PostprocessModifications(UndoPropertyModification[] modifications);

        public static UndoRedoCallback undoRedoPerformed;
        public static UndoRedoEventCallback undoRedoEvent;
        public static WillFlushUndoRecord willFlushUndoRecord;
        public static PostprocessModifications postprocessModifications;

        public static bool isProcessing => UndoHistory.IsProcessing;

        public static int GetCurrentGroup() => UndoHistory.CurrentGroup;
        public static string GetCurrentGroupName() => UndoHistory.CurrentName;
        public static void SetCurrentGroupName(string name) => UndoHistory.NameCurrent(name);
        public static void IncrementCurrentGroup() => UndoHistory.Increment();
        public static void CollapseUndoOperations(int groupIndex) => UndoHistory.Collapse(groupIndex);
        public static void RevertAllDownToGroup(int group) => UndoHistory.RevertDownTo(group);
        public static void RevertAllInCurrentGroup() => UndoHistory.RevertDownTo(UndoHistory.CurrentGroup);
        public static void PerformUndo() => UndoHistory.Undo();
        public static void PerformRedo() => UndoHistory.Redo();
        public static void FlushUndoRecordObjects() => UndoHistory.Flush();
        public static void ClearAll() => UndoHistory.Clear();
        public static void ClearUndo(Object identifier) => UndoHistory.Forget(identifier);
        internal static void ClearUndoSceneHandle(Scene scene) => UndoHistory.ForgetScene(scene.Data);
        internal static bool HasUndo() => UndoHistory.Done.Count > 0;
        internal static bool HasRedo() => UndoHistory.Undone.Count > 0;

        /// <summary>
        /// Names of all groups, those that can be done again at the end; the cursor is the index of the last one that is done.
        /// </summary>
#if UNITY_6000_2_OR_NEWER
        internal static void GetUndoList(List<string> undoList, out int undoCursor, bool serialized = false)
#else
        internal static void GetUndoList(List<string> undoList, out int undoCursor)
#endif
        {
            FlushUndoRecordObjects();
            undoList.Clear();
            undoList.AddRange(UndoHistory.Done.Select(record => record.Name));
            undoList.AddRange(UndoHistory.Undone.Reverse().Select(record => record.Name));
            undoCursor = UndoHistory.Done.Count - 1;
        }

        public static void RecordObject(Object objectToUndo, string name)
        {
            if (objectToUndo == null) throw new ArgumentNullException(nameof(objectToUndo));
            UndoHistory.Open(name).Touch(objectToUndo);
        }

        public static void RecordObjects(Object[] objectsToUndo, string name)
        {
            foreach (var obj in objectsToUndo) RecordObject(obj, name);
        }

        public static void RegisterCompleteObjectUndo(Object objectToUndo, string name) => RecordObject(objectToUndo, name);
        public static void RegisterCompleteObjectUndo(Object[] objectsToUndo, string name) => RecordObjects(objectsToUndo, name);

        public static void RegisterCreatedObjectUndo(Object objectToUndo, string name)
        {
            if (objectToUndo == null) throw new ArgumentNullException(nameof(objectToUndo));
            var record = UndoHistory.Open(name);
            if (objectToUndo is GameObject obj)
            {
                var key = OrderKey.Around(obj);
                record.TouchOrder(key, key.Now().Where(id => id != obj.Id).ToList());
                record.TouchNewTree(obj);
            }
            else
            {
                record.Touch(objectToUndo, null);
            }
        }

        public static void RegisterFullObjectHierarchyUndo(Object objectToUndo, string name)
        {
            if (objectToUndo is Component component) objectToUndo = component.gameObject;
            if (objectToUndo is GameObject obj) UndoHistory.Open(name).Watch(obj);
            else RecordObject(objectToUndo, name);
        }

        public static void RegisterChildrenOrderUndo(Object objectToUndo, string name)
        {
            var obj = objectToUndo as GameObject ?? ((Component)objectToUndo).gameObject;
            UndoHistory.Open(name).TouchOrder(OrderKey.Children(obj));
        }

        public static void DestroyObjectImmediate(Object objectToUndo)
        {
            if (objectToUndo == null) throw new ArgumentNullException(nameof(objectToUndo));
            var record = UndoHistory.Open($"Destroy {objectToUndo.name}");
            if (objectToUndo is GameObject obj)
            {
                record.TouchOrder(OrderKey.Around(obj));
                record.TouchTree(obj);
            }
            else
            {
                if (objectToUndo is Component { Owner: { } owner }) record.TouchOrder(OrderKey.Components(owner));
                record.Touch(objectToUndo);
            }
            ObjectGraph.Destroy(objectToUndo);
            PushDestroyed(objectToUndo);
        }

        private static void PushDestroyed(Object obj) => Dirty.Mark(obj);

        public static Component AddComponent(GameObject gameObject, Type type)
        {
            if (gameObject == null) throw new ArgumentNullException(nameof(gameObject));
            var record = UndoHistory.Open($"Add {type?.Name}");
            var before = gameObject.Components.ToList();
            if (type == typeof(RectTransform)) record.Touch(gameObject.transform);
            record.TouchOrder(OrderKey.Components(gameObject));
            var added = gameObject.AddComponent(type);
            foreach (var component in gameObject.Components)
                if (component is not null && !before.Contains(component)) record.Touch(component, null);
            return added;
        }

        public static T AddComponent<T>(GameObject gameObject) where T : Component => AddComponent(gameObject, typeof(T)) as T;

        public static void SetTransformParent(Transform transform, Transform newParent, string name) =>
            SetTransformParent(transform, newParent, true, name);

        public static void SetTransformParent(Transform transform, Transform newParent, bool worldPositionStays, string name)
        {
            if (transform == null) throw new ArgumentNullException(nameof(transform));
            var record = UndoHistory.Open(name);
            record.TouchOrder(OrderKey.Around(transform.gameObject));
            record.TouchOrder(newParent == null ? OrderKey.Roots(transform.gameObject.scene) : OrderKey.Children(newParent.gameObject));
            record.Touch(transform.gameObject);
            record.Touch(transform);
            transform.SetParent(newParent, worldPositionStays);
        }

        public static void SetSiblingIndex(Transform transform, int siblingIndex, string name)
        {
            if (transform == null) throw new ArgumentNullException(nameof(transform));
            UndoHistory.Open(name).TouchOrder(OrderKey.Around(transform.gameObject));
            transform.SetSiblingIndex(siblingIndex);
        }

        public static void MoveGameObjectToScene(GameObject go, Scene scene, string name)
        {
            if (go == null) throw new ArgumentNullException(nameof(go));
            var record = UndoHistory.Open(name);
            record.TouchOrder(OrderKey.Around(go));
            foreach (var below in ObjectGraph.Tree(go)) record.Touch(below);
            SceneManager.MoveGameObjectToScene(go, scene);
        }
    }
}
