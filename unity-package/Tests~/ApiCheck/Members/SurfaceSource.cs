using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fairlead.ApiCheck;

/// <summary>
/// Makes of the facts what a compiler can refer to: declarations without bodies. They would not compile, and are never
/// emitted; that they bind is all that the package's own compilation needs.
/// </summary>
public static class SurfaceSource
{
    /// <summary>One Unity version, without the modules that the project lacks.</summary>
    public static UnityReferences At(Surface surface, int level, ProjectSetup setup, Libraries libraries)
    {
        var compilations = Compilations(surface, level, setup, libraries);
        return new UnityReferences(level, [compilations[0].ToMetadataReference()],
            [.. compilations.Skip(1).Select(c => c.ToMetadataReference())]);
    }

    /// <summary>The engine, and the test framework where the project has it.</summary>
    public static IReadOnlyList<CSharpCompilation> Compilations(Surface surface, int level, ProjectSetup setup, Libraries libraries)
    {
        var framework = UnitySource.TestFrameworkFolder[..^1];
        IReadOnlyList<MetadataReference> net = setup.NetFramework ? libraries.NetFramework : libraries.NetStandard;
        var engine = Create("UnityEngine", type =>
            type.Module != framework && !(type.Module is { } module && setup.Missing.Contains(module)), net);
        return setup.TestFramework
            ? [engine, Create("UnityEngine.TestRunner", type =>
                type.Module == framework, [.. net, libraries.NUnit, engine.ToMetadataReference()])]
            : [engine];

        CSharpCompilation Create(string name, Func<SurfaceType, bool> isIn, IEnumerable<MetadataReference> references)
        {
            var text = Text(surface, level, isIn);
            var tree = CSharpSyntaxTree.ParseText(text, new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None),
                $"{name}.cs");
            return CSharpCompilation.Create(name, [tree], references,
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
        }
    }

    private static string Text(Surface surface, int level, Func<SurfaceType, bool> isIn)
    {
        var source = new StringBuilder();
        foreach (var (space, types) in surface.Namespaces)
        {
            if (space.Length > 0) source.Append("namespace ").Append(space).Append(" {\n");
            foreach (var type in types.Values.Where(isIn))
                if (HeadAt(type, level) is { } head) Write(source, types, type, head, level);
            if (space.Length > 0) source.Append("}\n");
        }
        return source.ToString();
    }

    private static void Write(StringBuilder source, IReadOnlyDictionary<string, SurfaceType> types, SurfaceType type, KeyValuePair<string,
        SurfaceLine> head, int level)
    {
        var outers = Outers(type.Name);
        foreach (var name in outers)
        {
            var outer = new SurfaceHead(HeadAt(types[name], level)!.Value.Key);
            source.Append("public unsafe partial ").Append(outer.Kind.Split(' ')[^1]).Append(' ').Append(LastPart(name)).Append(" {\n");
        }
        var parts = new SurfaceHead(head.Key);
        source.Append(Attribute(head.Value.At[level]));
        if (parts.Kind == "delegate")
        {
            // " = Result (parameters) constraints"
            var at = parts.Tail.IndexOf(" (", StringComparison.Ordinal);
            source.Append("public unsafe delegate ").Append(parts.Tail[3..at]).Append(' ').Append(LastPart(parts.Name))
                .Append(parts.Tail[(at + 1)..]).Append(";\n");
        }
        else
        {
            var isEnum = parts.Kind == "enum";
            var words = parts.Kind.Split(' ');
            source.Append(isEnum ? "public " : "public unsafe ").Append(words.Length > 1 ? words[0] + " " : "")
                .Append(isEnum ? "" : "partial ")
                .Append(words[^1]).Append(' ').Append(LastPart(parts.Name)).Append(parts.Tail).Append(" {\n");
            foreach (var (text, line) in type.Members)
            {
                if (!line.At.TryGetValue(level, out var obsolete)) continue;
                source.Append('\t').Append(Attribute(obsolete))
                    .Append(isEnum || text.StartsWith("protected ", StringComparison.Ordinal) ? "" : "public ")
                    .Append(text).Append(isEnum ? ",\n" : text.EndsWith('}') ? "\n" : ";\n");
            }
            var name = LastPart(parts.Name).Split('<')[0];
            // A struct without fields needs no assignment, and a class without constructors can be made by anybody.
            if (words[^1] == "struct") source.Append("\tprivate int _hidden;\n");
            else if (words[^1] == "class" && words[0] != "static"
                && !type.Members.Any(m => m.Value.At.ContainsKey(level) && IsConstructor(m.Key, name)))
                source.Append("\tprivate ").Append(name).Append("();\n");
            source.Append("}\n");
        }
        foreach (var _ in outers) source.Append("}\n");
    }

    private static KeyValuePair<string, SurfaceLine>? HeadAt(SurfaceType type, int level)
    {
        foreach (var head in type.Heads)
            if (head.Value.At.ContainsKey(level)) return head;
        return null;
    }

    private static bool IsConstructor(string member, string name) =>
        member.StartsWith($"{name}(", StringComparison.Ordinal) || member.StartsWith($"protected {name}(", StringComparison.Ordinal);

    private static string Attribute(Obsolescence obsolete) => obsolete switch
    {
        Obsolescence.Warning => "[System.Obsolete(\"Unity warns\")] ",
        Obsolescence.Error => "[System.Obsolete(\"Unity fails\", true)] ",
        _ => "",
    };

    /// <summary>The outer types of a name: for <c>A&lt;T&gt;.B.C</c>, <c>A&lt;T&gt;</c> and <c>A&lt;T&gt;.B</c>.</summary>
    private static List<string> Outers(string name)
    {
        var outers = new List<string>();
        for (var (i, depth) = (0, 0); i < name.Length; i++)
        {
            if (name[i] == '<') depth++;
            else if (name[i] == '>') depth--;
            else if (name[i] == '.' && depth == 0) outers.Add(name[..i]);
        }
        return outers;
    }

    private static string LastPart(string name) => Outers(name) is [.., var outer] ? name[(outer.Length + 1)..] : name;
}
