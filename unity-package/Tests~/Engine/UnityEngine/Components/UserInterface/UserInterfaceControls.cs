namespace UnityEngine.UI
{
    public enum SelectableTransition
    {
        None = 0,
        ColorTint = 1,
        SpriteSwap = 2,
        Animation = 3,
    }

    /// <summary>A control that answers to clicks.</summary>
    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    public abstract partial class Selectable : MonoBehaviour
    {
        [SerializeField] private bool m_Interactable = true;
        [SerializeField] private SelectableTransition m_Transition = SelectableTransition.ColorTint;
        [SerializeField] private Graphic m_TargetGraphic;

        public bool interactable { get => m_Interactable; set => Set(ref m_Interactable, value); }
        public SelectableTransition transition { get => m_Transition; set => Set(ref m_Transition, value); }
        public Graphic targetGraphic { get => m_TargetGraphic; set => Set(ref m_TargetGraphic, value); }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    public partial class RectMask2D : MonoBehaviour
    {
    }

    public partial class Button : Selectable
    {
    }

    public partial class Toggle : Selectable
    {
        public Graphic graphic;
        [SerializeField] private bool m_IsOn;

        public bool isOn { get => m_IsOn; set => Set(ref m_IsOn, value); }
    }

    public enum SliderDirection
    {
        LeftToRight = 0,
        RightToLeft = 1,
        BottomToTop = 2,
        TopToBottom = 3,
    }

    public partial class Slider : Selectable
    {
        [SerializeField] private RectTransform m_FillRect;
        [SerializeField] private RectTransform m_HandleRect;
        [SerializeField] private SliderDirection m_Direction;
        [SerializeField] private float m_MinValue;
        [SerializeField] private float m_MaxValue = 1;
        [SerializeField] private bool m_WholeNumbers;
        [SerializeField] private float m_Value;

        public RectTransform fillRect { get => m_FillRect; set => Set(ref m_FillRect, value); }
        public RectTransform handleRect { get => m_HandleRect; set => Set(ref m_HandleRect, value); }
        public SliderDirection direction { get => m_Direction; set => Set(ref m_Direction, value); }
        public float minValue { get => m_MinValue; set => Set(ref m_MinValue, value); }
        public float maxValue { get => m_MaxValue; set => Set(ref m_MaxValue, value); }
        public bool wholeNumbers { get => m_WholeNumbers; set => Set(ref m_WholeNumbers, value); }
        public float value { get => m_Value; set => Set(ref m_Value, Mathf.Clamp(value, m_MinValue, m_MaxValue)); }
    }

    public partial class InputField : Selectable
    {
        [SerializeField] private Text m_TextComponent;
        [SerializeField] private Graphic m_Placeholder;
        [SerializeField] private string m_Text = "";
        [SerializeField] private int m_CharacterLimit;
        [SerializeField] private bool m_ReadOnly;

        public Text textComponent { get => m_TextComponent; set => Set(ref m_TextComponent, value); }
        public Graphic placeholder { get => m_Placeholder; set => Set(ref m_Placeholder, value); }
        public string text { get => m_Text; set => Set(ref m_Text, value ?? ""); }
        public int characterLimit { get => m_CharacterLimit; set => Set(ref m_CharacterLimit, Mathf.Max(value, 0)); }
        public bool readOnly { get => m_ReadOnly; set => Set(ref m_ReadOnly, value); }
    }
}
