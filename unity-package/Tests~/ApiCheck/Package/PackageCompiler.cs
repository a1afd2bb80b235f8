using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Fairlead.ApiCheck;

/// <summary>The assemblies of one level, and what the compiler said of them (warnings too).</summary>
public sealed record CompiledPackage(IReadOnlyList<byte[]> Engine, byte[] Editor, IReadOnlyList<string> Complaints);

/// <summary>
/// Compiles engine and package at any API level with the SDK's own compiler, in one warm process: many times
/// as quick as a build for each. What it says is what <c>dotnet build -p:UnityMinor=…</c> says.
/// </summary>
public sealed class PackageCompiler
{
    private const int WarningLevel = 9;

    /// <summary>In the order of their references; whether the project refers to NUnit.</summary>
    private static readonly (string Project, bool NUnit)[] EngineProjects =
    [
        ("Engine/UnityEngine/UnityEngine.csproj", false),
        ("Engine/UnityEditor/UnityEditor.csproj", false),
        ("Engine/TestRunner/UnityEditor.TestRunner.csproj", true),
    ];

    private sealed record Built(string Key, byte[] Image, IReadOnlyList<string> Complaints)
    {
        public static readonly Built Nothing = new("", [], []);
    }

    private readonly string tests;
    private readonly MetadataReference[] libraries;
    private readonly MetadataReference nunit;
    private readonly Dictionary<string, List<(string File, SourceText Text)>> sources = [];
    private readonly Dictionary<string, Built> built = [];

    /// <param name="tests">The folder Tests~.</param>
    public PackageCompiler(string tests, Libraries known)
    {
        this.tests = tests;
        libraries = [.. known.NetStandard, known.Newtonsoft];
        nunit = known.NUnit;
    }

    /// <summary>Empty if it did not compile; <see cref="CompiledPackage.Complaints"/> says why.</summary>
    public CompiledPackage Compile(int level, bool withTestFramework)
    {
        var complaints = new List<string>();
        var symbols = new List<string> { "UNITY_EDITOR", "UNITY_6000", "NETSTANDARD", "NETSTANDARD2_1", "NETSTANDARD2_1_OR_GREATER",
            "NETSTANDARD2_0_OR_GREATER" };
        for (var i = 0; i <= level; i++) symbols.Add($"UNITY_6000_{i}_OR_NEWER");
        symbols.AddRange(["FAIRLEAD_PHYSICS", "FAIRLEAD_PHYSICS2D", "FAIRLEAD_AUDIO", "FAIRLEAD_ANIMATION"]);
        if (withTestFramework) symbols.Add("FAIRLEAD_TEST_FRAMEWORK");

        var core = Emit("Core/Fairlead.Core.csproj", Files("../Editor/Core"), LanguageVersion.CSharp9, symbols, libraries, [], complaints);
        var engine = new List<Built>();
        foreach (var (project, extra) in withTestFramework ? EngineProjects : EngineProjects[..2])
        {
            MetadataReference[] others = extra ? [nunit] : [];
            engine.Add(Emit(
                project,
                Files(Path.GetDirectoryName(project)!),
                LanguageVersion.Latest,
                symbols,
                [.. libraries, .. others],
                engine,
                complaints));
        }
        var package = Files("../Editor").Where(s => !s.File.StartsWith("Core/", StringComparison.Ordinal)).ToList();
        var adapters = Emit(
            "Editor/Fairlead.Editor.csproj", package, LanguageVersion.CSharp9, symbols, libraries, [core, .. engine], complaints);
        return new CompiledPackage([.. engine.Select(e => e.Image)], adapters.Image, complaints);
    }

    /// <summary>Empty when it did not compile; then nothing that refers to it is tried either.</summary>
    private Built Emit(
        string project,
        IReadOnlyList<(string File, SourceText Text)> files,
        LanguageVersion language,
        IReadOnlyList<string> symbols,
        IReadOnlyList<MetadataReference> libraries,
        IReadOnlyList<Built> others,
        List<string> complaints)
    {
        if (complaints.Any(c => c.Contains("error", StringComparison.Ordinal))) return Built.Nothing;
        // The same sources, with the same of the defines that they name, against the same assemblies.
        var named = symbols.Where(symbol => files.Any(f => f.Text.ToString().Contains(symbol, StringComparison.Ordinal)));
        var key = $"{project}({string.Join(' ', named.Concat(others.Select(o => o.Key)))})";
        if (!built.TryGetValue(key, out var done))
        {
            var (image, said) = Compile(project, files, language, symbols,
                [.. libraries, .. others.Select(o => MetadataReference.CreateFromImage(o.Image))]);
            built[key] = done = new Built(key, image, said);
        }
        complaints.AddRange(done.Complaints);
        return done;
    }

    private (byte[] Image, IReadOnlyList<string> Complaints) Compile(
        string project,
        IReadOnlyList<(string File, SourceText Text)> files,
        LanguageVersion language,
        IReadOnlyList<string> symbols,
        IReadOnlyList<MetadataReference> references)
    {
        var name = Path.GetFileNameWithoutExtension(project);
        var settings = XDocument.Load(Path.Combine(tests, project));
        var parsing = new CSharpParseOptions(language, DocumentationMode.None, preprocessorSymbols: symbols);
        var trees = files.AsParallel().AsOrdered().Select(f => CSharpSyntaxTree.ParseText(f.Text, parsing, $"{name}/{f.File}")).ToList();
        var friends = settings.Descendants("InternalsVisibleTo").Select(e => (string)e.Attribute("Include")!);
        trees.Add(CSharpSyntaxTree.ParseText(
            string.Concat(friends.Select(f => $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{f}\")]\n")), parsing));
        var silenced = settings.Descendants("NoWarn").SelectMany(e => e.Value.Split(';')).Append("CS1701").Append("CS1702")
            .Where(code => code.StartsWith("CS", StringComparison.Ordinal)).Distinct();
        var options = new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary,
            warningLevel: WarningLevel,
            deterministic: true,
            specificDiagnosticOptions: silenced.ToDictionary(code => code, _ => ReportDiagnostic.Suppress));
        using var assembly = new MemoryStream();
        var result = CSharpCompilation.Create(name, trees, references, options).Emit(assembly);
        var said = result.Diagnostics.Where(d => d.Severity >= DiagnosticSeverity.Warning && !d.IsSuppressed).Select(d => d.ToString());
        return (result.Success ? assembly.ToArray() : [], [.. said]);
    }

    private List<(string File, SourceText Text)> Files(string folder)
    {
        if (sources.TryGetValue(folder, out var known)) return known;
        var root = Path.GetFullPath(Path.Combine(tests, folder));
        var files = Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories)
            .Select(file => (Path.GetRelativePath(root, file).Replace('\\', '/'),
                SourceText.From(File.ReadAllText(file), System.Text.Encoding.UTF8)))
            .Where(file => !file.Item1.Split('/').Any(part => part is "bin" or "obj"))
            .OrderBy(file => file.Item1, StringComparer.Ordinal)
            .ToList();
        return sources[folder] = files;
    }
}
