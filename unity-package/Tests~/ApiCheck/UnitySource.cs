using System.Text;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Fairlead.ApiCheck;

/// <summary>
/// One version of Unity's public C# source as compilations, UnityEngine, UnityEditor and the test framework, with the files
/// and defines of the projects that come with it. Never emitted: that parts of it do not bind (native stubs, generated
/// code) does not matter. Read from git directories; nothing of it is kept.
/// </summary>
public sealed class UnitySource
{
    /// <summary>The prefix of the paths of the test framework's files.</summary>
    public const string TestFrameworkFolder = "com.unity.test-framework/";

    private readonly int level;
    private readonly Libraries libraries;
    private readonly Dictionary<string, List<SyntaxTree>> trees = [];

    private UnitySource(int level, string version, Libraries libraries)
    {
        this.level = level;
        this.libraries = libraries;
        Version = version;
    }

    /// <summary>The version that the commit names, e.g. 6000.3.19f1.</summary>
    public string Version { get; }

    /// <summary>Reads and parses a version; takes some ten seconds.</summary>
    /// <param name="unity">The git directory of UnityCsReference, with a branch for each version.</param>
    /// <param name="testFramework">The git directory of com.unity.test-framework.</param>
    public static UnitySource Read(string unity, string testFramework, int level, Libraries libraries)
    {
        var revision = $"6000.{level}";
        var source = new UnitySource(level, GitFiles.VersionOf(unity, revision), libraries);
        var files = GitFiles.Read(unity, revision, "*.cs", "Projects/CSharp/*.csproj");
        // Small helper libraries that UnityEditor's project refers to.
        var helpers = files.Keys.Where(f => f.EndsWith(".cs", StringComparison.Ordinal)
            && (f.StartsWith("Tools/Unity.", StringComparison.Ordinal)
                || f.StartsWith("Editor/IncrementalBuildPipeline/", StringComparison.Ordinal)));
        source.Parse("UnityEngine", files, []);
        source.Parse("UnityEditor", files, helpers);
        var parsing = new CSharpParseOptions(
            LanguageVersion.CSharp9,
            DocumentationMode.None,
            preprocessorSymbols: ["UNITY_EDITOR", "UNITY_TESTS_FRAMEWORK",
            .. Enumerable.Range(0, level + 1).Select(i => $"UNITY_6000_{i}_OR_NEWER")]);
        var tests = GitFiles.Read(testFramework, "HEAD", "*.cs");
        foreach (var name in new[] { "UnityEngine.TestRunner", "UnityEditor.TestRunner" })
            source.trees[name] = Parse(tests.Where(f => f.Key.StartsWith($"{name}/", StringComparison.Ordinal))
                .Select(f => (TestFrameworkFolder + f.Key, f.Value)), parsing);
        return source;
    }

    /// <summary>
    /// Engine, editor, and the two assemblies of the test framework where the project has it. The last one sees all of it.
    /// </summary>
    public IReadOnlyList<CSharpCompilation> Compilations(ProjectSetup setup)
    {
        IReadOnlyList<MetadataReference> net = setup.NetFramework ? libraries.NetFramework : libraries.NetStandard;
        var engine = Create("UnityEngine", net);
        var editor = Create("UnityEditor", [.. net, libraries.Newtonsoft, engine.ToMetadataReference()]);
        if (!setup.TestFramework) return [engine, editor];
        MetadataReference[] below = [.. net, libraries.NUnit, engine.ToMetadataReference(), editor.ToMetadataReference()];
        var engineTests = Create("UnityEngine.TestRunner", below);
        return [engine, editor, engineTests, Create("UnityEditor.TestRunner", [.. below, engineTests.ToMetadataReference()])];

        CSharpCompilation Create(string name, IEnumerable<MetadataReference> references) => CSharpCompilation.Create(
            name,
            trees[name].Where(t => BuiltInModules.OfFile(t.FilePath) is not { } module || !setup.Missing.Contains(module)),
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
    }

    /// <summary>References to compile the package against.</summary>
    public UnityReferences References(IReadOnlyList<CSharpCompilation> compilations)
    {
        var references = compilations.Select(c => (MetadataReference)c.ToMetadataReference()).ToList();
        return new UnityReferences(level, references[..2], references[2..]);
    }

    private void Parse(string name, Dictionary<string, string> files, IEnumerable<string> more)
    {
        var project = XDocument.Parse(files[$"Projects/CSharp/{name}.csproj"]);
        var defines = project.Descendants("DefineConstants").SelectMany(e => e.Value.Split(';'))
            .Where(d => d.Length > 0 && !d.StartsWith('$'));
        var listed = project.Descendants("Compile")
            .Select(e => ((string?)e.Attribute("Include") ?? "").Replace('\\', '/').Replace("../../", ""))
            .Concat(more).Where(files.ContainsKey).Distinct();
        var parsing = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None, preprocessorSymbols: defines);
        trees[name] = Parse(listed.Select(f => (f, files[f])), parsing);
    }

    private static List<SyntaxTree> Parse(IEnumerable<(string Path, string Text)> files, CSharpParseOptions parsing) =>
        [.. files.AsParallel().AsOrdered()
            .Select(f => CSharpSyntaxTree.ParseText(SourceText.From(f.Text, Encoding.UTF8), parsing, f.Path))];
}
