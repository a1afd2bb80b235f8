namespace UnityEngine
{
    public enum RenderMode
    {
        ScreenSpaceOverlay = 0,
        ScreenSpaceCamera = 1,
        WorldSpace = 2,
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    public partial class Canvas : Behaviour
    {
        [SerializeField] private RenderMode m_RenderMode;
        [SerializeField] private Camera m_Camera;
        [SerializeField] private float m_PlaneDistance = 100;
        [SerializeField] private bool m_PixelPerfect;
        [SerializeField] private int m_SortingOrder;

        public RenderMode renderMode { get => m_RenderMode; set => Set(ref m_RenderMode, value); }
        public Camera worldCamera { get => m_Camera; set => Set(ref m_Camera, value); }
        public float planeDistance { get => m_PlaneDistance; set => Set(ref m_PlaneDistance, value); }
        public bool pixelPerfect { get => m_PixelPerfect; set => Set(ref m_PixelPerfect, value); }
        public int sortingOrder { get => m_SortingOrder; set => Set(ref m_SortingOrder, value); }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    public partial class CanvasRenderer : Component
    {
        [SerializeField] private bool m_CullTransparentMesh = true;

        public bool cullTransparentMesh { get => m_CullTransparentMesh; set => Set(ref m_CullTransparentMesh, value); }
    }

    [DisallowMultipleComponent]
    public partial class CanvasGroup : Behaviour
    {
        [SerializeField] private float m_Alpha = 1;
        [SerializeField] private bool m_Interactable = true;
        [SerializeField] private bool m_BlocksRaycasts = true;
        [SerializeField] private bool m_IgnoreParentGroups;

        public float alpha { get => m_Alpha; set => Set(ref m_Alpha, value); }
        public bool interactable { get => m_Interactable; set => Set(ref m_Interactable, value); }
        public bool blocksRaycasts { get => m_BlocksRaycasts; set => Set(ref m_BlocksRaycasts, value); }
        public bool ignoreParentGroups { get => m_IgnoreParentGroups; set => Set(ref m_IgnoreParentGroups, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Alpha = Mathf.Clamp(m_Alpha, 0f, 1f);
        }
    }
}
