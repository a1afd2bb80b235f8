#nullable enable
using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor
{
    public enum TextureImporterType
    {
        Default = 0,
        NormalMap = 1,
        GUI = 2,
        Cookie = 4,
        Lightmap = 6,
        Cursor = 7,
        Sprite = 8,
        SingleChannel = 10,
        Shadowmask = 11,
        DirectionalLightmap = 12,
    }

    public enum TextureImporterCompression
    {
        Uncompressed = 0,
        Compressed = 1,
        CompressedHQ = 2,
        CompressedLQ = 3,
    }

    public enum TextureImporterFormat
    {
        Automatic = -1,
        RGBA32 = 4,
        DXT5 = 12,
        BC7 = 25,
        ASTC_6x6 = 50,
    }

    [Serializable]
    public sealed partial class TextureImporterPlatformSettings
    {
        [SerializeField] private string m_Name = TextureImporter.DefaultPlatform;
        [SerializeField] private int m_Overridden;
        [SerializeField] private int m_MaxTextureSize = 2048;
        [SerializeField] private int m_TextureFormat = (int)TextureImporterFormat.Automatic;
        [SerializeField] private int m_TextureCompression = (int)TextureImporterCompression.Compressed;
        [SerializeField] private int m_CompressionQuality = 50;

        public string name { get => m_Name; set => m_Name = value; }

        public bool overridden { get => m_Overridden != 0; set => m_Overridden = value ? 1 : 0; }

        public int maxTextureSize { get => m_MaxTextureSize; set => m_MaxTextureSize = value; }

        public TextureImporterFormat format { get => (TextureImporterFormat)m_TextureFormat; set => m_TextureFormat = (int)value; }

        public TextureImporterCompression textureCompression
        {
            get => (TextureImporterCompression)m_TextureCompression;
            set => m_TextureCompression = (int)value;
        }

        public int compressionQuality { get => m_CompressionQuality; set => m_CompressionQuality = value; }

        public void CopyTo(TextureImporterPlatformSettings target)
        {
            target.m_Name = m_Name;
            target.m_Overridden = m_Overridden;
            target.m_MaxTextureSize = m_MaxTextureSize;
            target.m_TextureFormat = m_TextureFormat;
            target.m_TextureCompression = m_TextureCompression;
            target.m_CompressionQuality = m_CompressionQuality;
        }
    }

    public sealed partial class TextureImporter : AssetImporter
    {
        internal const string DefaultPlatform = "DefaultTexturePlatform";

        [SerializeField] private int m_TextureType;
        [SerializeField] private bool m_IsReadable;
        [SerializeField] private bool m_EnableMipMap = true;
        [SerializeField] private bool m_sRGBTexture = true;
        [SerializeField] private float m_SpritePixelsToUnits = 100;
        /// <summary>A field of older versions, as in Unity: the list of platforms has the effective value.</summary>
        [SerializeField] internal int m_MaxTextureSize = 2048;
        [SerializeField] private List<TextureImporterPlatformSettings> m_PlatformSettings = new List<TextureImporterPlatformSettings>();

        internal TextureImporter(string path)
            : base(path)
        {
        }

        public TextureImporterType textureType { get => (TextureImporterType)m_TextureType; set => m_TextureType = (int)value; }

        public bool isReadable { get => m_IsReadable; set => m_IsReadable = value; }

        public bool mipmapEnabled { get => m_EnableMipMap; set => m_EnableMipMap = value; }

        public bool sRGBTexture { get => m_sRGBTexture; set => m_sRGBTexture = value; }

        public float spritePixelsPerUnit { get => m_SpritePixelsToUnits; set => m_SpritePixelsToUnits = value; }

        public int maxTextureSize
        {
            get => Of(DefaultPlatform).maxTextureSize;
            set => Change(DefaultPlatform, settings => settings.maxTextureSize = value);
        }

        public TextureImporterCompression textureCompression
        {
            get => Of(DefaultPlatform).textureCompression;
            set => Change(DefaultPlatform, settings => settings.textureCompression = value);
        }

        public TextureImporterPlatformSettings GetDefaultPlatformTextureSettings() => Of(DefaultPlatform);

        public TextureImporterPlatformSettings GetPlatformTextureSettings(string platform) => Of(platform);

        public void SetPlatformTextureSettings(TextureImporterPlatformSettings platformSettings)
        {
            m_PlatformSettings.RemoveAll(known => known.name == platformSettings.name);
            m_PlatformSettings.Add(Copy(platformSettings));
        }

        /// <summary>A copy; of a platform without settings of its own those that hold for all.</summary>
        private TextureImporterPlatformSettings Of(string platform)
        {
            var found = m_PlatformSettings.Find(known => known.name == platform)
                ?? m_PlatformSettings.Find(known => known.name == DefaultPlatform);
            var copy = Copy(found ?? new TextureImporterPlatformSettings());
            if (copy.name != platform) copy.overridden = false;
            copy.name = platform;
            return copy;
        }

        private void Change(string platform, Action<TextureImporterPlatformSettings> change)
        {
            var settings = Of(platform);
            change(settings);
            SetPlatformTextureSettings(settings);
        }

        private static TextureImporterPlatformSettings Copy(TextureImporterPlatformSettings settings)
        {
            var copy = new TextureImporterPlatformSettings();
            settings.CopyTo(copy);
            return copy;
        }
    }
}
