using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fairlead.ApiCheck;

/// <summary>Compares members of source files with members of assemblies.</summary>
internal static class SourceMembers
{
    private static readonly Dictionary<string, string> Keywords = new()
    {
        ["bool"] = "Boolean", ["byte"] = "Byte", ["sbyte"] = "SByte", ["char"] = "Char", ["short"] = "Int16",
        ["ushort"] = "UInt16", ["int"] = "Int32", ["uint"] = "UInt32", ["long"] = "Int64", ["ulong"] = "UInt64",
        ["float"] = "Single", ["double"] = "Double", ["decimal"] = "Decimal", ["string"] = "String",
        ["object"] = "Object", ["void"] = "Void",
    };

    /// <summary>The attributes of the declaration; null when the type has no such member.</summary>
    internal static SyntaxList<AttributeListSyntax>? Match(BaseTypeDeclarationSyntax type, ApiMember member)
    {
        if (type is EnumDeclarationSyntax values)
        {
            foreach (var value in values.Members)
                if (member.Kind == MemberKind.EnumValue && value.Identifier.Text == member.Name && ValueMayBe(values, value, member.Result))
                    return value.AttributeLists;
            return null;
        }
        if (type is not TypeDeclarationSyntax declaration) return null;
        foreach (var candidate in declaration.Members)
            if (IsMatch(declaration, candidate, member)) return candidate.AttributeLists;
        return null;
    }

    internal static bool HasConstructor(BaseTypeDeclarationSyntax type) =>
        type is TypeDeclarationSyntax declaration
        && declaration.Members.OfType<ConstructorDeclarationSyntax>().Any(c => !c.Modifiers.Any(SyntaxKind.StaticKeyword));

    internal static string Simple(TypeSyntax type) => Simple(type, []);

    private static bool IsMatch(TypeDeclarationSyntax owner, MemberDeclarationSyntax candidate, ApiMember member)
    {
        if (!IsVisible(owner, candidate)) return false;
        var typeParameters = Parameters(owner.TypeParameterList);
        switch (candidate)
        {
            case MethodDeclarationSyntax method when member.Kind == MemberKind.Method && method.Identifier.Text == member.Name:
                var all = typeParameters.Concat(Parameters(method.TypeParameterList)).ToHashSet();
                return Same(method.ParameterList, member.Parameters, all)
                    && Simple(method.ReturnType, all) == member.Result && IsStatic(method) == member.IsStatic;
            case ConstructorDeclarationSyntax constructor when member is { Kind: MemberKind.Method, Name: ".ctor" }:
                return !IsStatic(constructor) && Same(constructor.ParameterList, member.Parameters, typeParameters);
            case OperatorDeclarationSyntax operation when member.Kind == MemberKind.Method
                && member.Name.StartsWith("op_", StringComparison.Ordinal):
                return OperatorName(operation) == member.Name && Same(operation.ParameterList, member.Parameters, typeParameters);
            case ConversionOperatorDeclarationSyntax conversion when member.Kind == MemberKind.Method:
                var name = conversion.ImplicitOrExplicitKeyword.IsKind(SyntaxKind.ImplicitKeyword) ? "op_Implicit" : "op_Explicit";
                return name == member.Name && Simple(conversion.Type, typeParameters) == member.Result
                    && Same(conversion.ParameterList, member.Parameters, typeParameters);
            case PropertyDeclarationSyntax property when member.Kind == MemberKind.Property && property.Identifier.Text == member.Name:
                return Simple(property.Type, typeParameters) == member.Result && IsStatic(property) == member.IsStatic;
            case IndexerDeclarationSyntax indexer when member.Kind == MemberKind.Property && member.Parameters.Count > 0:
                return Simple(indexer.Type, typeParameters) == member.Result
                    && indexer.ParameterList.Parameters.Select(p => Simple(p.Type!, typeParameters)).SequenceEqual(member.Parameters);
            case EventFieldDeclarationSyntax @event when member.Kind == MemberKind.Event:
                return @event.Declaration.Variables.Any(v => v.Identifier.Text == member.Name)
                    && Simple(@event.Declaration.Type, typeParameters) == member.Result && IsStatic(@event) == member.IsStatic;
            case EventDeclarationSyntax @event when member.Kind == MemberKind.Event && @event.Identifier.Text == member.Name:
                return Simple(@event.Type, typeParameters) == member.Result && IsStatic(@event) == member.IsStatic;
            case FieldDeclarationSyntax field when member.Kind == MemberKind.Field:
                return field.Declaration.Variables.Any(v => v.Identifier.Text == member.Name)
                    && Simple(field.Declaration.Type, typeParameters) == member.Result;
            default:
                return false;
        }
    }

    private static bool IsVisible(TypeDeclarationSyntax owner, MemberDeclarationSyntax member) =>
        owner is InterfaceDeclarationSyntax
        || (!member.Modifiers.Any(SyntaxKind.PrivateKeyword)
            && (member.Modifiers.Any(SyntaxKind.PublicKeyword) || member.Modifiers.Any(SyntaxKind.ProtectedKeyword)));

    private static bool IsStatic(MemberDeclarationSyntax member) =>
        member.Modifiers.Any(SyntaxKind.StaticKeyword) || member.Modifiers.Any(SyntaxKind.ConstKeyword);

    private static HashSet<string> Parameters(TypeParameterListSyntax? list) =>
        [.. list?.Parameters.Select(p => p.Identifier.Text) ?? []];

    private static bool Same(ParameterListSyntax list, IReadOnlyList<string> parameters, HashSet<string> typeParameters)
    {
        if (list.Parameters.Count != parameters.Count) return false;
        for (var i = 0; i < parameters.Count; i++)
        {
            var parameter = list.Parameters[i];
            var isReference = parameter.Modifiers.Any(m =>
                m.Kind() is SyntaxKind.RefKeyword or SyntaxKind.OutKeyword or SyntaxKind.InKeyword);
            if (parameter.Type == null) return false;
            if ((isReference ? "ref " : "") + Simple(parameter.Type, typeParameters) != parameters[i]) return false;
        }
        return true;
    }

    private static string Simple(TypeSyntax type, HashSet<string> typeParameters) => type switch
    {
        PredefinedTypeSyntax predefined => Keywords.GetValueOrDefault(predefined.Keyword.Text, predefined.Keyword.Text),
        QualifiedNameSyntax qualified => Simple(qualified.Right, typeParameters),
        AliasQualifiedNameSyntax alias => Simple(alias.Name, typeParameters),
        IdentifierNameSyntax name => typeParameters.Contains(name.Identifier.Text)
            ? "T"
            : Aliases.GetValueOrDefault(name.Identifier.Text, name.Identifier.Text),
        GenericNameSyntax generic =>
            $"{generic.Identifier.Text}<{string.Join(", ", generic.TypeArgumentList.Arguments.Select(a => Simple(a, typeParameters)))}>",
        ArrayTypeSyntax array => Simple(array.ElementType, typeParameters)
            + string.Concat(array.RankSpecifiers.Select(r => $"[{new string(',', r.Rank - 1)}]")),
        NullableTypeSyntax nullable => $"{Simple(nullable.ElementType, typeParameters)}?",
        RefTypeSyntax reference => $"ref {Simple(reference.Type, typeParameters)}",
        PointerTypeSyntax pointer => $"{Simple(pointer.ElementType, typeParameters)}*",
        TupleTypeSyntax tuple => $"ValueTuple<{string.Join(", ", tuple.Elements.Select(e => Simple(e.Type, typeParameters)))}>",
        _ => type.ToString(),
    };

    /// <summary>The using aliases of the reference's files.</summary>
    private static readonly Dictionary<string, string> Aliases = new() { ["UnityObject"] = "Object", ["UObject"] = "Object" };

    /// <summary>A value that is written as anything but a number is not compared.</summary>
    private static bool ValueMayBe(EnumDeclarationSyntax type, EnumMemberDeclarationSyntax member, string expected)
    {
        long next = 0;
        foreach (var value in type.Members)
        {
            if (value.EqualsValue != null)
            {
                if (!TryNumber(value.EqualsValue.Value, out next)) return true;
            }
            if (value == member)
                return expected.Length == 0 || next.ToString(System.Globalization.CultureInfo.InvariantCulture) == expected;
            next++;
        }
        return true;
    }

    private static bool TryNumber(ExpressionSyntax expression, out long number)
    {
        number = 0;
        switch (expression)
        {
            case LiteralExpressionSyntax { Token.Value: { } value } when value is int or uint or long or byte or char:
                number = Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture);
                return true;
            case PrefixUnaryExpressionSyntax minus when minus.IsKind(SyntaxKind.UnaryMinusExpression)
                && TryNumber(minus.Operand, out var positive):
                number = -positive;
                return true;
            case ParenthesizedExpressionSyntax inner:
                return TryNumber(inner.Expression, out number);
            case BinaryExpressionSyntax shift when shift.IsKind(SyntaxKind.LeftShiftExpression)
                && TryNumber(shift.Left, out var left) && TryNumber(shift.Right, out var right):
                number = left << (int)right;
                return true;
            default:
                return false;
        }
    }

    private static string OperatorName(OperatorDeclarationSyntax operation) =>
        (operation.OperatorToken.Text, operation.ParameterList.Parameters.Count) switch
    {
        ("+", 2) => "op_Addition",
        ("-", 2) => "op_Subtraction",
        ("-", 1) => "op_UnaryNegation",
        ("*", 2) => "op_Multiply",
        ("/", 2) => "op_Division",
        ("==", _) => "op_Equality",
        ("!=", _) => "op_Inequality",
        ("<", _) => "op_LessThan",
        (">", _) => "op_GreaterThan",
        ("<=", _) => "op_LessThanOrEqual",
        (">=", _) => "op_GreaterThanOrEqual",
        ("|", _) => "op_BitwiseOr",
        ("&", _) => "op_BitwiseAnd",
        var (token, _) => token,
    };
}
