using System.Text;
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Fairlead.ApiCheck;

/// <summary>One Unity version to compile against.</summary>
/// <param name="Level">The x of 6000.x.</param>
public sealed record UnityReferences(int Level, IReadOnlyList<MetadataReference> Engine, IReadOnlyList<MetadataReference> TestFramework);

/// <summary>
/// The package's own assemblies as Unity's script compiler makes them: each asmdef alone, with the references and
/// version defines that it names, in C# 9. Nothing is emitted: what matters is what the compiler says.
/// </summary>
public sealed class EditorPackage
{
    private const string TestFrameworkPackage = "com.unity.test-framework";

    /// <summary>Warnings that Unity passes over, and those about references that were made for another framework.</summary>
    private static readonly string[] Silenced = ["CS0169", "CS0649", "CS0282", "CS1701", "CS1702"];

    private readonly Libraries libraries;
    private readonly IReadOnlyList<AssemblyDefinition> assemblies;

    private sealed record AssemblyDefinition(
        string Name,
        IReadOnlyList<string> References,
        bool NoEngine,
        IReadOnlyList<(string Package, string Define)> VersionDefines,
        IReadOnlyList<(string Path, SourceText Text)> Files);

    /// <param name="folder">The package's folder.</param>
    public EditorPackage(string folder, Libraries libraries)
    {
        this.libraries = libraries;
        // Unity takes no notice of folders that end in ~.
        var files = Directory.GetFiles(Path.Combine(folder, "Editor"), "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .ToList();
        var definitions = files.Where(f => f.EndsWith(".asmdef", StringComparison.Ordinal)).OrderByDescending(f => f.Length).ToList();
        var sources = files.Where(f => f.EndsWith(".cs", StringComparison.Ordinal))
            .GroupBy(f => definitions.First(d =>
                f.StartsWith(Path.GetDirectoryName(d)! + Path.DirectorySeparatorChar, StringComparison.Ordinal)));
        var read = sources.Select(group =>
            Definition(group.Key, [.. group.Select(f => (Relative(f), SourceText.From(File.ReadAllText(f), Encoding.UTF8)))]));
        // The assemblies are few: those without a reference to one of the others come first.
        assemblies = [.. read.OrderBy(a => a.References.Count)];
        using var manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "package.json")));
        Declared = [.. manifest.RootElement.GetProperty("dependencies").EnumerateObject().Select(d => BuiltInModules.OfPackage(d.Name))
            .OfType<string>()];

        string Relative(string file) => Path.GetRelativePath(folder, file).Replace('\\', '/');
    }

    /// <summary>Built-in modules that the package's manifest asks for: a project that has the package has them.</summary>
    public IReadOnlyList<string> Declared { get; }

    /// <summary>Built-in modules that a version define stands for.</summary>
    public IEnumerable<string> Optional =>
        assemblies.SelectMany(a => a.VersionDefines).Select(d => BuiltInModules.OfPackage(d.Package)).OfType<string>().Distinct();

    /// <summary>Compiles each assembly against these references.</summary>
    /// <param name="planted">More source for the last assembly.</param>
    public IReadOnlyList<CSharpCompilation> Compile(UnityReferences unity, ProjectSetup setup, string? planted = null)
    {
        var made = new Dictionary<string, CSharpCompilation>();
        var missing = setup.Missing;
        foreach (var assembly in assemblies)
        {
            var defines = Defines(unity.Level).Concat(assembly.VersionDefines.Where(d => IsThere(d.Package)).Select(d => d.Define));
            var references = new List<MetadataReference>(setup.NetFramework ? libraries.NetFramework
                : libraries.NetStandard) { libraries.Newtonsoft };
            if (!assembly.NoEngine) references.AddRange(unity.Engine);
            foreach (var name in assembly.References)
            {
                if (made.TryGetValue(name, out var other)) references.Add(other.ToMetadataReference());
                else if (setup.TestFramework && name.EndsWith(".TestRunner", StringComparison.Ordinal))
                    references.AddRange(unity.TestFramework);
            }
            var parsing = new CSharpParseOptions(LanguageVersion.CSharp9, DocumentationMode.Parse, preprocessorSymbols: defines);
            var trees = assembly.Files.Select(f => CSharpSyntaxTree.ParseText(f.Text, parsing, f.Path)).ToList();
            if (planted != null && assembly == assemblies[^1]) trees.Add(CSharpSyntaxTree.ParseText(planted, parsing, PlantedFile));
            var options = new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary, warningLevel: 9,
                specificDiagnosticOptions: Silenced.ToDictionary(id => id, _ => ReportDiagnostic.Suppress));
            made[assembly.Name] = CSharpCompilation.Create(assembly.Name, trees, references.Distinct(), options);
        }
        return [.. made.Values];

        bool IsThere(string package) =>
            package == TestFrameworkPackage ? setup.TestFramework : BuiltInModules.OfPackage(package) is { } module
                && !missing.Contains(module);
    }

    /// <summary>The path of planted source in diagnostics.</summary>
    public const string PlantedFile = "Planted.cs";

    /// <summary>Errors and warnings.</summary>
    public static IEnumerable<Diagnostic> Complaints(IEnumerable<CSharpCompilation> compilations) =>
        compilations.SelectMany(c => c.GetDiagnostics()).Where(d => d.Severity >= DiagnosticSeverity.Warning && !d.IsSuppressed);

    /// <summary>Errors and warnings in planted source; the lines count from 0.</summary>
    public static IReadOnlyList<(int Line, string Id)> InPlanted(IReadOnlyList<CSharpCompilation> compilations)
    {
        var compilation = compilations[^1];
        var tree = compilation.SyntaxTrees.Single(t => t.FilePath == PlantedFile);
        var said = tree.GetDiagnostics().Concat(compilation.GetDeclarationDiagnostics().Where(d => d.Location.SourceTree == tree))
            .Concat(compilation.GetSemanticModel(tree).GetDiagnostics());
        return [.. said.Where(d => d.Severity >= DiagnosticSeverity.Warning)
            .Select(d => (d.Location.GetLineSpan().StartLinePosition.Line, d.Id)).Distinct()];
    }

    /// <summary>The symbols that Unity defines for an editor assembly, as far as a package may ask.</summary>
    private static IEnumerable<string> Defines(int level) =>
        Enumerable.Range(0, level + 1).Select(i => $"UNITY_6000_{i}_OR_NEWER")
            .Concat(["UNITY_EDITOR", "UNITY_EDITOR_64", "UNITY_EDITOR_LINUX", "UNITY_64", "UNITY_6000", $"UNITY_6000_{level}",
                "UNITY_2021_3_OR_NEWER"])
            .Concat(["ENABLE_MONO", "NET_4_6", "NET_UNITY_4_8", "NETSTANDARD", "NETSTANDARD2_1", "DEBUG", "TRACE", "UNITY_INCLUDE_TESTS"]);

    private static AssemblyDefinition Definition(string file, IReadOnlyList<(string, SourceText)> sources)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file));
        var root = document.RootElement;
        var name = root.GetProperty("name").GetString()!;
        var libraries = root.GetProperty("precompiledReferences").EnumerateArray().Select(r => r.GetString()!);
        // Compiled with just this one library and no pointers: another wish would not be heard.
        if (root.GetProperty("allowUnsafeCode").GetBoolean() || !libraries.SequenceEqual(["Newtonsoft.Json.dll"]))
            throw new NotSupportedException($"{name} asks for what this check does not give it.");
        return new AssemblyDefinition(
            name,
            [.. root.GetProperty("references").EnumerateArray().Select(r => r.GetString()!)],
            root.GetProperty("noEngineReferences").GetBoolean(),
            [.. root.GetProperty("versionDefines").EnumerateArray()
                .Select(d => (d.GetProperty("name").GetString()!, d.GetProperty("define").GetString()!))],
            sources);
    }
}
