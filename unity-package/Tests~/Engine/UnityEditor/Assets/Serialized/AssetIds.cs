#nullable enable
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Objects of assets by GUID and the id within their file.</summary>
    internal static class AssetIds
    {
        /// <summary>Id of the main object of an imported file.</summary>
        internal const long MainId = 100_000;

        /// <summary>False for objects of scenes and for those that are in no file.</summary>
        internal static bool TryGet(Object obj, out string guid, out long fileId)
        {
            if (obj.AssetPath != null && ProjectAssets.Current.Index.Find(obj.AssetPath) is { } asset)
            {
                (guid, fileId) = (asset.Guid, obj.LocalFileId);
                return true;
            }
            return BuiltinResources.TryGetId(obj, out guid, out fileId);
        }

        /// <summary>Loads the asset where it is not loaded yet. Returns null if there is no such object.</summary>
        internal static Object? Find(string guid, long fileId) =>
            BuiltinResources.ById(guid, fileId)
            ?? (ProjectAssets.Current.Index.ByGuid(guid) is { } asset ? ProjectAssets.Current.Loaded.Object(asset, fileId) : null);
    }
}
