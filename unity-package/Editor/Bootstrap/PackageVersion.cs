#nullable enable
namespace Fairlead.Editor.Bootstrap
{
    /// <summary>The version of package.json, which a test compares: reading that file in each domain would cost more.</summary>
    internal static class PackageVersion
    {
        internal const string Current = "0.1.0";
    }
}
