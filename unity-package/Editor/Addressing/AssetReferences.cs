#nullable enable
using System;
using Fairlead.Editor.Assets;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Addressing
{
    /// <summary>
    /// Assets as arguments name them: by path (<c>Assets/Door.prefab</c>, a part of it as <c>Assets/Sheet.png#Sheet_3</c>,
    /// <c>Assets/Door.prefab#Rigidbody</c> or <c>Assets/Door.prefab#Leaf/Handle</c>), by GUID, by GlobalObjectId, or by the id
    /// of one that is loaded.
    /// </summary>
    internal static class AssetReferences
    {
        private const int GuidLength = 32;
        private const string GlobalIdPrefix = "GlobalObjectId_";

        /// <summary>Value of GlobalObjectId.identifierType for scene objects; all others are assets.</summary>
        private const int SceneObject = 2;

        internal static bool IsPath(string text) =>
            text.StartsWith("Assets/", StringComparison.Ordinal) || text.StartsWith("Packages/", StringComparison.Ordinal);

        internal static bool IsGuid(string text)
        {
            if (text.Length != GuidLength) return false;
            foreach (var c in text)
                if (!Uri.IsHexDigit(c)) return false;
            return true;
        }

        internal static bool IsGlobalId(string text) => text.StartsWith(GlobalIdPrefix, StringComparison.Ordinal);

        /// <summary>Whether a text can only be meant as an asset, whatever type is wanted.</summary>
        internal static bool LooksLikeAsset(string text) =>
            IsPath(text) || IsGuid(text)
                || (IsGlobalId(text) && GlobalObjectId.TryParse(text, out var id) && id.identifierType != SceneObject)
            || (ObjectIds.LooksLikeId(text) && ObjectIds.Find(text) is { } found && EditorUtility.IsPersistent(found));

        /// <summary>The very object that a GlobalObjectId or an id names; null: it is none of them, or is not there.</summary>
        internal static Object? Exact(string text)
        {
            if (IsGuid(text)) return null;
            var found = ObjectIds.LooksLikeId(text) ? ObjectIds.Find(text)
                : IsGlobalId(text) && GlobalObjectId.TryParse(text, out var id) ? GlobalObjectId.GlobalObjectIdentifierToObjectSlow(id)
                : null;
            return found != null ? found : null;
        }

        /// <summary>
        /// The object of this type in a file, given by path or GUID. Returns null if there is no such file or part; see
        /// <see cref="PathOf"/>.
        /// </summary>
        internal static Object? Load(string text, Type wanted)
        {
            var path = PathOf(text, out var part);
            if (path == null) return null;
            var main = AssetDatabase.LoadMainAssetAtPath(path);
            if (part == null) return Fitting(main, wanted) ?? First(path, wanted);
            if (main is GameObject prefab && ComponentTypes.FindAny(part) is { } type
                && Fitting(prefab.GetComponent(type), wanted) is { } component)
                return component;
            foreach (var inside in AssetDatabase.LoadAllAssetsAtPath(path))
                if (inside != null && inside.name == part && wanted.IsInstanceOfType(inside)) return inside;
            return main is GameObject whole && PrefabParts.Inside(whole, part) is { } child ? Fitting(child, wanted) : null;
        }

        /// <summary>
        /// Path of the existing file that a path or GUID names, and the part after a <c>#</c>. Returns null if there is none.
        /// </summary>
        internal static string? PathOf(string text, out string? part)
        {
            part = null;
            if (Existing(text) is { } whole) return whole;
            // A file's name may hold the sign too: the last one divides.
            var sign = text.LastIndexOf('#');
            if (sign <= 0 || !(Existing(text.Substring(0, sign)) is { } path)) return null;
            part = text.Substring(sign + 1);
            return path;
        }

        /// <summary>In the shape that <see cref="Load"/> takes; null: it is in no file of the project.</summary>
        internal static string? TextOf(Object asset)
        {
            var path = AssetDatabase.GetAssetPath(asset);
            if (string.IsNullOrEmpty(path) || !IsPath(path)) return null;
            // Several children may each have such a component: the child stands for it.
            if (ObjectFinder.GameObjectOf(asset) is { } part && part.transform.parent != null) return PrefabParts.TextOf(part);
            if (asset is Component component) return $"{path}#{component.GetType().Name}";
            return AssetDatabase.LoadMainAssetAtPath(path) == asset ? path : $"{path}#{asset.name}";
        }

        /// <summary>The object itself, the component of a prefab, or the prefab of a component; null: it is of another type.</summary>
        internal static Object? Fitting(Object? found, Type wanted)
        {
            if (found == null) return null;
            if (wanted.IsInstanceOfType(found)) return found;
            if (wanted == typeof(GameObject) && found is Component inner) return inner.gameObject;
            if (!(found is GameObject owner) || !typeof(Component).IsAssignableFrom(wanted)) return null;
            var component = owner.GetComponent(wanted);
            return component != null ? component : null;
        }

        private static Object? First(string path, Type wanted)
        {
            foreach (var inside in AssetDatabase.LoadAllAssetsAtPath(path))
                if (inside != null && wanted.IsInstanceOfType(inside)) return inside;
            return null;
        }

        private static string? Existing(string text)
        {
            if (IsGuid(text)) return AssetDatabase.GUIDToAssetPath(text) is { Length: > 0 } byGuid ? byGuid : null;
            return IsPath(text) && AssetFiles.Exists(text) ? text : null;
        }
    }
}
