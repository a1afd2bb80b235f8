using System.Reflection;
using System.Reflection.Metadata;

namespace Fairlead.ApiCheck;

/// <summary>A member as the engine declares it at one level.</summary>
public sealed record EngineMember(ApiMember Member, Obsolescence Obsolete);

/// <summary>Public and protected members of one compiled type.</summary>
internal static class DeclaredApi
{
    internal static IEnumerable<EngineMember> MembersOf(MetadataReader reader, TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var name = SimpleNames.FullName(reader, handle);
        var own = ObsolescenceOf(reader, type.GetCustomAttributes());
        yield return new EngineMember(new ApiMember(MemberKind.Type, name, SimpleNames.Last(name), [], "", false), own);
        var isEnum = IsEnum(reader, type);
        foreach (var fieldHandle in type.GetFields())
        {
            var field = reader.GetFieldDefinition(fieldHandle);
            if (!IsVisible((MethodAttributes)(field.Attributes & FieldAttributes.FieldAccessMask))) continue;
            if ((field.Attributes & FieldAttributes.SpecialName) != 0) continue;
            var fieldName = reader.GetString(field.Name);
            var obsolete = ObsolescenceOf(reader, field.GetCustomAttributes());
            yield return isEnum
                ? new EngineMember(new ApiMember(MemberKind.EnumValue, name, fieldName, [], ValueOf(reader, field), false), obsolete)
                // A reference to a field does not say whether it is static: the key does not either.
                : new EngineMember(new ApiMember(MemberKind.Field, name, fieldName, [], field.DecodeSignature(SimpleNames.Decoder, null),
                    false), obsolete);
        }
        var accessors = AccessorAttributes(reader, type);
        foreach (var methodHandle in type.GetMethods())
        {
            var method = reader.GetMethodDefinition(methodHandle);
            if (!IsVisible(method.Attributes & MethodAttributes.MemberAccessMask)) continue;
            var signature = method.DecodeSignature(SimpleNames.Decoder, null);
            var member = CompiledApi.FromMethod(
                name, reader.GetString(method.Name), signature, (method.Attributes & MethodAttributes.Static) != 0);
            var obsolete = ObsolescenceOf(reader, method.GetCustomAttributes());
            if (accessors.TryGetValue(methodHandle, out var ofProperty) && ofProperty > obsolete) obsolete = ofProperty;
            yield return new EngineMember(member, obsolete);
        }
    }

    private static Dictionary<MethodDefinitionHandle, Obsolescence> AccessorAttributes(MetadataReader reader, TypeDefinition type)
    {
        var found = new Dictionary<MethodDefinitionHandle, Obsolescence>();
        foreach (var handle in type.GetProperties())
        {
            var property = reader.GetPropertyDefinition(handle);
            var obsolete = ObsolescenceOf(reader, property.GetCustomAttributes());
            var accessors = property.GetAccessors();
            if (!accessors.Getter.IsNil) found[accessors.Getter] = obsolete;
            if (!accessors.Setter.IsNil) found[accessors.Setter] = obsolete;
        }
        foreach (var handle in type.GetEvents())
        {
            var @event = reader.GetEventDefinition(handle);
            var obsolete = ObsolescenceOf(reader, @event.GetCustomAttributes());
            var accessors = @event.GetAccessors();
            if (!accessors.Adder.IsNil) found[accessors.Adder] = obsolete;
            if (!accessors.Remover.IsNil) found[accessors.Remover] = obsolete;
        }
        return found;
    }

    private static Obsolescence ObsolescenceOf(MetadataReader reader, CustomAttributeHandleCollection attributes)
    {
        foreach (var handle in attributes)
        {
            var attribute = reader.GetCustomAttribute(handle);
            if (attribute.Constructor.Kind != HandleKind.MemberReference) continue;
            var constructor = reader.GetMemberReference((MemberReferenceHandle)attribute.Constructor);
            if (constructor.Parent.Kind != HandleKind.TypeReference) continue;
            if (SimpleNames.FullName(reader, (TypeReferenceHandle)constructor.Parent) != "System.ObsoleteAttribute") continue;
            var parameters = constructor.DecodeMethodSignature(SimpleNames.Decoder, null).ParameterTypes;
            if (parameters.Length < 2) return Obsolescence.Warning;
            var blob = reader.GetBlobReader(attribute.Value);
            blob.ReadUInt16();
            blob.ReadSerializedString();
            return blob.ReadBoolean() ? Obsolescence.Error : Obsolescence.Warning;
        }
        return Obsolescence.None;
    }

    private static bool IsEnum(MetadataReader reader, TypeDefinition type) =>
        type.BaseType.Kind == HandleKind.TypeReference
        && SimpleNames.FullName(reader, (TypeReferenceHandle)type.BaseType) == "System.Enum";

    private static string ValueOf(MetadataReader reader, FieldDefinition field)
    {
        var constant = reader.GetConstant(field.GetDefaultValue());
        var blob = reader.GetBlobReader(constant.Value);
        return Convert.ToString(blob.ReadConstant(constant.TypeCode), System.Globalization.CultureInfo.InvariantCulture) ?? "";
    }

    private static bool IsVisible(MethodAttributes access) =>
        access is MethodAttributes.Public or MethodAttributes.Family or MethodAttributes.FamORAssem;
}
