namespace Fairlead.ApiCheck;

/// <summary>The kind of a member, as far as C# sources distinguish it.</summary>
public enum MemberKind
{
    Type,
    Method,
    Property,
    Event,
    Field,
    EnumValue,
}

/// <summary>
/// One member of Unity. Type names are simple ones (<c>List&lt;String&gt;</c>), since a source file does not
/// say more; <see cref="Type"/> has its namespace.
/// </summary>
/// <param name="Type">With namespace, nested types after a dot, without type parameters.</param>
/// <param name="Name">Of a type: its last name. Of a constructor: <c>.ctor</c>.</param>
/// <param name="Parameters">Simple type names; empty but for methods and indexers.</param>
/// <param name="Result">Simple type name; of an enum value: the number, or empty where it is not known.</param>
public sealed record ApiMember(
    MemberKind Kind,
    string Type,
    string Name,
    IReadOnlyList<string> Parameters,
    string Result,
    bool IsStatic)
{
    /// <summary>One line that says all of it; the key of the facts.</summary>
    public string Key => Kind switch
    {
        MemberKind.Type => Type,
        MemberKind.EnumValue => $"{Type}.{Name} = {Result}",
        MemberKind.Method => $"{Type}.{Name}({string.Join(", ", Parameters)}){Tail}",
        MemberKind.Property when Parameters.Count > 0 => $"{Type}.{Name}[{string.Join(", ", Parameters)}]{Tail}",
        MemberKind.Event => $"{Type}.{Name} event{Tail}",
        _ => $"{Type}.{Name}{Tail}",
    };

    private string Tail => $"{(Result.Length > 0 ? " : " + Result : "")}{(IsStatic ? " (static)" : "")}";
}

/// <summary>Whether a use of the member is told off by the compiler.</summary>
public enum Obsolescence
{
    None,
    Warning,
    Error,
}
