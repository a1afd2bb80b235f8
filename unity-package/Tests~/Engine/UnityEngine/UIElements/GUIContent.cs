#nullable enable
namespace UnityEngine
{
    public class GUIContent
    {
        public GUIContent()
        {
        }

        public GUIContent(string text)
        {
            this.text = text;
        }

        public GUIContent(string text, string tooltip)
        {
            this.text = text;
            this.tooltip = tooltip;
        }

        public string text { get; set; } = "";

        public string tooltip { get; set; } = "";
    }
}
