#nullable enable
using System;
using Fairlead.Core;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>A picture in memory: red, green, blue; row by row from the top.</summary>
    internal sealed class Pixels
    {
        /// <summary>A model reads the same from a JPEG; a larger PNG is mostly shading, and a JPEG of it a quarter of its size.</summary>
        private const int MaxPngBytes = 100_000;

        /// <summary>Text and edges stay clear at this quality.</summary>
        private const int JpgQuality = 85;

        internal Pixels(int width, int height)
            : this(width, height, new byte[width * height * 3])
        {
        }

        internal Pixels(int width, int height, byte[] rgb)
        {
            Width = width;
            Height = height;
            Rgb = rgb;
        }

        internal int Width { get; }

        internal int Height { get; }

        internal byte[] Rgb { get; }

        /// <summary>
        /// Pixels of the active render texture, from its upper left corner. <paramref name="flipped"/>: its rows begin at the top.
        /// </summary>
        internal static Pixels OfActiveTarget(int width, int height, bool flipped = false)
        {
            var texture = new Texture2D(width, height, TextureFormat.RGB24, false);
            try
            {
                texture.ReadPixels(new Rect(0, 0, width, height), 0, 0);
                var colors = texture.GetPixels32();
                var pixels = new Pixels(width, height);
                for (var y = 0; y < height; y++)
                    for (var x = 0; x < width; x++)
                        pixels.Set(x, y, colors[((flipped ? y : height - 1 - y) * width) + x]);
                return pixels;
            }
            finally
            {
                Object.DestroyImmediate(texture);
            }
        }

        /// <summary>The picture as a file beside a result: PNG, or JPEG if that saves space.</summary>
        internal Attachment ToAttachment(string name)
        {
            var texture = new Texture2D(Width, Height, TextureFormat.RGB24, false);
            try
            {
                var colors = new Color32[Width * Height];
                for (var y = 0; y < Height; y++)
                    for (var x = 0; x < Width; x++) colors[((Height - 1 - y) * Width) + x] = Get(x, y);
                texture.SetPixels32(colors);
                var png = texture.EncodeToPNG();
                var jpg = png.Length > MaxPngBytes ? texture.EncodeToJPG(JpgQuality) : png;
                return jpg.Length < png.Length
                    ? new Attachment(name, "image/jpeg", jpg, Width, Height)
                    : new Attachment(name, "image/png", png, Width, Height);
            }
            finally
            {
                Object.DestroyImmediate(texture);
            }
        }

        internal Pixels Copy() => new Pixels(Width, Height, (byte[])Rgb.Clone());

        internal Pixels Crop(RectInt part)
        {
            var cut = new Pixels(part.width, part.height);
            for (var y = 0; y < part.height; y++)
                Buffer.BlockCopy(Rgb, (((part.y + y) * Width) + part.x) * 3, cut.Rgb, y * part.width * 3, part.width * 3);
            return cut;
        }

        /// <summary>Cuts out left, top, width, height as fractions, at least one pixel. Null keeps all of it.</summary>
        internal Pixels Crop(double[]? region)
        {
            if (region == null) return this;
            var x = Math.Min(Width - 1, (int)Math.Floor(region[0] * Width));
            var y = Math.Min(Height - 1, (int)Math.Floor(region[1] * Height));
            var width = Math.Max(1, Math.Min(Width - x, (int)Math.Round(region[2] * Width)));
            var height = Math.Max(1, Math.Min(Height - y, (int)Math.Round(region[3] * Height)));
            return Crop(new RectInt(x, y, width, height));
        }

        /// <summary>A picture that fits: each pixel is the mean of the pixels it replaces. A smaller picture stays as it is.</summary>
        internal Pixels Fit(int maxSide)
        {
            var scale = (double)Math.Max(Width, Height) / maxSide;
            if (scale <= 1) return this;
            var to = new Pixels(Math.Max(1, (int)(Width / scale)), Math.Max(1, (int)(Height / scale)));
            for (var y = 0; y < to.Height; y++)
                for (var x = 0; x < to.Width; x++)
                    for (var k = 0; k < 3; k++)
                        to.Rgb[(((y * to.Width) + x) * 3) + k] = Mean(k, Span(x, to.Width, Width), Span(y, to.Height, Height));
            return to;
        }

        private byte Mean(int channel, (int From, int To) columns, (int From, int To) rows)
        {
            var sum = 0;
            for (var y = rows.From; y < rows.To; y++)
                for (var x = columns.From; x < columns.To; x++) sum += Rgb[(((y * Width) + x) * 3) + channel];
            return (byte)(sum / ((columns.To - columns.From) * (rows.To - rows.From)));
        }

        private static (int From, int To) Span(int at, int small, int large)
        {
            var from = at * large / small;
            return (from, Math.Max(from + 1, (at + 1) * large / small));
        }

        private Color32 Get(int x, int y)
        {
            var at = ((y * Width) + x) * 3;
            return new Color32(Rgb[at], Rgb[at + 1], Rgb[at + 2], 255);
        }

        private void Set(int x, int y, Color32 color)
        {
            var at = ((y * Width) + x) * 3;
            (Rgb[at], Rgb[at + 1], Rgb[at + 2]) = (color.r, color.g, color.b);
        }
    }
}
