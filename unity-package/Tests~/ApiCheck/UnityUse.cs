using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fairlead.ApiCheck;

/// <summary>The members of Unity that the package's sources use, as the compiler resolves them.</summary>
public static class UnityUse
{
    /// <summary>The namespaces that its files import.</summary>
    public static IReadOnlySet<string> Namespaces(IEnumerable<CSharpCompilation> package) =>
        Nodes<UsingDirectiveSyntax>(package).Where(u => u.Alias == null && u.Name!.ToString().StartsWith("Unity", StringComparison.Ordinal))
            .Select(u => u.Name!.ToString()).ToHashSet();

    /// <summary>The types that it names, and those whose members it uses, by full name.</summary>
    public static IReadOnlySet<string> Types(IEnumerable<CSharpCompilation> package)
    {
        var found = new HashSet<INamedTypeSymbol>(SymbolEqualityComparer.Default);
        foreach (var compilation in package)
        {
            foreach (var tree in compilation.SyntaxTrees)
            {
                var model = compilation.GetSemanticModel(tree);
                foreach (var node in tree.GetRoot().DescendantNodes())
                {
                    if (node is not ExpressionSyntax expression) continue;
                    var symbol = model.GetSymbolInfo(expression).Symbol;
                    if (symbol is IMethodSymbol { ReducedFrom: { } reduced }) symbol = reduced;
                    if ((symbol as INamedTypeSymbol ?? symbol?.ContainingType) is { } type) found.Add(type.OriginalDefinition);
                    // A value that is passed on may be converted.
                    if (model.GetConversion(expression) is { IsUserDefined: true, MethodSymbol: { } conversion })
                        found.Add(conversion.ContainingType);
                }
            }
        }
        return found.Where(t => t.ContainingAssembly?.Name.StartsWith("Unity", StringComparison.Ordinal) == true)
            .Select(SymbolText.FullName).ToHashSet();
    }

    private static IEnumerable<T> Nodes<T>(IEnumerable<CSharpCompilation> package)
        where T : SyntaxNode =>
        package.SelectMany(c => c.SyntaxTrees).SelectMany(t => t.GetRoot().DescendantNodes()).OfType<T>();
}
