using System;
using System.Globalization;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>An object's name in files: the GUID of its asset or scene and its id inside.</summary>
    [Serializable]
    public partial struct GlobalObjectId : IEquatable<GlobalObjectId>, IComparable<GlobalObjectId>
    {
        private const int ImportedAsset = 1;
        private const int SceneObject = 2;

        private string guid;

        public ulong targetObjectId { readonly get; private set; }
        public ulong targetPrefabId { readonly get; private set; }
        public int identifierType { readonly get; private set; }

        internal readonly string Guid => guid ?? new string('0', 32);

        public static GlobalObjectId GetGlobalObjectIdSlow(Object targetObject)
        {
            if (targetObject == null) return default;
            var owner = targetObject as GameObject ?? (targetObject as Component)?.gameObject;
            if (owner is not null && SceneTable.Find(owner.SceneHandle) is { IsHidden: false } scene)
                return new GlobalObjectId { guid = scene.Guid.Length > 0 ? scene.Guid : null, identifierType = SceneObject,
                    targetObjectId = IdInFile(targetObject, scene) };
            return AssetIdOf(targetObject) is { } asset
                ? new GlobalObjectId { guid = asset.Guid, identifierType = ImportedAsset, targetObjectId = unchecked((ulong)asset.FileId) }
                : default;
        }

        /// <summary>The asset database fills this in; null: the object is in no file.</summary>
        internal static Func<Object, (string Guid, long FileId)?> AssetIdOf { get; set; } = _ => null;

        /// <summary>Likewise, the other way.</summary>
        internal static Func<string, long, Object> AssetOf { get; set; } = (_, _) => null;

        private static ulong IdInFile(Object obj, SceneData scene)
        {
            if (obj.LocalFileId == 0) obj.LocalFileId = ++scene.LastFileId;
            return unchecked((ulong)obj.LocalFileId);
        }

        public static Object GlobalObjectIdentifierToObjectSlow(GlobalObjectId id)
        {
            if (id.identifierType == ImportedAsset) return AssetOf(id.Guid, unchecked((long)id.targetObjectId));
            if (id.identifierType != SceneObject) return null;
            foreach (var scene in SceneTable.Open.Where(scene =>
                scene.IsLoaded && (scene.Guid.Length > 0 ? scene.Guid : new string('0', 32)) == id.Guid))
                foreach (var obj in scene.Roots.SelectMany(ObjectGraph.Tree))
                {
                    if (unchecked((ulong)obj.LocalFileId) == id.targetObjectId) return obj;
                    if (obj.Components.FirstOrDefault(part =>
                        part is not null && unchecked((ulong)part.LocalFileId) == id.targetObjectId) is { } component) return component;
                }
            return null;
        }

        public static bool TryParse(string stringValue, out GlobalObjectId id)
        {
            id = default;
            var parts = stringValue.Split('-');
            if (parts.Length != 5 || parts[0] != "GlobalObjectId_V1" || parts[2].Length != 32) return false;
            if (!int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var type)) return false;
            if (!ulong.TryParse(parts[3], NumberStyles.None, CultureInfo.InvariantCulture, out var target)) return false;
            if (!ulong.TryParse(parts[4], NumberStyles.None, CultureInfo.InvariantCulture, out var prefab)) return false;
            id = new GlobalObjectId { identifierType = type, guid = parts[2], targetObjectId = target, targetPrefabId = prefab };
            return true;
        }

        public override readonly string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "GlobalObjectId_V1-{0}-{1}-{2}-{3}", identifierType, Guid, targetObjectId,
                targetPrefabId);

        public readonly bool Equals(GlobalObjectId other) => ToString() == other.ToString();
        public override readonly bool Equals(object obj) => obj is GlobalObjectId other && Equals(other);
        public override readonly int GetHashCode() => ToString().GetHashCode();
        public readonly int CompareTo(GlobalObjectId other) => string.CompareOrdinal(ToString(), other.ToString());
    }
}
