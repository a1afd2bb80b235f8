using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fairlead.ApiCheck;

/// <summary>Members that a package sees by reflection only.</summary>
internal static class HiddenMembers
{
    /// <param name="key">E.g. <c>UnityEditor.Undo.GetUndoList(List&lt;String&gt;, ref Int32, Boolean)</c>; a field or property without
    /// brackets.</param>
    internal static bool Has(CSharpCompilation unity, string key)
    {
        var name = key.Split('(')[0];
        var dot = name.LastIndexOf('.');
        var type = unity.GetTypeByMetadataName(name[..dot]);
        return type?.GetMembers(name[(dot + 1)..])
            .Any(member => member is IMethodSymbol method ? $"{name}({Parameters(method)})" == key : key == name) == true;
    }

    private static string Parameters(IMethodSymbol method) =>
        string.Join(", ", method.Parameters.Select(p => (p.RefKind == RefKind.None ? "" : "ref ") + Simple(p.Type)));

    private static string Simple(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => $"{Simple(array.ElementType)}[]",
        INamedTypeSymbol { TypeArguments.Length: > 0 } generic =>
            $"{generic.Name}<{string.Join(", ", generic.TypeArguments.Select(Simple))}>",
        _ => type.Name,
    };
}
