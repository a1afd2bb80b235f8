using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Fairlead.ApiCheck;

/// <summary>Reads members out of compiled assemblies.</summary>
public static class CompiledApi
{
    /// <summary>
    /// Every member and type of Unity that an assembly refers to. Values of enums
    /// are constants by then: all values of a referenced enum are taken from <paramref name="engine"/>.
    /// </summary>
    public static IReadOnlyList<ApiMember> Used(byte[] assembly, IReadOnlyDictionary<string, EngineMember> engine)
    {
        using var file = new PEReader([.. assembly]);
        var reader = file.GetMetadataReader();
        var found = new Dictionary<string, ApiMember>();
        foreach (var handle in reader.TypeReferences)
        {
            if (!IsUnity(reader, handle)) continue;
            var name = SimpleNames.FullName(reader, handle);
            // The compiler's own helper types are in every assembly.
            if (!name.StartsWith("Unity", StringComparison.Ordinal)) continue;
            Add(new ApiMember(MemberKind.Type, name, SimpleNames.Last(name), [], "", false));
            foreach (var value in engine.Values)
                if (value.Member.Kind == MemberKind.EnumValue && value.Member.Type == name) Add(value.Member);
        }
        foreach (var handle in reader.MemberReferences)
        {
            var reference = reader.GetMemberReference(handle);
            if (Owner(reader, reference.Parent) is not { } owner || !IsUnity(reader, owner)) continue;
            Add(FromReference(reader, reference, SimpleNames.FullName(reader, owner)));
        }
        return [.. found.Values.OrderBy(m => m.Key, StringComparer.Ordinal)];

        void Add(ApiMember member) => found.TryAdd(member.Key, member);
    }

    /// <summary>Every string literal of an assembly.</summary>
    public static IReadOnlySet<string> Strings(byte[] assembly)
    {
        using var file = new PEReader([.. assembly]);
        var reader = file.GetMetadataReader();
        var found = new HashSet<string>();
        for (var handle = MetadataTokens.UserStringHandle(1); !handle.IsNil; handle = reader.GetNextHandle(handle))
            found.Add(reader.GetUserString(handle));
        return found;
    }

    /// <summary>Every public or protected member that an engine assembly declares, by key.</summary>
    public static IReadOnlyDictionary<string, EngineMember> Declared(IEnumerable<byte[]> assemblies)
    {
        var found = new Dictionary<string, EngineMember>();
        foreach (var assembly in assemblies)
        {
            using var file = new PEReader([.. assembly]);
            var reader = file.GetMetadataReader();
            foreach (var handle in reader.TypeDefinitions)
            {
                if (!IsVisible(reader, handle)) continue;
                foreach (var member in DeclaredApi.MembersOf(reader, handle)) found.TryAdd(member.Member.Key, member);
            }
        }
        return found;
    }

    private static ApiMember FromReference(MetadataReader reader, MemberReference reference, string type)
    {
        var name = reader.GetString(reference.Name);
        if (reference.GetKind() == MemberReferenceKind.Field)
        {
            var fieldType = reference.DecodeFieldSignature(SimpleNames.Decoder, null);
            return new ApiMember(MemberKind.Field, type, name, [], fieldType, false);
        }
        var signature = reference.DecodeMethodSignature(SimpleNames.Decoder, null);
        return FromMethod(type, name, signature, !signature.Header.IsInstance);
    }

    /// <summary>Accessors become their property or event: that is what sources show.</summary>
    internal static ApiMember FromMethod(string type, string name, MethodSignature<string> signature, bool isStatic)
    {
        var parameters = signature.ParameterTypes;
        if (name.StartsWith("get_", StringComparison.Ordinal))
            return new ApiMember(MemberKind.Property, type, name[4..], parameters, signature.ReturnType, isStatic);
        if (name.StartsWith("set_", StringComparison.Ordinal))
            return new ApiMember(MemberKind.Property, type, name[4..], [.. parameters[..^1]], parameters[^1], isStatic);
        if (name.StartsWith("add_", StringComparison.Ordinal))
            return new ApiMember(MemberKind.Event, type, name[4..], [], parameters[0], isStatic);
        if (name.StartsWith("remove_", StringComparison.Ordinal))
            return new ApiMember(MemberKind.Event, type, name[7..], [], parameters[0], isStatic);
        return new ApiMember(MemberKind.Method, type, name, parameters, name == ".ctor" ? "" : signature.ReturnType, isStatic);
    }

    private static TypeReferenceHandle? Owner(MetadataReader reader, EntityHandle parent)
    {
        switch (parent.Kind)
        {
            case HandleKind.TypeReference:
                return (TypeReferenceHandle)parent;
            case HandleKind.TypeSpecification:
                var specification = reader.GetTypeSpecification((TypeSpecificationHandle)parent);
                return specification.DecodeSignature(GenericOwner.Decoder, null);
            default:
                return null;
        }
    }

    private static bool IsUnity(MetadataReader reader, TypeReferenceHandle handle)
    {
        var scope = reader.GetTypeReference(handle).ResolutionScope;
        while (scope.Kind == HandleKind.TypeReference) scope = reader.GetTypeReference((TypeReferenceHandle)scope).ResolutionScope;
        if (scope.Kind != HandleKind.AssemblyReference) return false;
        var name = reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)scope).Name);
        return name.StartsWith("Unity", StringComparison.Ordinal);
    }

    private static bool IsVisible(MetadataReader reader, TypeDefinitionHandle handle)
    {
        while (true)
        {
            var definition = reader.GetTypeDefinition(handle);
            var visibility = definition.Attributes & TypeAttributes.VisibilityMask;
            if (visibility == TypeAttributes.Public) return true;
            if (visibility is not (TypeAttributes.NestedPublic or TypeAttributes.NestedFamily or TypeAttributes.NestedFamORAssem))
                return false;
            handle = definition.GetDeclaringType();
        }
    }
}
