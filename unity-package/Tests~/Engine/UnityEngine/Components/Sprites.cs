namespace UnityEngine
{
    public enum SpriteDrawMode
    {
        Simple = 0,
        Sliced = 1,
        Tiled = 2,
    }

    public enum SpriteMaskInteraction
    {
        None = 0,
        VisibleInsideMask = 1,
        VisibleOutsideMask = 2,
    }

    public partial class Sprite : Object
    {
    }

    public partial class SpriteRenderer : Renderer
    {
        [SerializeField] private Sprite m_Sprite;
        [SerializeField] private Color m_Color = Color.white;
        [SerializeField] private bool m_FlipX;
        [SerializeField] private bool m_FlipY;
        [SerializeField] private SpriteDrawMode m_DrawMode;
        [SerializeField] private Vector2 m_Size = Vector2.one;
        [SerializeField] private SpriteMaskInteraction m_MaskInteraction;

        internal override void SetDefaults() => sharedMaterial = BuiltinResources.FindMaterial("Sprites-Default");

        public Sprite sprite { get => m_Sprite; set => Set(ref m_Sprite, value); }
        public Color color { get => m_Color; set => Set(ref m_Color, value); }
        public bool flipX { get => m_FlipX; set => Set(ref m_FlipX, value); }
        public bool flipY { get => m_FlipY; set => Set(ref m_FlipY, value); }
        public SpriteDrawMode drawMode { get => m_DrawMode; set => Set(ref m_DrawMode, value); }
        public Vector2 size { get => m_Size; set => Set(ref m_Size, value); }
        public SpriteMaskInteraction maskInteraction { get => m_MaskInteraction; set => Set(ref m_MaskInteraction, value); }
    }
}
