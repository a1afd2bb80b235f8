namespace UnityEngine
{
    public enum FontStyle
    {
        Normal = 0,
        Bold = 1,
        Italic = 2,
        BoldAndItalic = 3,
    }

    public enum TextAlignment
    {
        Left = 0,
        Center = 1,
        Right = 2,
    }

    public enum TextAnchor
    {
        UpperLeft = 0,
        UpperCenter = 1,
        UpperRight = 2,
        MiddleLeft = 3,
        MiddleCenter = 4,
        MiddleRight = 5,
        LowerLeft = 6,
        LowerCenter = 7,
        LowerRight = 8,
    }

    public partial class Font : Object
    {
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(MeshRenderer))]
    public partial class TextMesh : Component
    {
        [SerializeField] private string m_Text = "";
        [SerializeField] private float m_CharacterSize = 1;
        [SerializeField] private float m_LineSpacing = 1;
        [SerializeField] private TextAnchor m_Anchor;
        [SerializeField] private TextAlignment m_Alignment;
        [SerializeField] private int m_FontSize;
        [SerializeField] private FontStyle m_FontStyle;
        [SerializeField] private bool m_RichText = true;
        [SerializeField] private Font m_Font;
        [SerializeField] private Color m_Color = Color.white;

        public string text { get => m_Text; set => Set(ref m_Text, value); }
        public float characterSize { get => m_CharacterSize; set => Set(ref m_CharacterSize, value); }
        public float lineSpacing { get => m_LineSpacing; set => Set(ref m_LineSpacing, value); }
        public TextAnchor anchor { get => m_Anchor; set => Set(ref m_Anchor, value); }
        public TextAlignment alignment { get => m_Alignment; set => Set(ref m_Alignment, value); }
        public int fontSize { get => m_FontSize; set => Set(ref m_FontSize, value); }
        public FontStyle fontStyle { get => m_FontStyle; set => Set(ref m_FontStyle, value); }
        public bool richText { get => m_RichText; set => Set(ref m_RichText, value); }
        public Font font { get => m_Font; set => Set(ref m_Font, value); }
        public Color color { get => m_Color; set => Set(ref m_Color, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_FontSize = Mathf.Max(m_FontSize, 0);
        }
    }
}
