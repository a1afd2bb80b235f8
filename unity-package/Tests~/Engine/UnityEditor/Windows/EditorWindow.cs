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

        /// <summary>OnInspectorUpdate comes about ten times a second.</summary>
        private const double InspectorUpdateSeconds = 0.1;

        private static readonly List<EditorWindow> open = new List<EditorWindow>();

        /// <summary>Ids of the windows that were open when the domain went.</summary>
        private static readonly List<ulong> reopened = new List<ulong>();

        private static double toldAt;

        private VisualElement? root;

        static EditorWindow()
        {
            ScriptDomain.Unloading += KeepForeign;
        }

        public EditorWindow()
        {
            titleContent = new GUIContent(GetType().ToString());
        }

        public GUIContent titleContent { get; set; }

        public Vector2 minSize { get; set; } = new Vector2(100, 100);

        public Rect position { get; set; } = new Rect(0, 0, 320, 240);

        public VisualElement rootVisualElement => root ??= new VisualElement();

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

        public void Repaint() => Paint();

        internal virtual void Paint()
        {
        }

        public void Focus() => hasFocus = true;

        /// <summary>With each turn of the main loop. Allocates nothing while no window is open.</summary>
        internal static void Pace()
        {
            if (open.Count == 0) return;
            var now = EngineProcess.Clock.NowSeconds;
            if (now >= toldAt && now - toldAt < InspectorUpdateSeconds) return;
            toldAt = now;
            RaiseInspectorUpdate();
        }

        /// <summary>An exception of a window is a line in the console, and does not stop the other windows.</summary>
        internal static void RaiseInspectorUpdate()
        {
            foreach (var window in open.ToArray()) EditorLoop.Guarded(() => window.Send("OnInspectorUpdate"));
        }

        /// <summary>After a reload the windows are there again, with their saved fields, and draw themselves anew.</summary>
        internal static void Reopen()
        {
            var ids = reopened.ToArray();
            reopened.Clear();
            foreach (var id in ids)
                if (ObjectTable.Find(id) is EditorWindow window) EditorLoop.Guarded(window.Show);
        }

        private static void KeepForeign()
        {
            reopened.Clear();
            foreach (var window in open.Where(w => ScriptDomain.Assemblies.Contains(w.GetType().Assembly)).ToArray())
            {
                open.Remove(window);
                reopened.Add(window.Id);
            }
        }

        private void Send(string message) =>
            GetType().GetMethod(message, Messages, null, Type.EmptyTypes, null)?.Invoke(this, null);
    }

    public class SearchableEditorWindow : EditorWindow
    {
    }
}
