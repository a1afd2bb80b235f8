#nullable enable
using System;
using Newtonsoft.Json;

namespace Fairlead.Core
{
    /// <summary>A binary result that travels beside the JSON result.</summary>
    public sealed class Attachment
    {
        private const int MaxNameLength = 200;

        /// <summary><paramref name="mediaType"/>: image/png, image/jpeg, text/plain or application/json.</summary>
        /// <exception cref="ArgumentException">The name is empty or the media type another one.</exception>
        public Attachment(string name, string mediaType, byte[] bytes, int? width = null, int? height = null)
        {
            if (name.Length == 0) throw new ArgumentException("An attachment needs a name.", nameof(name));
            if (Array.IndexOf(MediaTypes, mediaType) < 0)
                throw new ArgumentException($"An attachment is one of {string.Join(", ", MediaTypes)}.", nameof(mediaType));
            Name = Json.Cut(name, MaxNameLength);
            MediaType = mediaType;
            Base64 = Convert.ToBase64String(bytes);
            Width = width;
            Height = height;
        }

        private static string[] MediaTypes { get; } = { "image/png", "image/jpeg", "text/plain", "application/json" };

        /// <summary>1 to 200 characters.</summary>
        public string Name { get; }

        /// <summary>One of the four that the wire carries.</summary>
        public string MediaType { get; }

        /// <summary>Standard base64 with padding.</summary>
        public string Base64 { get; }

        /// <summary>Pixels, of an image.</summary>
        public int? Width { get; }

        /// <summary>Pixels, of an image.</summary>
        public int? Height { get; }

        internal void WriteTo(JsonWriter writer)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("name");
            writer.WriteValue(Name);
            writer.WritePropertyName("mediaType");
            writer.WriteValue(MediaType);
            writer.WritePropertyName("base64");
            writer.WriteValue(Base64);
            if (Width is { } width)
            {
                writer.WritePropertyName("width");
                writer.WriteValue(width);
            }
            if (Height is { } height)
            {
                writer.WritePropertyName("height");
                writer.WriteValue(height);
            }
            writer.WriteEndObject();
        }
    }
}
