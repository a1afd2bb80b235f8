using System.Diagnostics;
using System.Formats.Tar;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fairlead.ApiCheck;

/// <summary>The declarations of one version of Unity's public C# source. Read from a git directory; nothing of it is kept.</summary>
public sealed class ReferenceSource
{
    private static readonly CSharpParseOptions Parsing = new(
        LanguageVersion.Preview, DocumentationMode.None, preprocessorSymbols: ["UNITY_EDITOR", "UNITY_64", "ENABLE_MONO"]);

    private readonly Dictionary<string, List<(BaseTypeDeclarationSyntax Type, string File)>> types = [];
    private readonly Dictionary<string, (DelegateDeclarationSyntax Type, string File)> delegates = [];
    private readonly Dictionary<string, List<string>> bySimpleName = [];

    private ReferenceSource(string version)
    {
        Version = version;
    }

    /// <summary>The version that the commit names, e.g. 6000.3.19f1.</summary>
    public string Version { get; }

    /// <summary>Parses the source files of a branch that may declare one of these types; takes some seconds.</summary>
    /// <param name="typeNames">Without namespace.</param>
    public static ReferenceSource Read(string gitDirectory, string revision, IEnumerable<string> typeNames)
    {
        var subject = Git(gitDirectory, "log", "-1", "--format=%s", revision).ReadToEnd().Trim();
        var source = new ReferenceSource(System.Text.RegularExpressions.Regex.Match(subject, @"\d+\.\d+\.\w+").Value);
        var pattern = $"(class|struct|enum|interface|delegate)[^;(]* ({string.Join('|', typeNames.Distinct())})([^A-Za-z0-9_]|$)";
        var candidates = Git(gitDirectory, "grep", "-l", "-E", pattern, revision, "--", "*.cs").ReadToEnd()
            .Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line[(revision.Length + 1)..]).ToArray();
        if (candidates.Length == 0) return source;
        using var process = Start(gitDirectory, ["archive", "--format=tar", revision, "--", .. candidates]);
        using var tar = new TarReader(process.StandardOutput.BaseStream);
        var files = new List<(string Name, string Text)>();
        while (tar.GetNextEntry() is { } entry)
        {
            if (entry.DataStream == null || !entry.Name.EndsWith(".cs", StringComparison.Ordinal)) continue;
            files.Add((entry.Name, new StreamReader(entry.DataStream).ReadToEnd()));
        }
        process.WaitForExit();
        var parsed = files.AsParallel().AsOrdered()
            .Select(file => (file.Name, Root: CSharpSyntaxTree.ParseText(file.Text, Parsing).GetRoot()));
        foreach (var (name, root) in parsed) source.Index(root, name);
        return source;
    }

    /// <summary>The file that declares the member and how obsolete it is; null if there is none.</summary>
    public (string File, Obsolescence Obsolete)? Find(ApiMember member) => Find(member, member.Type, []);

    private (string File, Obsolescence Obsolete)? Find(ApiMember member, string type, HashSet<string> seen)
    {
        if (!seen.Add(type)) return null;
        if (delegates.TryGetValue(type, out var found))
            // Invoke and the constructor come with the type.
            return (found.File, Attributes(found.Type.AttributeLists));
        if (!types.TryGetValue(type, out var declarations)) return null;
        if (member.Kind == MemberKind.Type) return (declarations[0].File, declarations.Max(d => Attributes(d.Type.AttributeLists)));
        foreach (var (declaration, file) in declarations)
            if (SourceMembers.Match(declaration, member) is { } attributes) return (file, Attributes(attributes));
        if (member is { Kind: MemberKind.Method, Name: ".ctor", Parameters.Count: 0 }
            && !declarations.Any(d => SourceMembers.HasConstructor(d.Type)))
            return (declarations[0].File, Obsolescence.None);
        // The engine may declare on a type what Unity declares on its base.
        foreach (var (declaration, _) in declarations)
            foreach (var parent in declaration.BaseList?.Types ?? [])
                foreach (var candidate in bySimpleName.GetValueOrDefault(SourceMembers.Simple(parent.Type).Split('<')[0]) ?? [])
                    if (Find(member, candidate, seen) is { } inherited) return inherited;
        return null;
    }

    private static Obsolescence Attributes(SyntaxList<AttributeListSyntax> lists)
    {
        foreach (var attribute in lists.SelectMany(list => list.Attributes))
        {
            if (SourceMembers.Simple(attribute.Name) is not ("Obsolete" or "ObsoleteAttribute")) continue;
            var isError = attribute.ArgumentList?.Arguments.Any(a => a.Expression.IsKind(SyntaxKind.TrueLiteralExpression)) ?? false;
            return isError ? Obsolescence.Error : Obsolescence.Warning;
        }
        return Obsolescence.None;
    }

    private void Index(SyntaxNode root, string file)
    {
        foreach (var node in root.DescendantNodes(n =>
            n is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax or TypeDeclarationSyntax))
        {
            if (node is BaseTypeDeclarationSyntax type)
            {
                var name = FullName(type, type.Identifier.Text);
                if (!types.TryGetValue(name, out var list)) types[name] = list = [];
                list.Add((type, file));
                if (!bySimpleName.TryGetValue(type.Identifier.Text, out var same)) bySimpleName[type.Identifier.Text] = same = [];
                if (!same.Contains(name)) same.Add(name);
            }
            else if (node is DelegateDeclarationSyntax callback)
            {
                delegates.TryAdd(FullName(callback, callback.Identifier.Text), (callback, file));
            }
        }
    }

    private static string FullName(SyntaxNode node, string name)
    {
        for (var parent = node.Parent; parent != null; parent = parent.Parent)
        {
            if (parent is BaseTypeDeclarationSyntax outer) name = $"{outer.Identifier.Text}.{name}";
            else if (parent is BaseNamespaceDeclarationSyntax space) name = $"{space.Name}.{name}";
        }
        return name;
    }

    private static StreamReader Git(string directory, params string[] arguments) => Start(directory, arguments).StandardOutput;

    private static Process Start(string directory, params string[] arguments)
    {
        var start = new ProcessStartInfo("git") { RedirectStandardOutput = true, UseShellExecute = false };
        start.ArgumentList.Add("--git-dir");
        start.ArgumentList.Add(directory);
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
        return Process.Start(start) ?? throw new InvalidOperationException("git did not start.");
    }
}
