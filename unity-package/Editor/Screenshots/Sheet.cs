#nullable enable
using System;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>Several pictures in one, with labels and marks.</summary>
    internal sealed class Sheet
    {
        /// <summary>Pixels of the sheet per pixel of a letter.</summary>
        private const int LetterScale = 2;
        private const float LabelOpacity = 0.65f;
        private const int FrameWidth = 2;

        internal static readonly Color32 Mark = new Color32(255, 0, 255, 255);
        private static readonly Color32 White = new Color32(255, 255, 255, 255);
        private static readonly Color32 Black = new Color32(0, 0, 0, 255);

        internal Sheet(Pixels pixels)
        {
            Pixels = pixels;
        }

        internal Pixels Pixels { get; }

        internal void Paste(Pixels from, int x, int y)
        {
            for (var row = 0; row < from.Height; row++)
                Buffer.BlockCopy(from.Rgb, row * from.Width * 3, Pixels.Rgb, (((y + row) * Pixels.Width) + x) * 3, from.Width * 3);
        }

        /// <summary>A word on a dark ground, in the upper left corner of a tile.</summary>
        internal void Label(string text, int x, int y)
        {
            var width = (text.Length * (Glyphs.Width + 1) * LetterScale) + 6;
            Fill(new RectInt(x, y, width, (Glyphs.Height * LetterScale) + 8), Black, LabelOpacity);
            Write(text, x + 4, y + 4, White);
        }

        internal void Frame(RectInt box, Color32 color)
        {
            Fill(new RectInt(box.x, box.y, box.width, FrameWidth), color);
            Fill(new RectInt(box.x, box.y + box.height - FrameWidth, box.width, FrameWidth), color);
            Fill(new RectInt(box.x, box.y, FrameWidth, box.height), color);
            Fill(new RectInt(box.x + box.width - FrameWidth, box.y, FrameWidth, box.height), color);
        }

        internal void Write(string text, int x, int y, Color32 color)
        {
            for (var i = 0; i < text.Length; i++)
            {
                var columns = Glyphs.Of(text[i]);
                for (var column = 0; column < columns.Count; column++)
                    for (var row = 0; row < Glyphs.Height; row++)
                        if ((columns[column] & (1 << row)) != 0)
                            Fill(
                                new RectInt(
                                    x + (((i * (Glyphs.Width + 1)) + column) * LetterScale),
                                    y + (row * LetterScale),
                                    LetterScale,
                                    LetterScale),
                                color);
            }
        }

        /// <summary>Mixed with what is there; what lies outside is left out.</summary>
        private void Fill(RectInt box, Color32 color, float opacity = 1)
        {
            for (var y = Math.Max(0, box.y); y < Math.Min(Pixels.Height, box.y + box.height); y++)
            {
                for (var x = Math.Max(0, box.x); x < Math.Min(Pixels.Width, box.x + box.width); x++)
                {
                    var at = ((y * Pixels.Width) + x) * 3;
                    Pixels.Rgb[at] = Mix(Pixels.Rgb[at], color.r, opacity);
                    Pixels.Rgb[at + 1] = Mix(Pixels.Rgb[at + 1], color.g, opacity);
                    Pixels.Rgb[at + 2] = Mix(Pixels.Rgb[at + 2], color.b, opacity);
                }
            }
        }

        private static byte Mix(byte below, byte above, float opacity) => (byte)Math.Round((below * (1 - opacity)) + (above * opacity));
    }
}
