namespace UnityEngine.UI
{
    [DisallowMultipleComponent]
    [RequireComponent(typeof(CanvasRenderer))]
    [RequireComponent(typeof(RectTransform))]
    [Exclusive("graphic")]
    public abstract partial class Graphic : MonoBehaviour
    {
        [SerializeField] private Color m_Color = Color.white;
        [SerializeField] private bool m_RaycastTarget = true;

        public Color color { get => m_Color; set => Set(ref m_Color, value); }
        public bool raycastTarget { get => m_RaycastTarget; set => Set(ref m_RaycastTarget, value); }
    }

    public enum CanvasScalerMode
    {
        ConstantPixelSize = 0,
        ScaleWithScreenSize = 1,
        ConstantPhysicalSize = 2,
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Canvas))]
    public partial class CanvasScaler : MonoBehaviour
    {
        [SerializeField] private CanvasScalerMode m_UiScaleMode;
        [SerializeField] private float m_ReferencePixelsPerUnit = 100;
        [SerializeField] private float m_ScaleFactor = 1;
        [SerializeField] private Vector2 m_ReferenceResolution = new(800, 600);
        [SerializeField] private float m_MatchWidthOrHeight;

        public CanvasScalerMode uiScaleMode { get => m_UiScaleMode; set => Set(ref m_UiScaleMode, value); }
        public float referencePixelsPerUnit { get => m_ReferencePixelsPerUnit; set => Set(ref m_ReferencePixelsPerUnit, value); }
        public float scaleFactor { get => m_ScaleFactor; set => Set(ref m_ScaleFactor, value); }
        public Vector2 referenceResolution { get => m_ReferenceResolution; set => Set(ref m_ReferenceResolution, value); }
        public float matchWidthOrHeight { get => m_MatchWidthOrHeight; set => Set(ref m_MatchWidthOrHeight, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_ScaleFactor = Mathf.Max(m_ScaleFactor, 0.01f);
            m_MatchWidthOrHeight = Mathf.Clamp(m_MatchWidthOrHeight, 0f, 1f);
        }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Canvas))]
    public partial class GraphicRaycaster : MonoBehaviour
    {
        [SerializeField] private bool m_IgnoreReversedGraphics = true;

        public bool ignoreReversedGraphics { get => m_IgnoreReversedGraphics; set => Set(ref m_IgnoreReversedGraphics, value); }
    }

    public enum ImageType
    {
        Simple = 0,
        Sliced = 1,
        Tiled = 2,
        Filled = 3,
    }

    public partial class Image : Graphic
    {
        [SerializeField] private Sprite m_Sprite;
        [SerializeField] private ImageType m_Type;
        [SerializeField] private bool m_PreserveAspect;
        [SerializeField] private float m_FillAmount = 1;

        public Sprite sprite { get => m_Sprite; set => Set(ref m_Sprite, value); }
        public ImageType type { get => m_Type; set => Set(ref m_Type, value); }
        public bool preserveAspect { get => m_PreserveAspect; set => Set(ref m_PreserveAspect, value); }
        public float fillAmount { get => m_FillAmount; set => Set(ref m_FillAmount, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_FillAmount = Mathf.Clamp(m_FillAmount, 0f, 1f);
        }
    }
}

namespace UnityEngine.EventSystems
{
    [DisallowMultipleComponent]
    public partial class EventSystem : MonoBehaviour
    {
        [SerializeField] private bool m_sendNavigationEvents = true;
        [SerializeField] private int m_DragThreshold = 10;

        public bool sendNavigationEvents { get => m_sendNavigationEvents; set => Set(ref m_sendNavigationEvents, value); }
        public int pixelDragThreshold { get => m_DragThreshold; set => Set(ref m_DragThreshold, value); }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(EventSystem))]
    public partial class StandaloneInputModule : MonoBehaviour
    {
    }
}
