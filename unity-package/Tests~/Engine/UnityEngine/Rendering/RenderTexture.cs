#nullable enable
using System;

namespace UnityEngine
{
    public enum RenderTextureFormat
    {
        ARGB32 = 0,
        Depth = 1,
        ARGBHalf = 2,
        Default = 7,
        DefaultHDR = 9,
    }

    public enum RenderTextureReadWrite
    {
        Default = 0,
        Linear = 1,
        sRGB = 2,
    }

    /// <summary>A texture that a camera draws into.</summary>
    public partial class RenderTexture : Texture
    {
        private static RenderTexture? current;

        /// <summary>Called by the serializer, which sets everything.</summary>
        internal RenderTexture()
        {
        }

        public RenderTexture(int width, int height, int depth)
            : this(width, height, depth, RenderTextureFormat.Default)
        {
        }

        public RenderTexture(int width, int height, int depth, RenderTextureFormat format)
            : this(width, height, depth, format, RenderTextureReadWrite.Default)
        {
        }

        public RenderTexture(int width, int height, int depth, RenderTextureFormat format, RenderTextureReadWrite readWrite)
        {
            if (width <= 0 || height <= 0) throw new ArgumentException("RenderTexture must have a width and height of at least 1.");
            this.width = width;
            this.height = height;
            this.depth = depth;
            this.format = format;
        }

        public static RenderTexture? active
        {
            get => current;
            set => current = value;
        }

        public int depth { get; set; }

        public RenderTextureFormat format { get; set; }

        public int antiAliasing { get; set; } = 1;

        /// <summary>Textures that were taken and not given back: a leak would show here.</summary>
        internal static int TemporaryCount { get; private set; }

        /// <summary>Red, green, blue, alpha; row by row from the top. Null if nothing was drawn yet.</summary>
        internal byte[]? Pixels { get; set; }

        public static RenderTexture GetTemporary(int width, int height) => GetTemporary(width, height, 0);

        public static RenderTexture GetTemporary(int width, int height, int depthBuffer) =>
            GetTemporary(width, height, depthBuffer, RenderTextureFormat.Default, RenderTextureReadWrite.Default);

        public static RenderTexture GetTemporary(int width, int height, int depthBuffer, RenderTextureFormat format) =>
            GetTemporary(width, height, depthBuffer, format, RenderTextureReadWrite.Default);

        public static RenderTexture GetTemporary(
            int width, int height, int depthBuffer, RenderTextureFormat format, RenderTextureReadWrite readWrite)
        {
            TemporaryCount++;
            return new RenderTexture(width, height, depthBuffer, format, readWrite) { name = "TempBuffer",
                hideFlags = HideFlags.HideAndDontSave };
        }

        public static void ReleaseTemporary(RenderTexture temp)
        {
            if (temp == null) return;
            TemporaryCount--;
            if (current == temp) current = null;
            DestroyImmediate(temp);
        }

        public bool Create() => true;

        public bool IsCreated() => true;

        public void Release() => Pixels = null;
    }
}
