#nullable enable
namespace UnityEngine
{
    public enum FilterMode
    {
        Point = 0,
        Bilinear = 1,
        Trilinear = 2,
    }

    public enum TextureWrapMode
    {
        Repeat = 0,
        Clamp = 1,
        Mirror = 2,
        MirrorOnce = 3,
    }

    public partial class Texture : Object
    {
        /// <summary>Only the engine's own textures are made.</summary>
        internal Texture()
        {
        }

        public virtual int width { get; set; }

        public virtual int height { get; set; }

        public FilterMode filterMode { get; set; } = FilterMode.Bilinear;

        public TextureWrapMode wrapMode { get; set; } = TextureWrapMode.Repeat;

        public int anisoLevel { get; set; } = 1;

        public virtual bool isReadable => true;
    }
}
