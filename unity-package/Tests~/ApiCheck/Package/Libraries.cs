using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Fairlead.ApiCheck;

/// <summary>Reference assemblies, from NuGet's folder of packages and the SDK's packs; the projects must have been restored.</summary>
public sealed class Libraries
{
    private const string Net472 = "microsoft.netframework.referenceassemblies.net472";

    /// <param name="packages">NuGet's folder of packages.</param>
    /// <param name="packs">The SDK's folder of reference packs.</param>
    private Libraries(string packages, string packs)
    {
        NetStandard = [.. Standard(packages, packs).Select(Reference)];
        NetFramework = [.. Framework(packages).Select(Reference)];
        Newtonsoft = Reference(Find(packages, "newtonsoft.json", "lib/netstandard2.0/Newtonsoft.Json.dll"));
        NUnit = Reference(Find(packages, "nunit", "lib/netstandard2.0/nunit.framework.dll"));
    }

    /// <summary>.NET Standard 2.1.</summary>
    public IReadOnlyList<MetadataReference> NetStandard { get; }

    /// <summary>
    /// .NET Framework 4.7.2. Unity gives editor assemblies 4.8 with what .NET Standard 2.1 adds: what compiles with both compiles with
    /// that.
    /// </summary>
    public IReadOnlyList<MetadataReference> NetFramework { get; }

    public MetadataReference Newtonsoft { get; }

    public MetadataReference NUnit { get; }

    public static Libraries OfThisMachine()
    {
        static string Setting(string key) =>
            typeof(Libraries).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value!;
        return new Libraries(Setting("NuGetPackageRoot"), Setting("NetCoreTargetingPackRoot"));
    }

    private static MetadataReference Reference(string file) => MetadataReference.CreateFromFile(file);

    private static string Find(string packages, string package, string file) =>
        Directory.GetDirectories(Path.Combine(packages, package)).Order(StringComparer.Ordinal)
            .Select(version => Path.Combine(version, file)).Last(Path.Exists);

    private static IEnumerable<string> Framework(string packages)
    {
        var folder = Find(packages, Net472, "build/.NETFramework/v4.7.2");
        // One that mixes native code: nothing for a compiler to read.
        return Directory.GetFiles(folder, "*.dll").Where(f => !f.Contains("EnterpriseServices", StringComparison.Ordinal))
            .Concat(Directory.GetFiles(Path.Combine(folder, "Facades"), "*.dll"));
    }

    private static string[] Standard(string packages, string packs)
    {
        var folders = new[] { Path.Combine(packs, "NETStandard.Library.Ref"), Path.Combine(packages, "netstandard.library.ref") };
        var version = folders.Where(Directory.Exists).SelectMany(Directory.GetDirectories)
            .FirstOrDefault(folder => Path.GetFileName(folder).StartsWith("2.1", StringComparison.Ordinal));
        if (version == null) throw new DirectoryNotFoundException(
            "The reference assemblies of .NET Standard 2.1 are not restored: build Tests~/Editor once.");
        return Directory.GetFiles(Path.Combine(version, "ref", "netstandard2.1"), "*.dll");
    }
}
