using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fairlead.ApiCheck;

/// <summary>Takes the facts out of one version of Unity's source.</summary>
internal sealed class SurfaceReader
{
    private readonly Surface surface;
    private readonly int level;
    private readonly HashSet<INamedTypeSymbol> whole = new(SymbolEqualityComparer.Default);
    private readonly HashSet<INamedTypeSymbol> seen = new(SymbolEqualityComparer.Default);
    private readonly Queue<INamedTypeSymbol> waiting = new();

    private SurfaceReader(Surface surface, int level)
    {
        this.surface = surface;
        this.level = level;
    }

    /// <summary>Members whose signature names a type that the public source lacks (generated or native code).</summary>
    internal List<string> Left { get; } = [];

    /// <param name="unity">A compilation that sees engine, editor and test framework.</param>
    /// <param name="namespaces">Those that the package imports.</param>
    /// <param name="used">The types of which it uses members, by full name.</param>
    internal static SurfaceReader Read(Surface surface, int level, CSharpCompilation unity, IEnumerable<string> namespaces,
        IReadOnlySet<string> used)
    {
        var reader = new SurfaceReader(surface, level);
        var all = unity.GlobalNamespace;
        foreach (var name in namespaces.Append(""))
        {
            foreach (var type in Find(all, name)?.GetTypeMembers() ?? [])
            {
                if (!IsUnitys(type) || !IsVisible(type)) continue;
                reader.Mention(type);
                // An extension method may be meant wherever its namespace is imported.
                if (type.IsStatic && type.MightContainExtensionMethods) reader.TakeWhole(type);
            }
        }
        foreach (var type in AllTypes(all).Where(t => used.Contains(SymbolText.FullName(t)))) reader.TakeWhole(type);
        reader.Run();
        return reader;
    }

    private void Run()
    {
        while (waiting.TryDequeue(out var type))
        {
            var found = surface.Add(
                SymbolText.Namespace(type), SymbolText.RelativeName(type), SymbolText.Module(type),
                SymbolText.Head(type, t => IsVisible(t) && !HasError(t)), level, SymbolText.ObsolescenceOf(type));
            if (type.ContainingType is { } outer) Mention(outer);
            if (type.BaseType is { } parent) Mention(parent);
            foreach (var implemented in type.Interfaces) Mention(implemented);
            foreach (var parameter in type.TypeParameters)
                foreach (var constraint in parameter.ConstraintTypes) Mention(constraint);
            if (type.DelegateInvokeMethod is { } invoke) MentionTypesOf(invoke);
            if (!whole.Contains(type) || type.TypeKind == TypeKind.Delegate) continue;
            foreach (var member in type.GetMembers())
            {
                if (member is INamedTypeSymbol nested)
                {
                    if (IsVisible(nested)) Mention(nested);
                    continue;
                }
                if (!IsVisible(member) || SymbolText.Member(member) is not { } text) continue;
                if (SymbolText.TypesOf(member).Any(HasError))
                {
                    Left.Add($"{SymbolText.FullName(type)}: {text}");
                    continue;
                }
                MentionTypesOf(member);
                Surface.Add(found.Members, text, level, SymbolText.ObsolescenceOf(member));
            }
        }
    }

    private void TakeWhole(INamedTypeSymbol type)
    {
        // Members may be inherited, and then the base is what has to be known.
        for (var at = type.OriginalDefinition; at != null && IsUnitys(at); at = at.BaseType?.OriginalDefinition)
        {
            whole.Add(at);
            Mention(at);
        }
        if (type.TypeKind != TypeKind.Interface) return;
        foreach (var parent in type.AllInterfaces.Where(IsUnitys))
        {
            whole.Add(parent.OriginalDefinition);
            Mention(parent);
        }
    }

    private void MentionTypesOf(ISymbol member)
    {
        foreach (var type in SymbolText.TypesOf(member)) Mention(type);
    }

    private void Mention(ITypeSymbol type)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                Mention(array.ElementType);
                break;
            case IPointerTypeSymbol pointer:
                Mention(pointer.PointedAtType);
                break;
            case INamedTypeSymbol named:
                foreach (var argument in named.TypeArguments) Mention(argument);
                var definition = named.OriginalDefinition;
                if (named.ContainingType is { } outer) Mention(outer);
                if (IsUnitys(definition) && IsVisible(definition) && seen.Add(definition)) waiting.Enqueue(definition);
                break;
        }
    }

    private static bool HasError(ITypeSymbol type) => type switch
    {
        IErrorTypeSymbol => true,
        IArrayTypeSymbol array => HasError(array.ElementType),
        IPointerTypeSymbol pointer => HasError(pointer.PointedAtType),
        INamedTypeSymbol named => named.TypeArguments.Any(HasError) || (IsUnitys(named) && !IsVisible(named)),
        _ => false,
    };

    private static bool IsUnitys(ITypeSymbol type) => type.ContainingAssembly?.Name.StartsWith("Unity", StringComparison.Ordinal) == true;

    private static bool IsVisible(ISymbol symbol)
    {
        for (var at = symbol; at is not (null or INamespaceSymbol); at = at.ContainingType)
            if (at.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal))
                return false;
        return true;
    }

    private static INamespaceSymbol? Find(INamespaceSymbol root, string name)
    {
        INamespaceSymbol? at = root;
        foreach (var part in name.Split('.', StringSplitOptions.RemoveEmptyEntries))
            at = at?.GetNamespaceMembers().FirstOrDefault(n => n.Name == part);
        return at;
    }

    private static IEnumerable<INamedTypeSymbol> AllTypes(INamespaceOrTypeSymbol container) =>
        container.GetMembers().SelectMany(member => member switch
        {
            INamespaceSymbol { Name: "System" or "Microsoft" or "Newtonsoft" or "NUnit" } => [],
            INamedTypeSymbol type when IsUnitys(type) && IsVisible(type) => AllTypes(type).Prepend(type),
            INamespaceSymbol inner => AllTypes(inner),
            _ => [],
        });
}
