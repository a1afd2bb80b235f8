#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Engine.Assets;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>The relation of instances to their prefabs, and placing and unpacking them.</summary>
    public sealed partial class PrefabUtility
    {
        public delegate void PrefabInstanceUpdated(GameObject instance);

        public static PrefabInstanceUpdated? prefabInstanceUpdated;

        public static event Action<GameObject>? prefabInstanceApplying;

        public static event Action<GameObject>? prefabInstanceApplied;

        public static event Action<GameObject>? prefabInstanceReverting;

        public static event Action<GameObject>? prefabInstanceReverted;

        public static event Action<GameObject, PrefabUnpackMode>? prefabInstanceUnpacking;

        public static event Action<GameObject, PrefabUnpackMode>? prefabInstanceUnpacked;

        private PrefabUtility()
        {
        }

        public static bool IsPartOfAnyPrefab(Object componentOrGameObject) =>
            IsPartOfPrefabAsset(componentOrGameObject) || IsPartOfPrefabInstance(componentOrGameObject);

        public static bool IsPartOfPrefabAsset(Object componentOrGameObject) =>
            PrefabLinks.ObjectOf(componentOrGameObject) is { AssetPath: { } };

        /// <summary>Objects that were added to an instance are part of it too; nested instances in assets count.</summary>
        public static bool IsPartOfPrefabInstance(Object componentOrGameObject) => PrefabLinks.OutermostRoot(componentOrGameObject) != null
            && (PrefabLinks.IsLinked(componentOrGameObject) || MissingParts.PrefabOf(PrefabLinks.ObjectOf(componentOrGameObject)!) != null);

        public static bool IsPartOfNonAssetPrefabInstance(Object componentOrGameObject) =>
            IsPartOfPrefabInstance(componentOrGameObject) && !IsPartOfPrefabAsset(componentOrGameObject);

        public static bool IsPartOfRegularPrefab(Object componentOrGameObject) =>
            GetPrefabAssetType(componentOrGameObject) == PrefabAssetType.Regular;

        public static bool IsPartOfModelPrefab(Object componentOrGameObject) =>
            GetPrefabAssetType(componentOrGameObject) == PrefabAssetType.Model;

        public static bool IsPartOfVariantPrefab(Object componentOrGameObject) =>
            GetPrefabAssetType(componentOrGameObject) == PrefabAssetType.Variant;

        public static bool IsPartOfImmutablePrefab(Object componentOrGameObject) =>
            AssetOf(componentOrGameObject) is { } asset
                && (AssetKinds.IsModel(asset.Path) || ProjectAssets.Current.Index.IsImmutable(asset.Path));

        public static bool IsPrefabAssetMissing(Object instanceComponentOrGameObject) =>
            GetPrefabInstanceStatus(instanceComponentOrGameObject) == PrefabInstanceStatus.MissingAsset;

        public static bool IsAnyPrefabInstanceRoot(GameObject gameObject) => gameObject != null && PrefabLinks.IsAnyRoot(gameObject);

        public static bool IsOutermostPrefabInstanceRoot(GameObject gameObject) =>
            gameObject != null && PrefabLinks.IsOutermostRoot(gameObject);

        public static GameObject? GetOutermostPrefabInstanceRoot(Object componentOrGameObject) =>
            IsPartOfPrefabInstance(componentOrGameObject) ? PrefabLinks.OutermostRoot(componentOrGameObject) : null;

        public static GameObject? GetNearestPrefabInstanceRoot(Object componentOrGameObject) =>
            IsPartOfPrefabInstance(componentOrGameObject) ? PrefabLinks.NearestRoot(componentOrGameObject) : null;

        public static Object? GetPrefabInstanceHandle(Object instanceComponentOrGameObject) => instanceComponentOrGameObject.PrefabHandle;

        public static string GetPrefabAssetPathOfNearestInstanceRoot(Object instanceComponentOrGameObject)
        {
            if (GetNearestPrefabInstanceRoot(instanceComponentOrGameObject) is not { } root) return "";
            Object? at = root.PrefabSource;
            // A nested instance has the path of the prefab that it instantiates in the outer prefab's file.
            while (at is GameObject { PrefabSource: GameObject inner } outer && !PrefabLinks.IsOutermostRoot(root)
                && PrefabLinks.IsAnyRoot(outer))
            {
                at = inner;
                if (PrefabLinks.IsOutermostRoot(outer)) break;
            }
            return at?.AssetPath ?? "";
        }

        public static PrefabInstanceStatus GetPrefabInstanceStatus(Object componentOrGameObject)
        {
            if (PrefabLinks.ObjectOf(componentOrGameObject) is not { } obj) return PrefabInstanceStatus.NotAPrefab;
            if (PrefabLinks.OutermostRoot(obj) is { } root && MissingParts.PrefabOf(root) != null) return PrefabInstanceStatus.MissingAsset;
            return IsPartOfPrefabInstance(componentOrGameObject) ? PrefabInstanceStatus.Connected : PrefabInstanceStatus.NotAPrefab;
        }

        public static PrefabAssetType GetPrefabAssetType(Object componentOrGameObject)
        {
            if (GetPrefabInstanceStatus(componentOrGameObject) == PrefabInstanceStatus.MissingAsset) return PrefabAssetType.MissingAsset;
            if (AssetOf(componentOrGameObject) is not { } asset) return PrefabAssetType.NotAPrefab;
            if (AssetKinds.IsModel(asset.Path)) return PrefabAssetType.Model;
            return PrefabFiles.RootOf(asset.Guid) is { PrefabSource: { } } ? PrefabAssetType.Variant : PrefabAssetType.Regular;
        }

        public static TObject? GetCorrespondingObjectFromSource<TObject>(TObject componentOrGameObject)
            where TObject : Object => componentOrGameObject.PrefabSource as TObject;

        public static TObject? GetCorrespondingObjectFromOriginalSource<TObject>(TObject componentOrGameObject)
            where TObject : Object
        {
            Object? at = componentOrGameObject.PrefabSource;
            while (at?.PrefabSource is { } further) at = further;
            return at as TObject;
        }

        public static TObject? GetCorrespondingObjectFromSourceAtPath<TObject>(TObject componentOrGameObject, string assetPath)
            where TObject : Object
        {
            Object? at = componentOrGameObject.PrefabSource;
            while (at is not null && at.AssetPath != assetPath) at = at.PrefabSource;
            return at as TObject;
        }

        public static GameObject[] FindAllInstancesOfPrefab(GameObject prefabRoot) =>
            prefabRoot.AssetPath != null && ProjectAssets.Current.Index.Find(prefabRoot.AssetPath) is { } asset
                ? PrefabUpdate.InstancesOf(asset.Guid).Where(h => h.AssetPath == null).Select(h => h.Root!).ToArray()
                : Array.Empty<GameObject>();

        public static Object? InstantiatePrefab(Object assetComponentOrGameObject) => Instantiate(assetComponentOrGameObject, null, null);

        public static Object? InstantiatePrefab(Object assetComponentOrGameObject, Scene destinationScene) =>
            Instantiate(assetComponentOrGameObject, destinationScene.Data, null);

        public static Object? InstantiatePrefab(Object assetComponentOrGameObject, Transform parent) =>
            Instantiate(assetComponentOrGameObject, null, parent);

        public static void UnpackPrefabInstance(GameObject instanceRoot, PrefabUnpackMode unpackMode, InteractionMode action)
        {
            if (!IsOutermostPrefabInstanceRoot(instanceRoot))
                throw new ArgumentException("UnpackPrefabInstance must be called with an outermost Prefab instance root.");
            UnpackPrefabInstanceAndReturnNewOutermostRoots(instanceRoot, unpackMode);
        }

        public static GameObject[] UnpackPrefabInstanceAndReturnNewOutermostRoots(GameObject instanceRoot, PrefabUnpackMode unpackMode)
        {
            if (!IsOutermostPrefabInstanceRoot(instanceRoot))
                throw new ArgumentException("Unpacking must be called with an outermost Prefab instance root.");
            prefabInstanceUnpacking?.Invoke(instanceRoot, unpackMode);
            var roots = PrefabLinks.Unpack(instanceRoot, unpackMode == PrefabUnpackMode.Completely).ToArray();
            prefabInstanceUnpacked?.Invoke(instanceRoot, unpackMode);
            return roots;
        }

        /// <summary>Changes are found by comparing, so there is nothing to record.</summary>
        public static void RecordPrefabInstancePropertyModifications(Object targetObject)
        {
            if (targetObject == null) throw new ArgumentNullException(nameof(targetObject));
        }

        private static AssetRecord? AssetOf(Object obj)
        {
            var path = obj.AssetPath ?? (PrefabLinks.OutermostRoot(obj) is { PrefabSource: { } source } ? source.AssetPath : null);
            return path == null ? null : ProjectAssets.Current.Index.Find(path);
        }

        private static Object? Instantiate(Object asset, SceneData? scene, Transform? parent)
        {
            if (asset == null) throw new ArgumentNullException(nameof(asset));
            if (PrefabLinks.ObjectOf(asset) is not { AssetPath: { } path } part || ProjectAssets.Current.Index.Find(path) is not { } record)
                return asset.AssetPath != null && !(asset is GameObject || asset is Component) ? Object.Instantiate(asset) : null;
            scene ??= parent != null ? SceneTable.Find(parent.gameObject.SceneHandle) : SceneTable.Target();
            var sourceRoot = PrefabFiles.RootOf(record.Guid)!;
            // Loaded prefab contents keep their file's ids, from which a scene's own counter knows nothing.
            long NewId() => scene!.IsHidden ? ProjectAssets.Current.Loaded.NewId(record.Guid) : ++scene.LastFileId;
            var rootId = NewId();
            var reader = new HierarchyReader(null, scene!.Handle, NewId);
            var root = reader.Node(PrefabFiles.BareInstance(record.Guid, rootId));
            reader.Fill();
            root.transform.Parent = null;
            ObjectGraph.Attach(root.transform, parent, -1);
            SceneFiles.Announce(reader.Made);
            ObjectGraph.TellActivity(root, new HashSet<Component>());
            return ReferenceEquals(part, sourceRoot) && asset is GameObject
                ? root
                : Hierarchy.Everything(root).FirstOrDefault(o => ReferenceEquals(o.PrefabSource, asset)) ?? root;
        }
    }
}
