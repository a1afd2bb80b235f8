#nullable enable
using Fairlead.Engine.Raster;

namespace UnityEngine
{
    public static class ImageConversion
    {
        public static byte[] EncodeToPNG(this Texture2D tex) =>
            Png.Encode(FromTop(tex), tex.width, tex.height, tex.format != TextureFormat.RGB24);

        public static byte[] EncodeToJPG(this Texture2D tex, int quality) =>
            Jpeg.Encode(FromTop(tex), tex.width, tex.height, quality);

        /// <summary>Four bytes a pixel. Textures begin at the bottom, files at the top.</summary>
        private static byte[] FromTop(Texture2D tex)
        {
            var (width, height) = (tex.width, tex.height);
            var source = tex.GetPixels32();
            var rgba = new byte[width * height * 4];
            for (var y = 0; y < height; y++)
            {
                for (var x = 0; x < width; x++)
                {
                    var pixel = source[((height - 1 - y) * width) + x];
                    var at = ((y * width) + x) * 4;
                    (rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]) = (pixel.r, pixel.g, pixel.b, pixel.a);
                }
            }
            return rgba;
        }
    }

    public sealed partial class Texture2D
    {
        public void ReadPixels(Rect source, int destX, int destY) => ReadPixels(source, destX, destY, true);

        /// <summary>From the active render texture; the source counts from the bottom.</summary>
        public void ReadPixels(Rect source, int destX, int destY, bool recalculateMipMaps)
        {
            var from = RenderTexture.active;
            if (from == null) throw new UnityException(
                "ReadPixels was called to read pixels from system frame buffer, while not inside drawing frame.");
            var (x0, y0, columns, rows) = ((int)source.x, (int)source.y, (int)source.width, (int)source.height);
            if (x0 < 0 || y0 < 0 || x0 + columns > from.width || y0 + rows > from.height)
                throw new UnityException("Reading pixels out of bounds");
            var target = GetPixels32();
            for (var y = 0; y < rows; y++)
            {
                for (var x = 0; x < columns; x++)
                {
                    var at = (((from.height - 1 - (y0 + y)) * from.width) + x0 + x) * 4;
                    var pixels = from.Pixels;
                    target[((destY + y) * width) + destX + x] = pixels == null
                        ? new Color32(0, 0, 0, 0)
                        : new Color32(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]);
                }
            }
            SetPixels32(target);
        }
    }
}
