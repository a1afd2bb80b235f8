#nullable enable
using System;
using System.IO;

namespace Fairlead.Engine.Assets
{
    /// <summary>Complaints of the engine's importers about a file.</summary>
    internal static class ImportComplaints
    {
        private static readonly byte[] Png = { 0x89, (byte)'P', (byte)'N', (byte)'G' };

        /// <summary>Returns null if there is none.</summary>
        internal static string? Of(AssetRecord asset)
        {
            if (!asset.Path.EndsWith(".png", StringComparison.OrdinalIgnoreCase)) return null;
            var bytes = File.ReadAllBytes(ProjectAssets.Current.Index.Absolute(asset.Path));
            var isPng = bytes.Length >= Png.Length && bytes.AsSpan(0, Png.Length).SequenceEqual(Png);
            return isPng ? null : $"File could not be read: {asset.Path}";
        }
    }
}
