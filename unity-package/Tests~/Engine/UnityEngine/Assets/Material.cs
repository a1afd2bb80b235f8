#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.Rendering;

namespace UnityEngine
{
    [Flags]
    public enum MaterialGlobalIlluminationFlags
    {
        None = 0,
        RealtimeEmissive = 1 << 0,
        BakedEmissive = 1 << 1,
        EmissiveIsBlack = 1 << 2,
        AnyEmissive = RealtimeEmissive | BakedEmissive,
    }

    public partial class Material : Object
    {
        [SerializeField] private Shader? m_Shader;
        [SerializeField] private List<string> m_ValidKeywords = new List<string>();
        [SerializeField] private int m_LightmapFlags = (int)MaterialGlobalIlluminationFlags.EmissiveIsBlack;
        [SerializeField] private bool m_EnableInstancingVariants;
        [SerializeField] private bool m_DoubleSidedGI;
        [SerializeField] private int m_CustomRenderQueue = -1;
        [SerializeField] private MaterialProperties m_SavedProperties = new MaterialProperties();

        /// <summary>Called by the serializer, which sets everything.</summary>
        internal Material()
        {
        }

        public Material(Shader shader)
        {
            if (shader == null) throw new ArgumentNullException(nameof(shader));
            name = shader.name;
            m_Shader = shader;
            AddMissing();
        }

        public Material(Material source)
        {
            if (source == null) throw new ArgumentNullException(nameof(source));
            name = source.name;
            CopyPropertiesFromMaterial(source);
            m_Shader = source.m_Shader;
        }

        public Shader shader
        {
            get => m_Shader!;
            set
            {
                if (value == null) throw new ArgumentNullException(nameof(value));
                m_Shader = value;
                AddMissing();
            }
        }

        public Color color
        {
            get => GetColor(MainColorName);
            set => SetColor(MainColorName, value);
        }

        public Texture? mainTexture
        {
            get => GetTexture(MainTextureName);
            set => SetTexture(MainTextureName, value);
        }

        public Vector2 mainTextureScale
        {
            get => GetTextureScale(MainTextureName);
            set => SetTextureScale(MainTextureName, value);
        }

        public Vector2 mainTextureOffset
        {
            get => GetTextureOffset(MainTextureName);
            set => SetTextureOffset(MainTextureName, value);
        }

        public int renderQueue
        {
            get => m_CustomRenderQueue >= 0 ? m_CustomRenderQueue : m_Shader == null ? 0 : m_Shader.renderQueue;
            set => m_CustomRenderQueue = value;
        }

        public int rawRenderQueue => m_CustomRenderQueue;

        public bool enableInstancing
        {
            get => m_EnableInstancingVariants;
            set => m_EnableInstancingVariants = value;
        }

        public bool doubleSidedGI
        {
            get => m_DoubleSidedGI;
            set => m_DoubleSidedGI = value;
        }

        public MaterialGlobalIlluminationFlags globalIlluminationFlags
        {
            get => (MaterialGlobalIlluminationFlags)m_LightmapFlags;
            set => m_LightmapFlags = (int)value;
        }

        public int passCount => m_Shader == null ? 0 : m_Shader.passCount;

        public string[] shaderKeywords
        {
            get => m_ValidKeywords.ToArray();
            set => m_ValidKeywords = value.Distinct().ToList();
        }

        public void EnableKeyword(string keyword)
        {
            if (!m_ValidKeywords.Contains(keyword)) m_ValidKeywords.Add(keyword);
        }

        public void DisableKeyword(string keyword) => m_ValidKeywords.Remove(keyword);

        public bool IsKeywordEnabled(string keyword) => m_ValidKeywords.Contains(keyword);

        public bool HasProperty(string name) => Declared(name) != null;

        public bool HasProperty(int nameID) => HasProperty(Shader.NameOf(nameID));

        public bool HasFloat(string name) => Declared(name)?.Type is ShaderPropertyType.Float or ShaderPropertyType.Range;

        public bool HasInteger(string name) => Declared(name)?.Type is ShaderPropertyType.Int;

        public bool HasTexture(string name) => Declared(name)?.Type is ShaderPropertyType.Texture;

        public bool HasColor(string name) => Declared(name)?.Type is ShaderPropertyType.Color or ShaderPropertyType.Vector;

        public bool HasVector(string name) => HasColor(name);

        public string[] GetTexturePropertyNames() =>
            m_Shader == null
                ? Array.Empty<string>()
                : m_Shader.AllProperties.Where(p => p.Type == ShaderPropertyType.Texture).Select(p => p.Name).ToArray();

        public void CopyPropertiesFromMaterial(Material mat)
        {
            m_SavedProperties = mat.m_SavedProperties.Copy();
            m_ValidKeywords = new List<string>(mat.m_ValidKeywords);
            m_LightmapFlags = mat.m_LightmapFlags;
            m_EnableInstancingVariants = mat.m_EnableInstancingVariants;
            m_DoubleSidedGI = mat.m_DoubleSidedGI;
            m_CustomRenderQueue = mat.m_CustomRenderQueue;
            if (m_Shader != null) AddMissing();
        }

        private string MainColorName => Main(ShaderPropertyFlags.MainColor) ?? "_Color";

        private string MainTextureName => Main(ShaderPropertyFlags.MainTexture) ?? "_MainTex";

        private string? Main(ShaderPropertyFlags flag) =>
            m_Shader == null ? null : m_Shader.AllProperties.FirstOrDefault(p => (p.Flags & flag) != 0)?.Name;

        private ShaderProperty? Declared(string name) => m_Shader == null ? null : m_Shader.Property(name);

        /// <summary>Values of properties that another shader had stay, as in Unity: going back finds them again.</summary>
        private void AddMissing()
        {
            foreach (var property in m_Shader!.AllProperties) EntryFor(property);
        }
    }
}
