#nullable enable
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Prefabs;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Addressing
{
    /// <summary>Objects inside prefab files as references: <c>Assets/Door.prefab#Leaf/Handle</c>, or the file for its root.</summary>
    internal static class PrefabParts
    {
        private static readonly Regex Part = new Regex(@"\A(.+\.prefab)[#/](.+)\z", RegexOptions.Singleline | RegexOptions.IgnoreCase);

        /// <summary>A prefab's part, for calls that only look; null if the reference is of another kind, or the file is missing.</summary>
        /// <exception cref="ToolFault"><c>not_found</c>, <c>ambiguous</c></exception>
        internal static GameObject? Find(string reference)
        {
            var match = Part.Match(reference);
            if (!match.Success || !(AssetReferences.PathOf(match.Groups[1].Value, out _) is { } path)) return null;
            var root = PrefabAssets.Need(path);
            var inner = match.Groups[2].Value;
            // A component of the root may be named after the file, too.
            return ComponentTypes.FindAny(inner) is { } type && root.GetComponent(type) != null
                ? root : ObjectFinder.Need(PrefabAssets.InnerPath(root, inner), root);
        }

        /// <summary>Returns null if there is none, or several have this path.</summary>
        internal static GameObject? Inside(GameObject root, string inner)
        {
            var found = ScenePaths.Find(PrefabAssets.InnerPath(root, inner), root);
            return found.Count == 1 ? found[0] : null;
        }

        /// <summary>The reference to an object, in the shape that <see cref="Find"/> takes.</summary>
        internal static string TextOf(GameObject obj)
        {
            var path = AssetDatabase.GetAssetPath(obj);
            var inner = PrefabContents.PathIn(obj.transform.root.gameObject, obj);
            return inner.Length == 0 ? path : $"{path}#{inner}";
        }

        /// <summary>Whether the object and all its parents are active: Unity calls nothing in a file active in its hierarchy.</summary>
        internal static bool IsActive(GameObject obj)
        {
            for (var at = obj.transform; at != null; at = at.parent)
                if (!at.gameObject.activeSelf) return false;
            return true;
        }
    }
}
