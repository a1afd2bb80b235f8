namespace Fairlead.ApiCheck;

/// <summary>
/// Parts of the engine that a project can disable, as built-in packages. Each is a folder of <c>Modules/</c> in Unity's
/// public source; the package's name is the folder's in lower case.
/// </summary>
public static class BuiltInModules
{
    private const string Prefix = "com.unity.modules.";

    /// <summary>A module's dependencies among the modules that can be disabled: disabling one disables those that need it.</summary>
    private static readonly Dictionary<string, string[]> Needs = new()
    {
        ["UIElements"] = ["UI", "IMGUI", "JSONSerialize", "HierarchyCore"],
    };

    /// <summary>Those with C# of their own.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "Accessibility", "AI", "AndroidJNI", "Animation", "AssetBundle", "Audio", "Cloth", "Director", "HierarchyCore", "ImageConversion",
            "IMGUI",
        "JSONSerialize", "ParticleSystem", "Physics", "Physics2D", "ScreenCapture", "Subsystems", "Terrain", "TerrainPhysics", "Tilemap",
        "UI",
        "UIElements", "UnityAnalytics", "UnityWebRequest", "UnityWebRequestAssetBundle", "UnityWebRequestAudio", "UnityWebRequestTexture",
        "UnityWebRequestWWW", "VectorGraphics", "Vehicles", "Video", "VR", "Wind", "XR",
    ];

    /// <summary>The module that a file of Unity's source belongs to; null: it is always there.</summary>
    public static string? OfFile(string path) =>
        path.StartsWith("Modules/", StringComparison.Ordinal) && All.Contains(path.Split('/')[1]) ? path.Split('/')[1] : null;

    /// <summary>The module of <c>com.unity.modules.…</c>; null for any other package.</summary>
    public static string? OfPackage(string package) =>
        package.StartsWith(Prefix, StringComparison.Ordinal)
            ? All.FirstOrDefault(m => m.Equals(package[Prefix.Length..], StringComparison.OrdinalIgnoreCase)) : null;

    /// <summary>These, and what they need.</summary>
    public static IReadOnlySet<string> With(IEnumerable<string> modules) =>
        modules.SelectMany(m => Needs.GetValueOrDefault(m, []).Append(m)).ToHashSet();
}
