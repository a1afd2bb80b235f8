#nullable enable
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    /// <summary>Assets that come with the editor. They have GUIDs and file ids of their own, the same everywhere.</summary>
    internal static class BuiltinResources
    {
        /// <summary>"Library/unity default resources": the meshes.</summary>
        internal const string DefaultGuid = "0000000000000000e000000000000000";

        /// <summary>"Resources/unity_builtin_extra": materials and shaders.</summary>
        internal const string ExtraGuid = "0000000000000000f000000000000000";

        /// <summary>Materials by name, with the shader of each.</summary>
        private static readonly Dictionary<string, string> MaterialShaders = new Dictionary<string, string>
        {
            ["Default-Material"] = "Standard",
            ["Sprites-Default"] = "Sprites/Default",
            ["Default-Particle"] = "Particles/Standard Unlit",
            ["Default-Line"] = "Sprites/Default",
            ["Default-Skybox"] = "Skybox/Procedural",
            // Belongs to the Universal pipeline's package in Unity.
            ["Lit"] = "Universal Render Pipeline/Lit",
        };

        /// <summary>Sprites of the user interface.</summary>
        private static readonly string[] SpriteNames =
        {
            "UISprite", "Background", "InputFieldBackground", "Knob", "Checkmark", "DropdownArrow", "UIMask",
        };

        private static readonly Dictionary<string, Sprite> Sprites = new Dictionary<string, Sprite>();

        private static readonly Dictionary<string, Material> Materials = new Dictionary<string, Material>();

        internal static IEnumerable<string> MaterialNames => MaterialShaders.Keys;

        /// <summary>Returns null if there is none of this name.</summary>
        internal static Material? FindMaterial(string name)
        {
            if (Materials.TryGetValue(name, out var made) && made != null) return made;
            if (!MaterialShaders.TryGetValue(name, out var shader) || BuiltinShaders.Find(shader) is not { } found) return null;
            return Materials[name] = new Material(found) { name = name, hideFlags = HideFlags.NotEditable };
        }

        /// <summary>Returns null if there is none of this name.</summary>
        internal static Sprite? FindSprite(string name)
        {
            if (Sprites.TryGetValue(name, out var made) && made != null) return made;
            return Array.IndexOf(SpriteNames, name) < 0
                ? null : Sprites[name] = new Sprite { name = name, hideFlags = HideFlags.NotEditable };
        }

        /// <summary>Finds a resource of any type by the object's name.</summary>
        internal static Object? Find(Type type, string name) =>
            type.IsAssignableFrom(typeof(Mesh)) && BuiltinMeshes.Find(name) is { } mesh ? mesh
            : type.IsAssignableFrom(typeof(Material)) && FindMaterial(name) is { } material ? material
            : type.IsAssignableFrom(typeof(Sprite)) && FindSprite(name) is { } sprite ? sprite
            : type.IsAssignableFrom(typeof(Shader)) && BuiltinShaders.Find(name) is { } shader ? shader
            : null;

        /// <summary>Whether an object is one of these.</summary>
        internal static bool TryGetId(Object found, out string guid, out long fileId)
        {
            (guid, fileId) = (ExtraGuid, 0);
            switch (found)
            {
                case Mesh mesh when ReferenceEquals(BuiltinMeshes.Find(mesh.name), mesh):
                    (guid, fileId) = (DefaultGuid, IdOf("Mesh", mesh.name));
                    return true;
                case Material material when ReferenceEquals(FindMaterial(material.name), material):
                    fileId = IdOf("Material", material.name);
                    return true;
                case Sprite sprite when ReferenceEquals(FindSprite(sprite.name), sprite):
                    fileId = IdOf("Sprite", sprite.name);
                    return true;
                case Shader shader when ReferenceEquals(BuiltinShaders.Find(shader.name), shader):
                    fileId = IdOf("Shader", shader.name);
                    return true;
                default:
                    return false;
            }
        }

        /// <summary>The object behind an id of <see cref="TryGetId"/>; null: there is none.</summary>
        internal static Object? ById(string guid, long fileId)
        {
            if (guid == DefaultGuid)
                foreach (var name in BuiltinMeshes.Names)
                    if (IdOf("Mesh", name) == fileId) return BuiltinMeshes.Find(name);
            if (guid != ExtraGuid) return null;
            foreach (var name in MaterialShaders.Keys)
                if (IdOf("Material", name) == fileId) return FindMaterial(name);
            foreach (var name in SpriteNames)
                if (IdOf("Sprite", name) == fileId) return FindSprite(name);
            foreach (var name in BuiltinShaders.Names)
                if (IdOf("Shader", name) == fileId) return BuiltinShaders.Find(name);
            return null;
        }

        /// <summary>Unity's own numbers where they are known, else one made from the name, the same in every process.</summary>
        private static long IdOf(string type, string name) =>
            (type, name) switch
            {
                ("Mesh", "Cube") => 10202,
                ("Mesh", "Cylinder") => 10206,
                ("Mesh", "Sphere") => 10207,
                ("Mesh", "Capsule") => 10208,
                ("Mesh", "Plane") => 10209,
                ("Mesh", "Quad") => 10210,
                ("Material", "Default-Material") => 10303,
                ("Material", "Default-Skybox") => 10304,
                ("Material", "Sprites-Default") => 10754,
                ("Shader", "Standard") => 46,
                _ => StableHash($"{type}/{name}"),
            };

        /// <summary>FNV-1a; positive.</summary>
        private static long StableHash(string text)
        {
            var hash = 14695981039346656037UL;
            foreach (var c in text) hash = (hash ^ c) * 1099511628211UL;
            return (long)(hash >> 1);
        }
    }
}
