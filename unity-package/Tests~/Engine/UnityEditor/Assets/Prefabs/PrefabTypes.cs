#nullable enable
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public enum PrefabAssetType
    {
        NotAPrefab = 0,
        Regular = 1,
        Model = 2,
        Variant = 3,
        MissingAsset = 4,
    }

    public enum PrefabInstanceStatus
    {
        NotAPrefab = 0,
        Connected = 1,
        MissingAsset = 3,
    }

    public enum PrefabUnpackMode
    {
        OutermostRoot = 0,
        Completely = 1,
    }

    public enum InteractionMode
    {
        AutomatedAction,
        UserAction,
    }
}

namespace UnityEditor.SceneManagement
{
    /// <summary>Something that an instance has of its own; reading only.</summary>
    public abstract class PrefabOverride
    {
        public abstract Object? GetAssetObject();
    }

    /// <summary>An object of an instance some of whose values differ from the prefab's.</summary>
    public class ObjectOverride : PrefabOverride
    {
        public Object instanceObject { get; set; } = null!;

        public override Object? GetAssetObject() => instanceObject.PrefabSource;
    }

    public class AddedComponent : PrefabOverride
    {
        public Component instanceComponent { get; set; } = null!;

        public override Object? GetAssetObject() => instanceComponent.gameObject.PrefabSource;
    }

    public class RemovedComponent : PrefabOverride
    {
        public GameObject containingInstanceGameObject { get; set; } = null!;

        public Component assetComponent { get; set; } = null!;

        public override Object GetAssetObject() => assetComponent;
    }

    public class AddedGameObject : PrefabOverride
    {
        public GameObject instanceGameObject { get; set; } = null!;

        public int siblingIndex { get; set; }

        public override Object? GetAssetObject() => instanceGameObject.transform.parent.gameObject.PrefabSource;
    }

    public class RemovedGameObject : PrefabOverride
    {
        public GameObject parentOfRemovedGameObjectInInstance { get; set; } = null!;

        public GameObject assetGameObject { get; set; } = null!;

        public override Object GetAssetObject() => assetGameObject;
    }
}
