using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fairlead.ApiCheck;

/// <summary>Declarations as C# writes them, with full names, without attributes and bodies.</summary>
internal static class SymbolText
{
    private static readonly SymbolDisplayFormat Types = new(
        SymbolDisplayGlobalNamespaceStyle.OmittedAsContaining,
        SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        SymbolDisplayGenericsOptions.IncludeTypeParameters,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes
            | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers);

    /// <summary>Full name of a type: with namespace and outer types, without type parameters.</summary>
    internal static string FullName(INamedTypeSymbol type) =>
        type.ContainingType is { } outer ? $"{FullName(outer)}.{type.Name}"
        : Namespace(type) is { Length: > 0 } space ? $"{space}.{type.Name}" : type.Name;

    internal static string Namespace(INamedTypeSymbol type) =>
        type.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() : "";

    /// <summary>After the namespace.</summary>
    internal static string RelativeName(INamedTypeSymbol type)
    {
        var variance = type.TypeParameters.Select(p =>
            (p.Variance switch { VarianceKind.In => "in ", VarianceKind.Out => "out ", _ => "" }) + p.Name);
        var own = type.Name + (type.TypeParameters.Length > 0 ? $"<{string.Join(",", variance)}>" : "");
        return type.ContainingType is { } outer ? $"{RelativeName(outer)}.{own}" : own;
    }

    /// <summary>The built-in module or package that declares it; null: a part of it is always there.</summary>
    internal static string? Module(INamedTypeSymbol type)
    {
        var modules = type.DeclaringSyntaxReferences.Select(r => r.SyntaxTree.FilePath)
            .Select(f => f.StartsWith(UnitySource.TestFrameworkFolder, StringComparison.Ordinal) ? UnitySource.TestFrameworkFolder[..^1]
                : BuiltInModules.OfFile(f))
            .Distinct().ToList();
        return modules is [var only] ? only : null;
    }

    /// <param name="isVisible">Whether a package sees a type: what it cannot see is not named.</param>
    internal static string Head(INamedTypeSymbol type, Func<ITypeSymbol, bool> isVisible)
    {
        var name = RelativeName(type);
        if (type.DelegateInvokeMethod is { } invoke)
            return $"delegate {name} = {Ref(invoke)}{Of(invoke.ReturnType)} "
                + $"({Parameters(invoke.Parameters)}){Constraints(type.TypeParameters)}";
        var kind = type.TypeKind switch
        {
            TypeKind.Enum => "enum",
            TypeKind.Interface => "interface",
            TypeKind.Struct => type.IsRefLikeType ? "ref struct" : "struct",
            _ => type.IsStatic ? "static class" : type.IsAbstract ? "abstract class" : type.IsSealed ? "sealed class" : "class",
        };
        var bases = new List<string>();
        if (type.EnumUnderlyingType is { SpecialType: not SpecialType.System_Int32 } underlying) bases.Add(Of(underlying));
        if (type.TypeKind == TypeKind.Class && type.BaseType is { SpecialType: not SpecialType.System_Object } parent)
            bases.Add(Of(parent));
        if (type.TypeKind != TypeKind.Enum)
            bases.AddRange(type.Interfaces.Where(i => isVisible(i)).Select(Of).Order(StringComparer.Ordinal));
        return $"{kind} {name}{(bases.Count > 0 ? " : " + string.Join(", ", bases) : "")}{Constraints(type.TypeParameters)}";
    }

    /// <summary>Returns null for no declaration of its own, or one that says nothing that its base does not.</summary>
    internal static string? Member(ISymbol member)
    {
        if (member.IsOverride && !OverridesAbstract(member)) return null;
        var access = member.DeclaredAccessibility == Accessibility.Public ? "" : "protected ";
        var modifiers = access + (member.IsStatic ? "static " : "") + (member.ContainingType.TypeKind == TypeKind.Interface ? ""
            : member.IsOverride ? "override " : member.IsAbstract ? "abstract " : member.IsVirtual ? "virtual " : "");
        switch (member)
        {
            case IFieldSymbol { ContainingType.TypeKind: TypeKind.Enum } value:
                return $"{Escaped(value.Name)} = {Convert.ToString(value.ConstantValue, CultureInfo.InvariantCulture)}";
            case IFieldSymbol { IsConst: true } constant:
                return $"{access}const {Of(constant.Type)} {Escaped(constant.Name)} = {Literal(constant.ConstantValue, constant.Type)}";
            case IFieldSymbol { IsImplicitlyDeclared: false } field:
                return $"{modifiers}{(field.IsReadOnly ? "readonly " : "")}{Of(field.Type)} {Escaped(field.Name)}";
            case IEventSymbol @event:
                return $"{modifiers}event {Of(@event.Type)} {Escaped(@event.Name)}";
            case IPropertySymbol { ExplicitInterfaceImplementations.Length: 0 } property:
                var name = property.IsIndexer ? $"this[{Parameters(property.Parameters)}]" : Escaped(property.Name);
                return $"{modifiers}{(property.ReturnsByRef ? "ref " : property.ReturnsByRefReadonly ? "ref readonly " : "")}"
                    + $"{Of(property.Type)} {name} "
                    + $"{{ {Accessor(property.GetMethod, property, "get")}{Accessor(property.SetMethod, property, "set")}}}";
            case IMethodSymbol { MethodKind: MethodKind.Constructor } constructor when !constructor.IsImplicitlyDeclared
                || constructor.ContainingType.TypeKind == TypeKind.Class:
                return $"{access}{constructor.ContainingType.Name}({Parameters(constructor.Parameters)})";
            case IMethodSymbol { MethodKind: MethodKind.Ordinary, IsImplicitlyDeclared: false } method:
                var types = method.TypeParameters.Length > 0 ? $"<{string.Join(", ", method.TypeParameters.Select(p => p.Name))}>" : "";
                var self = method.IsExtensionMethod ? "this " : "";
                return $"{modifiers}{Ref(method)}{Of(method.ReturnType)} {Escaped(method.Name)}{types}"
                    + $"({self}{Parameters(method.Parameters)}){(method.IsOverride ? "" : Constraints(method.TypeParameters))}";
            case IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator } operation:
                return $"static {Of(operation.ReturnType)} operator "
                    + $"{SyntaxFacts.GetText(SyntaxFacts.GetOperatorKind(operation.Name))}({Parameters(operation.Parameters)})";
            case IMethodSymbol { MethodKind: MethodKind.Conversion } conversion:
                return $"static {(conversion.Name == WellKnownMemberNames.ImplicitConversionName ? "implicit" : "explicit")} operator "
                    + $"{Of(conversion.ReturnType)}({Parameters(conversion.Parameters)})";
            default:
                return null;
        }
    }

    /// <summary>The types that a member's signature names.</summary>
    internal static IEnumerable<ITypeSymbol> TypesOf(ISymbol member) => member switch
    {
        IFieldSymbol field => [field.Type],
        IEventSymbol @event => [@event.Type],
        IPropertySymbol property => property.Parameters.Select(p => p.Type).Append(property.Type),
        IMethodSymbol method =>
            method.Parameters.Select(p => p.Type).Append(method.ReturnType)
            .Concat(method.TypeParameters.SelectMany(p => p.ConstraintTypes)),
        _ => [],
    };

    internal static Obsolescence ObsolescenceOf(ISymbol symbol)
    {
        if (symbol.GetAttributes().FirstOrDefault(a => a.AttributeClass?.Name == nameof(ObsoleteAttribute)) is not { } attribute)
            return Obsolescence.None;
        return attribute.ConstructorArguments.Any(a => a.Value is true) ? Obsolescence.Error : Obsolescence.Warning;
    }

    private static bool OverridesAbstract(ISymbol member) => member switch
    {
        IMethodSymbol method => method.OverriddenMethod?.IsAbstract == true,
        IPropertySymbol property => property.OverriddenProperty?.IsAbstract == true,
        _ => false,
    };

    private static string Accessor(IMethodSymbol? accessor, IPropertySymbol property, string word) => accessor?.DeclaredAccessibility switch
    {
        Accessibility.Public => $"{word}; ",
        Accessibility.Protected or Accessibility.ProtectedOrInternal =>
            property.DeclaredAccessibility == Accessibility.Public ? $"protected {word}; " : $"{word}; ",
        _ => "",
    };

    private static string Parameters(IEnumerable<IParameterSymbol> parameters) => string.Join(", ", parameters.Select(p =>
        (p.IsParams ? "params " : p.RefKind switch { RefKind.Ref => "ref ", RefKind.Out => "out ", RefKind.In => "in ", _ => "" })
        + $"{Of(p.Type)} {Escaped(p.Name)}"
        + (p.HasExplicitDefaultValue ? $" = {Literal(p.ExplicitDefaultValue, p.Type)}" : "")));

    private static string Constraints(IEnumerable<ITypeParameterSymbol> parameters) => string.Concat(parameters.Select(p =>
    {
        var all = new List<string>();
        if (p.HasUnmanagedTypeConstraint) all.Add("unmanaged");
        else if (p.HasValueTypeConstraint) all.Add("struct");
        if (p.HasReferenceTypeConstraint) all.Add("class");
        all.AddRange(p.ConstraintTypes.Select(Of));
        if (p.HasConstructorConstraint) all.Add("new()");
        return all.Count > 0 ? $" where {p.Name} : {string.Join(", ", all)}" : "";
    }));

    private static string Literal(object? value, ITypeSymbol type) => value switch
    {
        null => type.IsReferenceType ? "null" : "default",
        float.PositiveInfinity => "float.PositiveInfinity",
        float.NegativeInfinity => "float.NegativeInfinity",
        float.NaN => "float.NaN",
        float single => $"{SymbolDisplay.FormatPrimitive(single, true, false)}f",
        double.PositiveInfinity => "double.PositiveInfinity",
        double.NegativeInfinity => "double.NegativeInfinity",
        double.NaN => "double.NaN",
        double number => $"{SymbolDisplay.FormatPrimitive(number, true, false)}d",
        _ when type.TypeKind == TypeKind.Enum => $"({Of(type)})({SymbolDisplay.FormatPrimitive(value, true, false)})",
        _ => SymbolDisplay.FormatPrimitive(value, true, false) ?? "default",
    };

    private static string Ref(IMethodSymbol method) => method.ReturnsByRef ? "ref " : method.ReturnsByRefReadonly ? "ref readonly " : "";

    private static string Of(ITypeSymbol type) => type.ToDisplayString(Types);

    private static string Escaped(string name) => SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None ? "@" + name : name;
}
