using System;

namespace UnityEngine.UI
{
    [Serializable]
    internal class FontData
    {
        [SerializeField] internal Font m_Font;
        [SerializeField] internal int m_FontSize = 14;
        [SerializeField] internal FontStyle m_FontStyle;
        [SerializeField] internal TextAnchor m_Alignment;
        [SerializeField] internal bool m_RichText = true;
    }

    public partial class Text : Graphic
    {
        [SerializeField] private FontData m_FontData = new();
        [SerializeField] private string m_Text = "";

        public Text() => color = new Color(0.19607843f, 0.19607843f, 0.19607843f, 1);

        public string text { get => m_Text; set => Set(ref m_Text, value ?? ""); }
        public Font font { get => m_FontData.m_Font; set => Set(ref m_FontData.m_Font, value); }
        public int fontSize { get => m_FontData.m_FontSize; set => Set(ref m_FontData.m_FontSize, Mathf.Clamp(value, 0, 300)); }
        public FontStyle fontStyle { get => m_FontData.m_FontStyle; set => Set(ref m_FontData.m_FontStyle, value); }
        public TextAnchor alignment { get => m_FontData.m_Alignment; set => Set(ref m_FontData.m_Alignment, value); }
    }
}
