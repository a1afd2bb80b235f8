#nullable enable
using UnityEngine.Rendering;

namespace UnityEngine
{
    public partial class Material
    {
        public Color GetColor(string name) => FindColor(name)?.second ?? DefaultOf(name);

        public Color GetColor(int nameID) => GetColor(Shader.NameOf(nameID));

        public void SetColor(string name, Color value)
        {
            var entry = FindColor(name);
            if (entry == null) m_SavedProperties.m_Colors.Add(entry = new MaterialProperties.ColorEntry { first = name });
            entry.second = value;
        }

        public void SetColor(int nameID, Color value) => SetColor(Shader.NameOf(nameID), value);

        public Vector4 GetVector(string name) => GetColor(name);

        public Vector4 GetVector(int nameID) => GetColor(nameID);

        public void SetVector(string name, Vector4 value) => SetColor(name, value);

        public void SetVector(int nameID, Vector4 value) => SetColor(nameID, value);

        public float GetFloat(string name) => FindFloat(name)?.second ?? DefaultOf(name).r;

        public float GetFloat(int nameID) => GetFloat(Shader.NameOf(nameID));

        public void SetFloat(string name, float value)
        {
            var entry = FindFloat(name);
            if (entry == null) m_SavedProperties.m_Floats.Add(entry = new MaterialProperties.FloatEntry { first = name });
            entry.second = value;
        }

        public void SetFloat(int nameID, float value) => SetFloat(Shader.NameOf(nameID), value);

        /// <summary>Unity keeps these as floats, for old materials.</summary>
        public int GetInt(string name) => (int)GetFloat(name);

        public void SetInt(string name, int value) => SetFloat(name, value);

        public int GetInteger(string name) => FindInt(name)?.second ?? (int)DefaultOf(name).r;

        public int GetInteger(int nameID) => GetInteger(Shader.NameOf(nameID));

        public void SetInteger(string name, int value)
        {
            var entry = FindInt(name);
            if (entry == null) m_SavedProperties.m_Ints.Add(entry = new MaterialProperties.IntEntry { first = name });
            entry.second = value;
        }

        public void SetInteger(int nameID, int value) => SetInteger(Shader.NameOf(nameID), value);

        public Texture? GetTexture(string name) => FindTexture(name)?.second.m_Texture;

        public Texture? GetTexture(int nameID) => GetTexture(Shader.NameOf(nameID));

        public void SetTexture(string name, Texture? value) => NeedTexture(name).m_Texture = value;

        public void SetTexture(int nameID, Texture? value) => SetTexture(Shader.NameOf(nameID), value);

        public Vector2 GetTextureScale(string name) => FindTexture(name)?.second.m_Scale ?? Vector2.one;

        public void SetTextureScale(string name, Vector2 value) => NeedTexture(name).m_Scale = value;

        public Vector2 GetTextureOffset(string name) => FindTexture(name)?.second.m_Offset ?? Vector2.zero;

        public void SetTextureOffset(string name, Vector2 value) => NeedTexture(name).m_Offset = value;

        private Color DefaultOf(string name) => Declared(name) is { } property ? (Color)property.Default : default;

        private MaterialProperties.ColorEntry? FindColor(string name) => m_SavedProperties.m_Colors.Find(e => e.first == name);

        private MaterialProperties.FloatEntry? FindFloat(string name) => m_SavedProperties.m_Floats.Find(e => e.first == name);

        private MaterialProperties.IntEntry? FindInt(string name) => m_SavedProperties.m_Ints.Find(e => e.first == name);

        private MaterialProperties.TextureEntry? FindTexture(string name) => m_SavedProperties.m_TexEnvs.Find(e => e.first == name);

        private MaterialProperties.TextureValue NeedTexture(string name)
        {
            var entry = FindTexture(name);
            if (entry == null) m_SavedProperties.m_TexEnvs.Add(entry = new MaterialProperties.TextureEntry { first = name });
            return entry.second;
        }

        private void EntryFor(ShaderProperty property)
        {
            switch (property.Type)
            {
                case ShaderPropertyType.Color:
                case ShaderPropertyType.Vector:
                    if (FindColor(property.Name) == null) SetColor(property.Name, property.Default);
                    break;
                case ShaderPropertyType.Float:
                case ShaderPropertyType.Range:
                    if (FindFloat(property.Name) == null) SetFloat(property.Name, property.Default.x);
                    break;
                case ShaderPropertyType.Int:
                    if (FindInt(property.Name) == null) SetInteger(property.Name, (int)property.Default.x);
                    break;
                case ShaderPropertyType.Texture:
                    NeedTexture(property.Name);
                    break;
            }
        }
    }
}
