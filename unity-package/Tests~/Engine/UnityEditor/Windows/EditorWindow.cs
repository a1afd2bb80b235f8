#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.UIElements;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>A window that nobody sees: it gets its messages, and has its tree of elements.</summary>
    public partial class EditorWindow : ScriptableObject
    {
        private const BindingFlags Messages = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        private static readonly List<EditorWindow> open = new List<EditorWindow>();

        static EditorWindow()
        {
            ScriptDomain.Unloading += CloseForeign;
        }

        public EditorWindow()
        {
            titleContent = new GUIContent(GetType().ToString());
        }

        public GUIContent titleContent { get; set; }

        public Vector2 minSize { get; set; } = new Vector2(100, 100);

        public Rect position { get; set; } = new Rect(0, 0, 320, 240);

        public VisualElement rootVisualElement { get; } = new VisualElement();

        public bool hasFocus { get; private set; }

        internal static IReadOnlyList<EditorWindow> All => open;

        public static T GetWindow<T>()
            where T : EditorWindow
        {
            var window = open.OfType<T>().FirstOrDefault();
            if (window == null) window = CreateInstance<T>();
            window.Show();
            window.Focus();
            return window;
        }

        public static T GetWindow<T>(string title)
            where T : EditorWindow
        {
            var window = GetWindow<T>();
            window.titleContent = new GUIContent(title);
            return window;
        }

        public static bool HasOpenInstances<T>()
            where T : EditorWindow => open.OfType<T>().Any();

        public void Show()
        {
            if (open.Contains(this)) return;
            open.Add(this);
            Send("CreateGUI");
        }

        public void Close()
        {
            if (open.Remove(this)) DestroyImmediate(this);
        }

        public void Repaint()
        {
        }

        public void Focus() => hasFocus = true;

        /// <summary>The editor tells every open window about ten times a second.</summary>
        internal static void RaiseInspectorUpdate()
        {
            foreach (var window in open.ToArray()) window.Send("OnInspectorUpdate");
        }

        private static void CloseForeign()
        {
            foreach (var window in open.Where(w => ScriptDomain.Assemblies.Contains(w.GetType().Assembly)).ToArray()) window.Close();
        }

        private void Send(string message) =>
            GetType().GetMethod(message, Messages, null, Type.EmptyTypes, null)?.Invoke(this, null);
    }

    public class SearchableEditorWindow : EditorWindow
    {
    }
}
