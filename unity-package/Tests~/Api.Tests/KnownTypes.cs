namespace Fairlead.Api.Tests;

/// <summary>
/// Types of Unity, written down by hand: of each namespace that the package imports or is likely to, one of each kind that it has in all
/// versions.
/// </summary>
internal static class KnownTypes
{
    internal static IReadOnlyList<(string Kind, string Namespace, string Name)> All { get; } =
    [
        .. In("UnityEditor", "enum Tool", "enum ViewTool", "class Tools", "class Handles", "class AnimationClipSettings",
            "struct AssetBundleBuild", "interface IHasCustomMenu"),
        .. In("UnityEngine", "enum KeyCode", "enum Space", "class AudioClip", "class Random", "class YieldInstruction", "struct Touch",
        "struct RaycastHit", "interface ILogger"),
        .. In("UnityEngine.SceneManagement", "enum LocalPhysicsMode", "class SceneUtility", "struct CreateSceneParameters"),
        .. In("UnityEngine.Rendering", "enum AmbientMode", "class CommandBuffer", "struct AsyncGPUReadbackRequest",
        "interface IRenderPipelineGraphicsSettings"),
        .. In("UnityEditor.SceneManagement", "enum OpenSceneMode", "class StageUtility", "class SceneSetup", "struct StageHandle"),
        .. In("UnityEditor.Compilation", "enum AssemblyFlags", "class ScriptCompilerOptions", "struct AssemblyDefinitionPlatform"),
        .. In("UnityEngine.UIElements", "enum Align", "class Image", "class Toggle", "struct Angle", "interface IBindable"),
        .. In("UnityEditorInternal", "enum DllType", "class EditMode", "class ReorderableList", "struct EventMarker"),
        .. In("UnityEditor.PackageManager", "enum LogLevel", "class Events", "class Error", "struct DependencyInfo"),
        .. In("UnityEditor.PackageManager.Requests", "class PackRequest", "class EmbedRequest"),
        .. In("Unity.Collections", "enum NativeLeakDetectionMode", "class NativeLeakDetection", "struct NativeSlice<T>"),
        .. In("Unity.Profiling", "enum ProfilerRecorderOptions", "class IgnoredByDeepProfilerAttribute", "struct ProfilerMarker"),
        .. In("UnityEngine.Profiling", "enum ProfilerArea", "class Sampler"),
        .. In("UnityEditor.Profiling", "class RawFrameDataView", "struct ProfilerCategoryInfo",
        "interface IProfilerFrameTimeViewSampleSelectionController"),
        .. In("UnityEditor.Build", "enum OSArchitecture", "class BuildFailedException", "struct NamedBuildTarget",
        "interface IProcessScene"),
        .. In("UnityEditor.Build.Reporting", "enum BuildType", "class StrippingInfo", "struct BuildStep"),
        .. In("UnityEditor.Animations", "enum AnimatorConditionMode", "class AnimatorTransition", "struct ChildMotion"),
        .. In("UnityEditor.AssetImporters", "enum ImportLogFlags", "class ScriptedImporter", "struct SpriteImportData"),
        .. In("UnityEditor.TestTools.TestRunner.Api", "enum RunState", "class ExecutionSettings", "interface IErrorCallbacks"),
    ];

    private static IEnumerable<(string Kind, string Namespace, string Name)> In(string space, params string[] types) =>
        types.Select(type => (type.Split(' ')[0], space, type.Split(' ')[1]));
}
