#nullable enable
namespace Fairlead.Editor.Bootstrap
{
    /// <summary>As in package.json, which a test holds it to: reading that file in each domain would cost more.</summary>
    internal static class PackageVersion
    {
        internal const string Current = "0.1.0";
    }
}
