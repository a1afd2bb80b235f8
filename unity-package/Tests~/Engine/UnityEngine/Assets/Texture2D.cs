#nullable enable
using System;

namespace UnityEngine
{
    public enum TextureFormat
    {
        Alpha8 = 1,
        RGB24 = 3,
        RGBA32 = 4,
        ARGB32 = 5,
        RGBAHalf = 17,
        RGBAFloat = 20,
        BGRA32 = 14,
        R8 = 63,
    }

    /// <summary>A picture: rows from the bottom up, as in Unity.</summary>
    public sealed partial class Texture2D : Texture
    {
        private Color32[] pixels;

        public Texture2D(int width, int height)
            : this(width, height, TextureFormat.RGBA32, true)
        {
        }

        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain)
            : this(width, height, textureFormat, mipChain, false)
        {
        }

        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain, bool linear)
        {
            if (width <= 0 || height <= 0) throw new UnityException("Texture has out of range width / height");
            base.width = width;
            base.height = height;
            format = textureFormat;
            mipmapCount = mipChain ? 1 + (int)Math.Floor(Math.Log(Math.Max(width, height), 2)) : 1;
            pixels = new Color32[width * height];
            for (var i = 0; i < pixels.Length; i++) pixels[i] = new Color32(255, 255, 255, 255);
        }

        public TextureFormat format { get; private set; }

        public int mipmapCount { get; private set; }

        public static Texture2D whiteTexture { get; } = new Texture2D(4, 4) { name = "UnityWhite", hideFlags = HideFlags.HideAndDontSave };

        public Color GetPixel(int x, int y) => pixels[Index(x, y)];

        public void SetPixel(int x, int y, Color color) => pixels[Index(x, y)] = color;

        public Color[] GetPixels() => Array.ConvertAll(pixels, p => (Color)p);

        public void SetPixels(Color[] colors)
        {
            Check(colors.Length);
            pixels = Array.ConvertAll(colors, c => (Color32)c);
        }

        public Color32[] GetPixels32() => (Color32[])pixels.Clone();

        public void SetPixels32(Color32[] colors)
        {
            Check(colors.Length);
            pixels = (Color32[])colors.Clone();
        }

        public void Apply()
        {
        }

        public void Apply(bool updateMipmaps)
        {
        }

        public void Apply(bool updateMipmaps, bool makeNoLongerReadable)
        {
        }

        public bool Reinitialize(int width, int height)
        {
            base.width = width;
            base.height = height;
            pixels = new Color32[width * height];
            return true;
        }

        /// <summary>Beyond the edge the picture repeats.</summary>
        private int Index(int x, int y) => (x % width + width) % width + (y % height + height) % height * width;

        private void Check(int count)
        {
            if (count < pixels.Length) throw new UnityException("Texture2D.SetPixels: not enough pixels in the array.");
        }
    }
}
