namespace Fairlead.ApiCheck;

/// <summary>A declaration of Unity, in C# without its body, and the versions that have it.</summary>
public sealed class SurfaceLine
{
    /// <summary>Obsolescence by level.</summary>
    public SortedDictionary<int, Obsolescence> At { get; } = [];

    /// <summary>The condition in brackets before it; empty for members that every version has and allows.</summary>
    internal string Marks(string? module)
    {
        string Where(Func<Obsolescence, bool> which) => Levels.Write(At.Where(a => which(a.Value)).Select(a => a.Key));
        var marks = new List<string>();
        if (module != null) marks.Add($"@{module}");
        if (At.Count < Levels.Count) marks.Add(Where(_ => true));
        if (Where(o => o == Obsolescence.Warning) is { Length: > 0 } warns) marks.Add($"warns {warns}");
        if (Where(o => o == Obsolescence.Error) is { Length: > 0 } fails) marks.Add($"fails {fails}");
        return marks.Count > 0 ? $"[{string.Join("; ", marks)}] " : "";
    }

    /// <summary>Reads a declaration with the condition that <see cref="Marks"/> has put before it.</summary>
    internal static (SurfaceLine Line, string? Module, string Text) Parse(string text)
    {
        var line = new SurfaceLine();
        var marks = Array.Empty<string>();
        if (text.StartsWith('['))
        {
            var end = text.IndexOf("] ", StringComparison.Ordinal);
            marks = text[1..end].Split("; ");
            text = text[(end + 2)..];
        }
        var has = marks.FirstOrDefault(m => char.IsDigit(m[0])) ?? Levels.Write(Enumerable.Range(0, Levels.Count));
        foreach (var level in Levels.Read(has)) line.At[level] = Obsolescence.None;
        foreach (var level in After("warns ")) line.At[level] = Obsolescence.Warning;
        foreach (var level in After("fails ")) line.At[level] = Obsolescence.Error;
        return (line, marks.FirstOrDefault(m => m[0] == '@')?[1..], text);

        IReadOnlySet<int> After(string word) =>
            Levels.Read(marks.FirstOrDefault(m => m.StartsWith(word, StringComparison.Ordinal))?[word.Length..]);
    }
}

/// <summary>A public type of Unity.</summary>
/// <param name="Namespace">Empty: the global one.</param>
/// <param name="Name">After the namespace, with outer types and type parameters: <c>Outer&lt;T&gt;.Inner</c>.</param>
/// <param name="Module">The built-in module, or the package, that a project may lack; null: always there.</param>
public sealed record SurfaceType(string Namespace, string Name, string? Module)
{
    /// <summary>The type's head, e.g. <c>static class Undo</c>; another one where a version declares it differently.</summary>
    public SortedDictionary<string, SurfaceLine> Heads { get; } = new(StringComparer.Ordinal);

    /// <summary>Public and protected ones. None: only the name is known.</summary>
    public SortedDictionary<string, SurfaceLine> Members { get; } = new(StringComparer.Ordinal);
}

/// <summary>
/// The part of Unity that a package sees, as facts: the names of all types in the namespaces that the package imports, and the
/// signatures of the types that it uses. A text file for each namespace, a declaration on each line.
/// </summary>
public sealed class Surface
{
    private const string Global = "global";
    private const string ImportsFile = "imports";

    /// <summary>The namespaces of which every public type is named here. Of others, only mentioned types are.</summary>
    public SortedSet<string> Imports { get; } = new(StringComparer.Ordinal);

    /// <summary>Types by namespace, then by name.</summary>
    public SortedDictionary<string, SortedDictionary<string, SurfaceType>> Namespaces { get; } = new(StringComparer.Ordinal);

    public IEnumerable<SurfaceType> Types => Namespaces.Values.SelectMany(types => types.Values);

    /// <summary>Adds what one version declares.</summary>
    internal SurfaceType Add(string space, string name, string? module, string head, int level, Obsolescence obsolete)
    {
        if (!Namespaces.TryGetValue(space, out var types))
            Namespaces[space] = types = new SortedDictionary<string, SurfaceType>(StringComparer.Ordinal);
        if (!types.TryGetValue(name, out var type)) types[name] = type = new SurfaceType(space, name, module);
        Add(type.Heads, head, level, obsolete);
        return type;
    }

    internal static void Add(SortedDictionary<string, SurfaceLine> lines, string text, int level, Obsolescence obsolete)
    {
        if (!lines.TryGetValue(text, out var line)) lines[text] = line = new SurfaceLine();
        line.At[level] = obsolete;
    }

    public static Surface Load(string folder)
    {
        var surface = new Surface();
        surface.Imports.UnionWith(File.ReadLines(Path.Combine(folder, ImportsFile)));
        foreach (var file in Directory.GetFiles(folder, "*.txt"))
        {
            var space = Path.GetFileNameWithoutExtension(file);
            var types = new SortedDictionary<string, SurfaceType>(StringComparer.Ordinal);
            surface.Namespaces[space == Global ? "" : space] = types;
            SurfaceType? type = null;
            foreach (var text in File.ReadLines(file))
            {
                var (line, module, declaration) = SurfaceLine.Parse(text.TrimStart('\t'));
                if (text.StartsWith('\t'))
                {
                    type!.Members[declaration] = line;
                    continue;
                }
                var name = new SurfaceHead(declaration).Name;
                if (!types.TryGetValue(name, out type)) types[name] = type = new SurfaceType(space == Global ? "" : space, name, module);
                type.Heads[declaration] = line;
            }
        }
        return surface;
    }

    public void Save(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (var old in Directory.GetFiles(folder, "*.txt")) File.Delete(old);
        File.WriteAllText(Path.Combine(folder, ImportsFile), string.Join('\n', Imports) + "\n");
        foreach (var (space, types) in Namespaces)
        {
            var lines = types.Values.SelectMany(type =>
                type.Heads.Select(h => h.Value.Marks(type.Module) + h.Key)
                    .Concat(type.Members.Select(m => $"\t{m.Value.Marks(null)}{m.Key}")));
            File.WriteAllText(Path.Combine(folder, $"{(space.Length == 0 ? Global : space)}.txt"), string.Join('\n', lines) + "\n");
        }
    }
}

/// <summary>
/// The parts of a type's head: <c>kind Name : bases where …</c>, of a delegate <c>delegate Name = Result (parameters)</c>.
/// </summary>
internal readonly struct SurfaceHead
{
    private static readonly string[] Kinds =
        ["static class", "abstract class", "sealed class", "class", "ref struct", "struct", "interface", "enum", "delegate"];

    internal SurfaceHead(string text)
    {
        Kind = Kinds.First(k => text.StartsWith(k + " ", StringComparison.Ordinal));
        var rest = text[(Kind.Length + 1)..];
        var ends = new[] { " : ", " = ", " where " }.Select(mark => rest.IndexOf(mark, StringComparison.Ordinal)).Where(at => at >= 0)
            .DefaultIfEmpty(rest.Length);
        Name = rest[..ends.Min()];
        Tail = rest[Name.Length..];
    }

    internal string Kind { get; }

    internal string Name { get; }

    /// <summary>The text after the name.</summary>
    internal string Tail { get; }
}
