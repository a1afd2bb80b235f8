#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Engine.Assets
{
    /// <summary>The meaning of a file's extension: the main asset's type and the importer that its .meta names.</summary>
    internal static class AssetKinds
    {
        internal const string Folder = "DefaultAsset";
        internal const string Prefab = "GameObject";
        internal const string Scene = "SceneAsset";
        internal const string Material = "Material";
        internal const string Script = "MonoScript";
        internal const string ScriptableObject = "ScriptableObject";

        /// <summary>Name of the main asset's type, as in <c>t:</c>.</summary>
        internal static string TypeOf(string path, bool isFolder) =>
            !isFolder && Kinds.TryGetValue(AssetPaths.ExtensionOf(path), out var kind) ? kind.Type : Folder;

        internal static string ImporterOf(string path, bool isFolder) =>
            !isFolder && Kinds.TryGetValue(AssetPaths.ExtensionOf(path), out var kind) ? kind.Importer : "DefaultImporter";

        /// <summary>Extensions of files that hold objects of the engine, as <c>CreateAsset</c> writes them.</summary>
        internal static bool IsNative(string path) => ImporterOf(path, false) == Native;

        internal static bool IsModel(string path) => ImporterOf(path, false) == "ModelImporter";

        private const string Native = "NativeFormatImporter";

        private static readonly Dictionary<string, (string Type, string Importer)> Kinds =
            new Dictionary<string, (string, string)>(StringComparer.OrdinalIgnoreCase)
            {
                [".unity"] = (Scene, "DefaultImporter"),
                [".prefab"] = (Prefab, "PrefabImporter"),
                [".mat"] = (Material, Native),
                [".cs"] = (Script, "MonoImporter"),
                [".asmdef"] = ("AssemblyDefinitionAsset", "AssemblyDefinitionImporter"),
                [".asmref"] = ("AssemblyDefinitionReferenceAsset", "AssemblyDefinitionReferenceImporter"),
                [".shader"] = ("Shader", "ShaderImporter"),
                [".shadergraph"] = ("Shader", "ScriptedImporter"),
                [".compute"] = ("ComputeShader", "ComputeShaderImporter"),
                [".png"] = ("Texture2D", "TextureImporter"),
                [".jpg"] = ("Texture2D", "TextureImporter"),
                [".jpeg"] = ("Texture2D", "TextureImporter"),
                [".tga"] = ("Texture2D", "TextureImporter"),
                [".psd"] = ("Texture2D", "TextureImporter"),
                [".exr"] = ("Texture2D", "TextureImporter"),
                [".hdr"] = ("Texture2D", "TextureImporter"),
                [".fbx"] = (Prefab, "ModelImporter"),
                [".obj"] = (Prefab, "ModelImporter"),
                [".blend"] = (Prefab, "ModelImporter"),
                [".wav"] = ("AudioClip", "AudioImporter"),
                [".mp3"] = ("AudioClip", "AudioImporter"),
                [".ogg"] = ("AudioClip", "AudioImporter"),
                [".anim"] = ("AnimationClip", Native),
                [".controller"] = ("AnimatorController", Native),
                [".asset"] = (ScriptableObject, Native),
                [".mesh"] = ("Mesh", Native),
                [".physicmaterial"] = ("PhysicsMaterial", Native),
                [".physicsmaterial2d"] = ("PhysicsMaterial2D", Native),
                [".rendertexture"] = ("RenderTexture", Native),
                [".dll"] = (Folder, "PluginImporter"),
                [".ttf"] = ("Font", "TrueTypeFontImporter"),
                [".otf"] = ("Font", "TrueTypeFontImporter"),
                [".txt"] = ("TextAsset", "TextScriptImporter"),
                [".json"] = ("TextAsset", "TextScriptImporter"),
                [".xml"] = ("TextAsset", "TextScriptImporter"),
                [".csv"] = ("TextAsset", "TextScriptImporter"),
                [".md"] = ("TextAsset", "TextScriptImporter"),
                [".html"] = ("TextAsset", "TextScriptImporter"),
                [".yaml"] = ("TextAsset", "TextScriptImporter"),
                [".bytes"] = ("TextAsset", "TextScriptImporter"),
            };
    }
}
