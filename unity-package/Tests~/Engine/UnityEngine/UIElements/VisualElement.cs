#nullable enable
using System;
using System.Collections.Generic;

namespace UnityEngine.UIElements
{
    public class Focusable
    {
        internal Focusable()
        {
        }
    }

    /// <summary>A tree of elements with their texts, values and what happens when they are clicked; nothing is drawn.</summary>
    public partial class VisualElement : Focusable
    {
        private readonly List<VisualElement> children = new List<VisualElement>();

        public VisualElement()
        {
            ObjectGraph.RefuseInConstructor(GetType().Name);
        }

        public string name { get; set; } = "";

        public string? tooltip { get; set; }

        public object? userData { get; set; }

        public IStyle style { get; } = new InlineStyle();

        public VisualElement? parent { get; private set; }

        public int childCount => children.Count;

        public bool enabledSelf { get; private set; } = true;

        public VisualElement this[int key] => children[key];

        public IEnumerable<VisualElement> Children() => children;

        public void SetEnabled(bool value) => enabledSelf = value;

        public void Add(VisualElement child)
        {
            if (child == null) throw new ArgumentException("Cannot add null child", nameof(child));
            child.RemoveFromHierarchy();
            child.parent = this;
            children.Add(child);
        }

        public void Clear()
        {
            foreach (var child in children) child.parent = null;
            children.Clear();
        }

        public void RemoveFromHierarchy()
        {
            parent?.children.Remove(this);
            parent = null;
        }

        /// <summary>This and everything below, in order.</summary>
        internal IEnumerable<VisualElement> All()
        {
            yield return this;
            foreach (var child in children)
                foreach (var element in child.All()) yield return element;
        }
    }

    public class BindableElement : VisualElement
    {
    }

    public partial class TextElement : BindableElement
    {
        public virtual string text { get; set; } = "";
    }

    public class Label : TextElement
    {
        public Label()
            : this("")
        {
        }

        public Label(string text)
        {
            this.text = text;
        }
    }

    public class Button : TextElement
    {
        public Button()
        {
        }

        public Button(Action? clickEvent)
        {
            if (clickEvent != null) clicked += clickEvent;
        }

        public event Action? clicked;

        /// <summary>A user presses it.</summary>
        internal void Click()
        {
            if (enabledSelf) clicked?.Invoke();
        }
    }

    public class ScrollView : VisualElement
    {
    }

    public enum HelpBoxMessageType
    {
        None,
        Info,
        Warning,
        Error,
    }

    public class HelpBox : VisualElement
    {
        public HelpBox()
            : this("", HelpBoxMessageType.None)
        {
        }

        public HelpBox(string text, HelpBoxMessageType messageType)
        {
            this.text = text;
            this.messageType = messageType;
        }

        public string text { get; set; }

        public HelpBoxMessageType messageType { get; set; }
    }
}
