namespace Fairlead.Api.Tests;

/// <summary>Types of Unity, written down by hand: of each namespace that the package imports one of each kind that it has in all versions.</summary>
internal static class KnownTypes
{
    internal static IReadOnlyList<(string Kind, string Namespace, string Name)> All { get; } =
    [
        .. In("UnityEditor", "enum Tool", "enum ViewTool", "class Tools", "class Handles", "class AnimationClipSettings", "struct AssetBundleBuild", "interface IHasCustomMenu"),
        .. In("UnityEngine", "enum KeyCode", "enum Space", "class AudioClip", "class Random", "class YieldInstruction", "struct Touch", "struct RaycastHit", "interface ILogger"),
        .. In("UnityEngine.SceneManagement", "enum LocalPhysicsMode", "class SceneUtility", "struct CreateSceneParameters"),
        .. In("UnityEngine.Rendering", "enum AmbientMode", "class CommandBuffer", "struct AsyncGPUReadbackRequest", "interface IRenderPipelineGraphicsSettings"),
        .. In("UnityEditor.SceneManagement", "enum OpenSceneMode", "class StageUtility", "class SceneSetup", "struct StageHandle"),
        .. In("UnityEditor.Compilation", "enum AssemblyFlags", "class ScriptCompilerOptions", "struct AssemblyDefinitionPlatform"),
        .. In("UnityEngine.UIElements", "enum Align", "class Image", "class Toggle", "struct Angle", "interface IBindable"),
        .. In("UnityEditorInternal", "enum DllType", "class EditMode", "class ReorderableList", "struct EventMarker"),
        .. In("UnityEditor.PackageManager", "enum LogLevel", "class Events", "class Error", "struct DependencyInfo"),
        .. In("UnityEditor.PackageManager.Requests", "class PackRequest", "class EmbedRequest"),
        .. In("UnityEditor.TestTools.TestRunner.Api", "enum RunState", "class ExecutionSettings", "interface IErrorCallbacks"),
    ];

    private static IEnumerable<(string Kind, string Namespace, string Name)> In(string space, params string[] types) =>
        types.Select(type => (type.Split(' ')[0], space, type.Split(' ')[1]));
}
