#nullable enable
using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Values
{
    /// <summary>
    /// References between JSON and Unity: an object id, a /path, <c>/path#Component</c>, a GlobalObjectId, an asset as
    /// <see cref="AssetReferences"/> has it, the name of a mesh or material that comes with the editor, or null.
    /// </summary>
    internal static class ReferenceValues
    {
        private static readonly Regex WithComponent = new Regex(@"\A(.*?)#(\w+)\z", RegexOptions.Singleline);
        private static readonly Regex FileEnding = new Regex(@"\.[A-Za-z]\w{1,9}\z");

        /// <summary>Above this many, near matches are looked for among the first only.</summary>
        private const int MaxNearCandidates = 2_000;

        private static readonly string[] BuiltinMeshes = { "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad" };
        private static readonly string[] BuiltinMaterials = { "Default-Material", "Sprites-Default", "Default-Particle", "Default-Line" };

        /// <summary>Unity's own sprites for the user interface.</summary>
        private static readonly string[] BuiltinSprites =
        {
            "UISprite", "Background", "InputFieldBackground", "Knob", "Checkmark", "DropdownArrow", "UIMask",
        };

        /// <summary>The reference in the shape that <see cref="Read"/> takes.</summary>
        internal static JToken Show(Object? value, GameObject? within)
        {
            if (value == null) return JValue.CreateNull();
            var owner = ObjectFinder.GameObjectOf(value);
            if (owner == null || EditorUtility.IsPersistent(owner)) return AssetReferences.TextOf(value) ?? value.name;
            var reference = ObjectFinder.ReferenceTo(owner, within);
            return value is Component component ? $"{reference}#{component.GetType().Name}" : reference;
        }

        /// <summary>The type that a reference property takes, as well as its name can tell.</summary>
        internal static Type TypeOf(SerializedProperty property)
        {
            // A short name can stand for several types: a script's declaration is exact.
            if (FieldTypes.Of(property) is { } declared && typeof(Object).IsAssignableFrom(declared)) return declared;
            // "PPtr<Mesh>", or "PPtr<$Door>" for a script's type.
            var name = property.type.StartsWith("PPtr<", StringComparison.Ordinal)
                ? property.type.Substring(5).TrimStart('$').TrimEnd('>') : "";
            if (name == nameof(GameObject)) return typeof(GameObject);
            if (ComponentTypes.FindAny(name) is { } component) return component;
            foreach (var type in TypeCache.GetTypesDerivedFrom<Object>())
                if (type.Name == name) return type;
            return typeof(Object);
        }

        /// <exception cref="ValueMismatch">It names nothing that the property takes.</exception>
        internal static Object? Read(JToken value, Type wanted, GameObject? within)
        {
            if (value.Type == JTokenType.Null) return null;
            var inScene = wanted == typeof(GameObject) || typeof(Component).IsAssignableFrom(wanted);
            if (value.Type != JTokenType.String || ((string)value!).Length == 0)
                throw ValueMismatch.Expected(inScene
                    ? "an object id, a /path, or /path#Component, or null" : "an asset path (Assets/…), or null", value);
            var text = (string)value!;
            if (AssetReferences.LooksLikeAsset(text)) return Asset(text, wanted, value);
            if (inScene && LooksLikeFile(text)) throw new ValueMismatch($"There is no asset \"{text}\".{NearAssets(text, wanted)}");
            if (inScene) return SceneObject(text, wanted, within);
            // Also objects that are no assets: a material can belong to its scene.
            if (AssetReferences.Exact(text) is { } exact && wanted.IsInstanceOfType(exact)) return exact;
            return wanted == typeof(Object) && (text[0] == '/' || ObjectIds.LooksLikeId(text) || AssetReferences.IsGlobalId(text))
                ? SceneObject(text, wanted, within)
                : Asset(text, wanted, value);
        }

        private static Object Asset(string text, Type wanted, JToken value)
        {
            if (Builtin(text, wanted) is { } builtin) return builtin;
            var exact = AssetReferences.Exact(text);
            if ((AssetReferences.Fitting(exact, wanted) ?? AssetReferences.Load(text, wanted)) is { } found) return found;
            var path = exact != null ? AssetDatabase.GetAssetPath(exact) : AssetReferences.PathOf(text, out _);
            var missing = ValueMismatch.Expected($"the path of an existing {wanted.Name}", value).Message;
            throw path == null
                ? new ValueMismatch(missing + NearAssets(text, wanted))
                : ValueMismatch.Expected($"a {wanted.Name}; {path} is a {AssetFiles.TypeOf(path)}", value);
        }

        /// <summary>Whether the text ends as a file does: then no object of the scene is meant, whose paths begin with a slash.</summary>
        private static bool LooksLikeFile(string text) => text[0] != '/' && FileEnding.IsMatch(text);

        private static string NearAssets(string text, Type wanted)
        {
            var filter = typeof(Component).IsAssignableFrom(wanted) || wanted == typeof(GameObject) ? "t:Prefab"
                : wanted == typeof(Object) ? "" : $"t:{wanted.Name}";
            var paths = new List<string>();
            foreach (var guid in AssetDatabase.FindAssets(filter, new[] { "Assets" }))
            {
                var path = AssetDatabase.GUIDToAssetPath(guid);
                if (!AssetDatabase.IsValidFolder(path) && !paths.Contains(path)) paths.Add(path);
                if (paths.Count >= MaxNearCandidates) break;
            }
            var near = Nearest.Of(text, paths, 3);
            return near.Count > 0 ? $" Nearest: {string.Join(", ", near)}." : "";
        }

        private static Object? Builtin(string name, Type wanted)
        {
            if (wanted == typeof(Mesh) && Named(BuiltinMeshes, name) is { } mesh) return Resources.GetBuiltinResource<Mesh>(mesh + ".fbx");
            if (wanted == typeof(Material) && Named(BuiltinMaterials, name) is { } material)
                return AssetDatabase.GetBuiltinExtraResource<Material>(material + ".mat");
            if (wanted.FullName == "UnityEngine.Sprite" && Named(BuiltinSprites, name) is { } sprite)
                return AssetDatabase.GetBuiltinExtraResource(wanted, $"UI/Skin/{sprite}.psd");
            return null;
        }

        private static string? Named(string[] names, string wanted) =>
            Array.Find(names, name => string.Equals(name, wanted, StringComparison.OrdinalIgnoreCase));

        private static Object SceneObject(string text, Type wanted, GameObject? within)
        {
            var match = WithComponent.Match(text);
            var reference = match.Success ? match.Groups[1].Value : text;
            GameObject owner;
            try
            {
                owner = ObjectFinder.Need(reference, within);
            }
            catch (ToolFault fault)
            {
                var near = fault.Error.Data?["nearest"] as JArray;
                throw new ValueMismatch(near != null && near.Count > 0
                    ? $"{fault.Error.Message} Nearest: {string.Join(", ", near)}." : fault.Error.Message, fault);
            }
            if (wanted == typeof(GameObject) || (wanted == typeof(Object) && !match.Success)) return owner;
            // An id may be that of the component itself, of which an object can have several.
            if (ObjectIds.LooksLikeId(reference) && ObjectIds.Find(reference) is Component exact && wanted.IsInstanceOfType(exact))
                return exact;
            var type = match.Success ? ComponentTypes.FindAny(match.Groups[2].Value) : wanted;
            var found = type == null ? null : owner.GetComponent(type);
            if (found != null && wanted.IsInstanceOfType(found)) return found;
            var names = new List<string>(ObjectFacts.ComponentNames(owner));
            throw new ValueMismatch(
                $"Expected an object with a {(match.Success ? match.Groups[2].Value : wanted.Name)}; \"{owner.name}\" has "
                    + $"{string.Join(", ", names)}.");
        }
    }
}
