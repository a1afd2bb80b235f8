#nullable enable
using System.IO;

namespace Fairlead.Engine.Assets
{
    /// <summary>Width and height of a picture from its header; the engine shows no pixels of imported ones.</summary>
    internal static class PictureSize
    {
        private static readonly (int, int) Unknown = (32, 32);

        internal static (int Width, int Height) Of(string file)
        {
            var bytes = File.ReadAllBytes(file);
            if (bytes.Length > 24 && bytes[0] == 0x89 && bytes[1] == 'P') return Sane(Big(bytes, 16, 4), Big(bytes, 20, 4));
            if (bytes.Length > 4 && bytes[0] == 0xFF && bytes[1] == 0xD8) return Jpeg(bytes);
            return Unknown;
        }

        private static (int, int) Jpeg(byte[] bytes)
        {
            for (var at = 2; at + 9 < bytes.Length && bytes[at] == 0xFF;)
            {
                var marker = bytes[at + 1];
                // Frame headers, without the tables that have neighbouring numbers.
                if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC)
                    return Sane(Big(bytes, at + 7, 2), Big(bytes, at + 5, 2));
                at += 2 + Big(bytes, at + 2, 2);
            }
            return Unknown;
        }

        private static (int, int) Sane(int width, int height) =>
            width > 0 && height > 0 && (long)width * height <= 64_000_000 ? (width, height) : Unknown;

        private static int Big(byte[] bytes, int at, int count)
        {
            var value = 0;
            for (var i = 0; i < count; i++) value = value << 8 | bytes[at + i];
            return value;
        }
    }
}
