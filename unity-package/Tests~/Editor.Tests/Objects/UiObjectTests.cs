using Fairlead.Core;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Tests.Assets;
using TMPro;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

/// <summary>A project that has TextMesh Pro gets its texts; one whose resources were never imported gets none that show nothing.</summary>
[Collection(EngineCollection.Name)]
public sealed class UiObjectTests : IDisposable
{
    private readonly Project project = new();

    public void Dispose() => project.Dispose();

    private static GameObject Create(string type) => UiObjects.Create(type, null, null).Made;

    private static void ImportResources() =>
        AssetDatabase.CreateAsset(ScriptableObject.CreateInstance<TMP_Settings>(), "Assets/TMP Settings.asset");

    [Fact]
    public void Without_its_resources_texts_are_legacy_ones()
    {
        Assert.NotNull(Create("Button").GetComponentInChildren<UnityEngine.UI.Text>());
        Assert.Null(Create("Button").GetComponentInChildren<TextMeshProUGUI>());
    }

    [Fact]
    public void With_its_resources_a_button_has_its_text_in_the_colour_that_it_shows()
    {
        ImportResources();
        var words = Create("Button").GetComponentInChildren<TextMeshProUGUI>();
        Assert.Equal(("Text (TMP)", "Button", 24f), (words.name, words.text, words.fontSize));
        Assert.Equal(TextAlignmentOptions.Center, words.alignment);
        Assert.Equal(50 / 255f, words.fontColor.r, 5);
        Assert.Equal("New Text", Create("Text").GetComponent<TextMeshProUGUI>().text);
    }

    [Fact]
    public void Its_input_field_shows_the_words_in_a_masked_area()
    {
        ImportResources();
        var field = Create("InputField").GetComponent<TMP_InputField>();
        Assert.Equal("Text Area", field.textViewport!.name);
        Assert.NotNull(field.textViewport.GetComponent<UnityEngine.UI.RectMask2D>());
        Assert.Equal(("Text", TextWrappingModes.NoWrap), (field.textComponent!.name, field.textComponent.textWrappingMode));
        var hint = Assert.IsType<TextMeshProUGUI>(field.placeholder);
        Assert.Equal(("Enter text...", FontStyle.Italic, 0.5f), (hint.text, hint.fontStyle, hint.fontColor.a));
    }
}
