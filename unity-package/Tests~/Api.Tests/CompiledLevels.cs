using System.Reflection;
using Fairlead.ApiCheck;

namespace Fairlead.Api.Tests;

/// <summary>The package compiled at each level, once for all tests.</summary>
public sealed class CompiledLevels
{
    private readonly PackageCompiler compiler = new(Tests, Libraries.OfThisMachine());
    private readonly Dictionary<(int, bool), (CompiledPackage Compiled, PackageBuild Build)> builds = [];

    public static string Tests { get; } = Path.GetFullPath(
        typeof(CompiledLevels).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == "TestsPath").Value!);

    public Facts Facts { get; } = Facts.Load(Path.Combine(Tests, "ApiCheck", "facts.json"));

    public IReadOnlyList<string> Complaints(int level, bool withTestFramework = true) => At(level, withTestFramework).Compiled.Complaints;

    public PackageBuild Build(int level, bool withTestFramework = true) => At(level, withTestFramework).Build;

    private (CompiledPackage Compiled, PackageBuild Build) At(int level, bool withTestFramework)
    {
        if (builds.TryGetValue((level, withTestFramework), out var known)) return known;
        var compiled = compiler.Compile(level, withTestFramework);
        Assert.Empty(compiled.Complaints);
        return builds[(level, withTestFramework)] = (compiled, new PackageBuild(level, compiled));
    }
}
