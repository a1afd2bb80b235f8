using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Fairlead.ApiCheck;

/// <summary>Types as sources name them, without namespaces.</summary>
internal sealed class SimpleNames : ISignatureTypeProvider<string, object?>
{
    internal static SimpleNames Decoder { get; } = new();

    internal static string Last(string fullName) => fullName[(fullName.LastIndexOf('.') + 1)..];

    internal static string FullName(MetadataReader reader, TypeReferenceHandle handle)
    {
        var type = reader.GetTypeReference(handle);
        var name = WithoutArity(reader.GetString(type.Name));
        if (type.ResolutionScope.Kind == HandleKind.TypeReference)
            return $"{FullName(reader, (TypeReferenceHandle)type.ResolutionScope)}.{name}";
        return type.Namespace.IsNil ? name : $"{reader.GetString(type.Namespace)}.{name}";
    }

    internal static string FullName(MetadataReader reader, TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var name = WithoutArity(reader.GetString(type.Name));
        if (!type.GetDeclaringType().IsNil) return $"{FullName(reader, type.GetDeclaringType())}.{name}";
        return type.Namespace.IsNil ? name : $"{reader.GetString(type.Namespace)}.{name}";
    }

    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => typeCode.ToString();

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
        Last(FullName(reader, handle));

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
        Last(FullName(reader, handle));

    public string GetTypeFromSpecification(MetadataReader reader, object? context, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, context);

    public string GetSZArrayType(string elementType) => $"{elementType}[]";

    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', shape.Rank - 1)}]";

    public string GetByReferenceType(string elementType) => $"ref {elementType}";

    public string GetPointerType(string elementType) => $"{elementType}*";

    public string GetPinnedType(string elementType) => elementType;

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

    public string GetFunctionPointerType(MethodSignature<string> signature) => "delegate*";

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        genericType == "Nullable" ? $"{typeArguments[0]}?" : $"{genericType}<{string.Join(", ", typeArguments)}>";

    // Sources name type parameters freely.
    public string GetGenericMethodParameter(object? genericContext, int index) => "T";

    public string GetGenericTypeParameter(object? genericContext, int index) => "T";

    private static string WithoutArity(string name) => name.IndexOf('`') is var at and >= 0 ? name[..at] : name;
}

/// <summary>Finds the generic type of an instance: for <c>List&lt;int&gt;</c>, the reference to <c>List</c>.</summary>
internal sealed class GenericOwner : ISignatureTypeProvider<TypeReferenceHandle?, object?>
{
    internal static GenericOwner Decoder { get; } = new();

    public TypeReferenceHandle? GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => handle;

    public TypeReferenceHandle? GetGenericInstantiation(TypeReferenceHandle? genericType,
        ImmutableArray<TypeReferenceHandle?> typeArguments) => genericType;

    public TypeReferenceHandle? GetSZArrayType(TypeReferenceHandle? elementType) => null;

    public TypeReferenceHandle? GetArrayType(TypeReferenceHandle? elementType, ArrayShape shape) => null;

    public TypeReferenceHandle? GetByReferenceType(TypeReferenceHandle? elementType) => null;

    public TypeReferenceHandle? GetPointerType(TypeReferenceHandle? elementType) => null;

    public TypeReferenceHandle? GetPinnedType(TypeReferenceHandle? elementType) => null;

    public TypeReferenceHandle? GetModifiedType(TypeReferenceHandle? modifier, TypeReferenceHandle? unmodifiedType, bool isRequired) =>
        null;

    public TypeReferenceHandle? GetFunctionPointerType(MethodSignature<TypeReferenceHandle?> signature) => null;

    public TypeReferenceHandle? GetGenericMethodParameter(object? genericContext, int index) => null;

    public TypeReferenceHandle? GetGenericTypeParameter(object? genericContext, int index) => null;

    public TypeReferenceHandle? GetPrimitiveType(PrimitiveTypeCode typeCode) => null;

    public TypeReferenceHandle? GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => null;

    public TypeReferenceHandle? GetTypeFromSpecification(MetadataReader reader, object? context, TypeSpecificationHandle handle,
        byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, context);
}
