using Fairlead.ApiCheck;
using Microsoft.CodeAnalysis.CSharp;

namespace Fairlead.Api.Tests;

/// <summary>The package, and what Unity shows to it at each level, read once for all tests.</summary>
public sealed class SurfaceFacts
{
    private readonly Libraries libraries = Libraries.OfThisMachine();
    private readonly Dictionary<(int, string), UnityReferences> references = [];

    public SurfaceFacts()
    {
        Package = new EditorPackage(Path.Combine(CompiledLevels.Tests, ".."), libraries);
        Surface = Surface.Load(Path.Combine(CompiledLevels.Tests, "ApiCheck", "surface"));
    }

    public EditorPackage Package { get; }

    public Surface Surface { get; }

    public IReadOnlyList<CSharpCompilation> Compilations(int level) =>
        SurfaceSource.Compilations(Surface, level, new ProjectSetup(), libraries);

    public UnityReferences At(int level, ProjectSetup setup) =>
        references.TryGetValue((level, setup.ToString()), out var known)
            ? known : references[(level, setup.ToString())] = SurfaceSource.At(Surface, level, setup, libraries);

    public IReadOnlyList<CSharpCompilation> Compile(int level, ProjectSetup setup, string? planted = null) =>
        Package.Compile(At(level, setup), setup, planted);
}
