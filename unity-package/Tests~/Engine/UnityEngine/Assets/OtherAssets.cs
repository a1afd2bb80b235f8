#nullable enable
using System;
using System.Text;

namespace UnityEngine
{
    public partial class TextAsset : Object
    {
        private readonly byte[] content;

        public TextAsset()
            : this("")
        {
        }

        public TextAsset(string text)
        {
            content = Encoding.UTF8.GetBytes(text);
        }

        internal TextAsset(byte[] content)
        {
            this.content = content;
        }

        public string text => Encoding.UTF8.GetString(content);

        public byte[] bytes => (byte[])content.Clone();

        public long dataSize => content.Length;

        public override string ToString() => text;
    }

    public abstract class AudioResource : Object
    {
        internal AudioResource()
        {
        }
    }

    /// <summary>A sound; the engine knows that it is there and plays nothing.</summary>
    public sealed partial class AudioClip : AudioResource
    {
        internal AudioClip()
        {
        }

        public float length { get; internal set; }

        public int channels { get; internal set; } = 2;

        public int frequency { get; internal set; } = 44_100;

        public int samples => (int)(length * frequency);
    }
}
