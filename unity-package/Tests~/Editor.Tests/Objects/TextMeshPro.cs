using UnityEngine;
using UnityEngine.UI;

/// <summary>Stand-ins of TextMesh Pro's types: as much as a new object of the user interface sets.</summary>
namespace TMPro;

public enum TextAlignmentOptions
{
    TopLeft = 0x101,
    Center = 0x202,
}

public enum TextWrappingModes
{
    NoWrap = 0,
    Normal = 1,
}

public sealed class TMP_Settings : ScriptableObject
{
}

public abstract class TMP_Text : Graphic
{
    [SerializeField] private string m_text = "";
    [SerializeField] private Color m_fontColor = Color.white;
    [SerializeField] private float m_fontSize = 36;
    [SerializeField] private FontStyle m_fontStyle = FontStyle.Normal;
    [SerializeField] private TextWrappingModes m_TextWrappingMode = TextWrappingModes.Normal;

    public string text => m_text;
    public Color fontColor => m_fontColor;
    public float fontSize => m_fontSize;
    public FontStyle fontStyle => m_fontStyle;
    public TextWrappingModes textWrappingMode => m_TextWrappingMode;
    public TextAlignmentOptions alignment { get; set; } = TextAlignmentOptions.TopLeft;
}

public sealed class TextMeshProUGUI : TMP_Text
{
}

public sealed class TMP_InputField : Selectable
{
    [SerializeField] private RectTransform? m_TextViewport = null;
    [SerializeField] private TMP_Text? m_TextComponent = null;
    [SerializeField] private Graphic? m_Placeholder = null;

    public RectTransform? textViewport => m_TextViewport;
    public TMP_Text? textComponent => m_TextComponent;
    public Graphic? placeholder => m_Placeholder;
}
