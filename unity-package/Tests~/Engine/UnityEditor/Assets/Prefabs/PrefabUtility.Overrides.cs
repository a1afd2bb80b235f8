#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Engine.Assets;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor.SceneManagement;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>An instance's overrides.</summary>
    public sealed partial class PrefabUtility
    {
        /// <summary>Writes all of it into the prefab, but not where and how the root stands.</summary>
        public static void ApplyPrefabInstance(GameObject instanceRoot, InteractionMode action)
        {
            var (handle, asset) = Outermost(instanceRoot, nameof(ApplyPrefabInstance));
            if (IsPartOfImmutablePrefab(instanceRoot)) throw new ArgumentException($"The Prefab '{asset.Path}' cannot be changed.");
            prefabInstanceApplying?.Invoke(instanceRoot);
            var content = PrefabApply.Content(handle, asset);
            if (!Write(asset, content.Json, handle)) return;
            foreach (var obj in Hierarchy.Everything(instanceRoot).ToList()) PrefabLinks.Link(obj, asset, content.Ids, handle);
            prefabInstanceApplied?.Invoke(instanceRoot);
        }

        /// <summary>Drops all of it, but not where and how the root stands. Additions are destroyed, removals come back.</summary>
        public static void RevertPrefabInstance(GameObject instanceRoot, InteractionMode action)
        {
            var (handle, _) = Outermost(instanceRoot, nameof(RevertPrefabInstance));
            prefabInstanceReverting?.Invoke(instanceRoot);
            var sources = Hierarchy.Everything(handle.SourceRoot!).ToDictionary(o => o.LocalFileId);
            PrefabUpdate.Rebuild(handle, node =>
            {
                var bare = PrefabFiles.BareInstance(handle.SourceGuid, (long)node["id"]!);
                bare["ids"] = node["ids"];
                bare["changes"] = new JArray(((JArray)node["changes"]!).Where(c =>
                    sources.TryGetValue((long)c["target"]!, out var source) && PrefabApply.IsDefault(source, (string)c["path"]!)));
                return bare;
            });
            prefabInstanceReverted?.Invoke(instanceRoot);
        }

        public static void RevertObjectOverride(Object instanceComponentOrGameObject, InteractionMode action) =>
            Revert(instanceComponentOrGameObject, _ => true);

        public static void RevertPropertyOverride(SerializedProperty instanceProperty, InteractionMode action)
        {
            var path = instanceProperty.propertyPath;
            Revert(instanceProperty.serializedObject.targetObject, p => p == path || p.StartsWith(path + ".", StringComparison.Ordinal));
        }

        /// <summary>Writes one value into the prefab's file; what the instance has of it is no override any more.</summary>
        public static void ApplyPropertyOverride(SerializedProperty instanceProperty, string assetPath, InteractionMode action)
        {
            var instance = instanceProperty.serializedObject.targetObject;
            if (instance.PrefabSource is not { } source) throw new ArgumentException("The object is not part of a Prefab instance.");
            var root = LoadPrefabContents(assetPath);
            try
            {
                var inside = Hierarchy.Everything(root).First(o => o.LocalFileId == source.LocalFileId);
                using (var serialized = new SerializedObject(inside))
                {
                    serialized.CopyFromSerializedProperty(instanceProperty);
                    serialized.ApplyModifiedPropertiesWithoutUndo();
                }
                SaveAsPrefabAsset(root, assetPath);
            }
            finally
            {
                UnloadPrefabContents(root);
            }
        }

        public static bool HasPrefabInstanceAnyOverrides(GameObject instanceRoot, bool includeDefaultOverrides)
        {
            if (instanceRoot.PrefabHandle is not { } handle) return false;
            return PrefabApply.Changes(handle, includeDefaultOverrides).Any()
                || GetAddedComponents(instanceRoot).Count + GetAddedGameObjects(instanceRoot).Count
                    + GetRemovedComponents(instanceRoot).Count + GetRemovedGameObjects(instanceRoot).Count > 0;
        }

        /// <summary>Default ones too; null for what is no instance. The targets are objects of the prefab.</summary>
        public static PropertyModification[]? GetPropertyModifications(Object targetPrefab) =>
            targetPrefab.PrefabHandle is { } handle
                ? PrefabApply.Changes(handle, true).Select(c => new PropertyModification
                {
                    target = c.Source,
                    propertyPath = c.Path,
                    value = ValueText(c.Value),
                    objectReference = Referred(handle, c.Value),
                }).ToArray()
                : null;

        public static bool IsDefaultOverride(PropertyModification modification) =>
            modification.target != null && PrefabApply.IsDefault(modification.target, modification.propertyPath);

        public static List<ObjectOverride> GetObjectOverrides(GameObject prefabInstance, bool includeDefaultOverrides = false)
        {
            if (prefabInstance.PrefabHandle is not { } handle) return new List<ObjectOverride>();
            var changed = new HashSet<Object>(PrefabApply.Changes(handle, includeDefaultOverrides).Select(c => c.Source));
            return PrefabLinks.LinkedTo(handle).Where(o => changed.Contains(o.PrefabSource!))
                .Select(o => new ObjectOverride { instanceObject = o }).ToList();
        }

        public static List<AddedComponent> GetAddedComponents(GameObject prefabInstance) =>
            Linked(prefabInstance)
                .SelectMany(o => o.Components.Where(c => c is not null && !ReferenceEquals(c.PrefabHandle, o.PrefabHandle)))
                .Select(c => new AddedComponent { instanceComponent = c })
                .ToList();

        public static List<AddedGameObject> GetAddedGameObjects(GameObject prefabInstance) =>
            Linked(prefabInstance)
                .SelectMany(o => o.transform.Children.Select(c => c.Owner).Where(c => !ReferenceEquals(c.PrefabHandle, o.PrefabHandle)))
                .Select(o => new AddedGameObject { instanceGameObject = o, siblingIndex = o.transform.GetSiblingIndex() })
                .ToList();

        public static List<RemovedComponent> GetRemovedComponents(GameObject prefabInstance)
        {
            var removed = new List<RemovedComponent>();
            foreach (var obj in Linked(prefabInstance))
            {
                var there = new HashSet<Object>(obj.Components.Where(c => c is not null && c.PrefabSource != null)
                    .Select(c => c.PrefabSource!));
                foreach (var component in ((GameObject)obj.PrefabSource!).Components)
                    if (component is not null && !there.Contains(component))
                        removed.Add(new RemovedComponent { containingInstanceGameObject = obj, assetComponent = component });
            }
            return removed;
        }

        public static List<RemovedGameObject> GetRemovedGameObjects(GameObject prefabInstance)
        {
            var there = new HashSet<Object>(Linked(prefabInstance).Select(o => o.PrefabSource!));
            return Linked(prefabInstance)
                .SelectMany(o => ((GameObject)o.PrefabSource!).transform.Children
                    .Where(c => !there.Contains(c.Owner))
                    .Select(c => new RemovedGameObject { parentOfRemovedGameObjectInInstance = o, assetGameObject = c.Owner }))
                .ToList();
        }

        public static bool IsAddedComponentOverride(Object component) =>
            component is Component { Owner: { PrefabHandle: { } handle } } added && !ReferenceEquals(added.PrefabHandle, handle);

        public static bool IsAddedGameObjectOverride(GameObject gameObject) =>
            gameObject.transform.Parent is { Owner: { PrefabHandle: { } handle } } && !ReferenceEquals(gameObject.PrefabHandle, handle);

        private static List<GameObject> Linked(GameObject instance) =>
            instance.PrefabHandle is { } handle ? PrefabLinks.LinkedTo(handle).OfType<GameObject>().ToList() : new List<GameObject>();

        private static (PrefabInstance Handle, AssetRecord Asset) Outermost(GameObject root, string what)
        {
            if (root == null) throw new ArgumentNullException("instanceRoot");
            if (PrefabLinks.OutermostRoot(root)?.PrefabHandle is { SourceRoot: { } } handle
                && ProjectAssets.Current.Index.ByGuid(handle.SourceGuid) is { } asset)
                return (handle, asset);
            throw new ArgumentException(
                $"{what}: the GameObject '{root.name}' is not part of a Prefab instance, or its Prefab is missing.");
        }

        private static void Revert(Object instance, Func<string, bool> path)
        {
            if (instance.PrefabHandle is not { } handle || instance.PrefabSource is not { } source)
                throw new ArgumentException("The object is not part of a Prefab instance.");
            PrefabUpdate.Rebuild(handle, node =>
            {
                foreach (var change in ((JArray)node["changes"]!)
                    .Where(c => (long)c["target"]! == source.LocalFileId && path((string)c["path"]!)).ToList()) change.Remove();
                return node;
            });
        }

        private static string ValueText(JToken value) =>
            value is JValue { Value: { } plain } ? plain is bool flag ? flag ? "1" : "0"
                : ((JValue)value).ToString(Formatting.None).Trim('"') : "";

        private static Object? Referred(PrefabInstance handle, JToken value)
        {
            if (!(value is JObject name) || !ObjectCodec.IsReference(name) || name["$id"] is not { } id) return null;
            if (name["$guid"] is { } guid) return AssetIds.Find((string)guid!, (long)id);
            return Hierarchy.Everything(handle.Root!.transform.root.gameObject).FirstOrDefault(o => o.LocalFileId == (long)id);
        }
    }
}
