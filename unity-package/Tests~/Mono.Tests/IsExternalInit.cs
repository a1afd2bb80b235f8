namespace System.Runtime.CompilerServices;

/// <summary>The compiler wants it for <c>init</c>, and .NET Standard 2.1 has none.</summary>
internal static class IsExternalInit
{
}
