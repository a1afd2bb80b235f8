#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary>
    /// Ready objects of the user interface: the parts, places and values that Unity's GameObject > UI menu gives them, with the
    /// Canvas and the EventSystem that they need. Their types are those of com.unity.ugui, which a project can do without.
    /// </summary>
    internal sealed class UiObjects
    {
        /// <summary>The registry's UI types.</summary>
        internal static readonly string[] Types = { "Canvas", "Panel", "Image", "Text", "Button", "Toggle", "Slider", "InputField" };

        private const int Layer = 5;
        private const string CanvasType = "UnityEngine.Canvas";
        private const string Namespace = "UnityEngine.UI.";
        private const string Events = "UnityEngine.EventSystems.EventSystem";

        private static readonly JObject Thick = Centred(160, 30);
        private static readonly JObject Thin = Centred(160, 20);

        private readonly bool isTextMeshPro = HasTextMeshPro();

        private UiObjects()
        {
        }

        /// <summary>Creates an object, recorded in Undo.</summary>
        /// <returns>The object, and what a person should know of it; null: nothing.</returns>
        internal static (GameObject Made, string? Note) Create(string type, string? name, GameObject? parent)
        {
            if (ComponentTypes.FindAny(Namespace + "Button") == null)
                throw new ToolFault(
                    CallErrorCode.Unsupported, "This project has no Unity UI: com.unity.ugui is not installed.",
                    "Add it with unity_packages, or use UI Toolkit.");
            var ui = new UiObjects();
            var extras = new List<string>();
            GameObject made;
            if (type == "Canvas") made = ui.Canvas(parent, name);
            else
            {
                var canvas = parent != null ? parent : OpenCanvas();
                if (canvas == null || !IsInCanvas(canvas))
                {
                    canvas = ui.Canvas(canvas, null);
                    extras.Add(ScenePaths.Of(canvas));
                }
                made = ui.Control(type, name, canvas);
            }
            if (!ScenePaths.IsStage(made.scene) && !HasEvents()) extras.Add(ScenePaths.Of(ui.EventSystem()));
            return (made, extras.Count > 0 ? $"Made for it: {string.Join(", ", extras)}." : null);
        }

        /// <summary>Whether TextMesh Pro is ready: without its essential resources, texts have no font and ask for them.</summary>
        private static bool HasTextMeshPro() =>
            ComponentTypes.FindAny("TMPro.TextMeshProUGUI") != null
            && AssetDatabase.FindAssets("t:TMP_Settings", new[] { "Assets" }).Length > 0;

        private static bool IsInCanvas(GameObject obj)
        {
            for (var at = obj.transform; at != null; at = at.parent)
                if (IsCanvas(at.gameObject)) return true;
            return false;
        }

        private static bool IsCanvas(GameObject obj) => obj.GetComponent(ComponentTypes.FindAny(CanvasType)!) != null;

        /// <summary>The first Canvas of the active scene.</summary>
        private static GameObject? OpenCanvas()
        {
            var active = UnityEngine.SceneManagement.SceneManager.GetActiveScene();
            foreach (var obj in ScenePaths.LoadedObjects())
                if (obj.scene == active && IsCanvas(obj)) return obj;
            return null;
        }

        private static bool HasEvents()
        {
            var type = ComponentTypes.FindAny(Events)!;
            foreach (var obj in ScenePaths.LoadedObjects())
                if (obj.GetComponent(type) != null) return true;
            return false;
        }

        private GameObject Canvas(GameObject? parent, string? name)
        {
            var canvas = Part(name, "Canvas", parent, new JObject(), CanvasType, Namespace + "CanvasScaler",
                Namespace + "GraphicRaycaster");
            canvas.layer = Layer;
            Set(canvas, "Canvas", new JObject { ["renderMode"] = "ScreenSpaceOverlay" });
            return canvas;
        }

        private GameObject EventSystem() => Part("EventSystem", "", null, null, Events, InputModule());

        /// <summary>The input module that hears the input that the project has switched on.</summary>
        private static string InputModule()
        {
            const string newer = "UnityEngine.InputSystem.UI.InputSystemUIInputModule";
            var isOn = Array.IndexOf(EditorUserBuildSettings.activeScriptCompilationDefines, "ENABLE_INPUT_SYSTEM") >= 0;
            return isOn && ComponentTypes.FindAny(newer) != null ? newer : "UnityEngine.EventSystems.StandaloneInputModule";
        }

        private GameObject Control(string type, string? name, GameObject parent)
        {
            GameObject Make(JObject place, params string[] components) => Part(name, type, parent, place, components);
            switch (type)
            {
                case "Panel":
                    var panel = Make(Stretched(), Namespace + "Image");
                    var look = Sliced("Background");
                    look["color"] = new JArray(1, 1, 1, 0.392);
                    return Set(panel, "Image", look);
                case "Image":
                    return Make(Centred(100, 100), Namespace + "Image");
                case "Text":
                    return Text(name, type, parent, isTextMeshPro ? Centred(200, 50) : Thick, new JObject { ["text"] = "New Text" });
                case "Button":
                    var button = Set(Make(Thick, Namespace + "Image", Namespace + "Button"), "Image", Sliced("UISprite"));
                    Text(TextName, "", button, Stretched(), isTextMeshPro
                        ? new JObject { ["text"] = "Button", ["alignment"] = "Center", ["fontSize"] = 24, ["color"] = Ink(1) }
                        : new JObject { ["text"] = "Button", ["alignment"] = "MiddleCenter", ["color"] = Ink(1) });
                    return Set(button, "Button", new JObject { ["targetGraphic"] = To(button, "Image") });
                case "Toggle":
                    return Toggle(Make(Thin, Namespace + "Toggle"));
                case "Slider":
                    return Slider(Make(Thin, Namespace + "Slider"));
                default:
                    return InputField(Make(Thick, Namespace + "Image", isTextMeshPro ? "TMPro.TMP_InputField" : Namespace + "InputField"));
            }
        }

        private GameObject Toggle(GameObject toggle)
        {
            var box = Image("Background", toggle, Place(0, 1, 0, 1, 10, -10, 20, 20), Sliced("UISprite"));
            var check = Image("Checkmark", box, Centred(20, 20), new JObject { ["sprite"] = "Checkmark" });
            // Unity's own toggle has a legacy label in every project.
            var label = Part("Label", "", toggle, Stretched(9, -0.5, -28, -3), Namespace + "Text");
            Set(label, "Text", new JObject { ["text"] = "Toggle", ["color"] = Ink(1) });
            return Set(toggle, "Toggle", new JObject
            {
                ["targetGraphic"] = To(box, "Image"), ["graphic"] = To(check, "Image"), ["isOn"] = true,
            });
        }

        private GameObject Slider(GameObject slider)
        {
            Image("Background", slider, Place(0, 0.25, 1, 0.75, 0, 0, 0, 0), Sliced("Background"));
            var area = Part("Fill Area", "", slider, Place(0, 0.25, 1, 0.75, -5, 0, -20, 0));
            // The fill ends at the slider's value, which is 0.
            var fill = Image("Fill", area, Place(0, 0, 0, 1, 0, 0, 10, 0), Sliced("UISprite"));
            var way = Part("Handle Slide Area", "", slider, Stretched(0, 0, -20, 0));
            var handle = Image("Handle", way, Place(0, 0, 0, 1, 0, 0, 20, 0), new JObject { ["sprite"] = "Knob" });
            return Set(slider, "Slider", new JObject
            {
                ["targetGraphic"] = To(handle, "Image"),
                ["fillRect"] = To(fill, "RectTransform"),
                ["handleRect"] = To(handle, "RectTransform"),
            });
        }

        private GameObject InputField(GameObject field)
        {
            Set(field, "Image", Sliced("InputFieldBackground"));
            var hint = new JObject { ["text"] = "Enter text...", ["fontStyle"] = "Italic", ["color"] = Ink(0.5) };
            var words = new JObject { ["color"] = Ink(1) };
            var links = new JObject { ["targetGraphic"] = To(field, "Image") };
            var inside = Stretched(0, -0.5, -20, -13);
            var (parent, place) = (field, inside);
            if (isTextMeshPro)
            {
                parent = Part("Text Area", "", field, inside, Namespace + "RectMask2D");
                place = Stretched();
                links["textViewport"] = To(parent, "RectTransform");
                foreach (var values in new[] { hint, words }) (values["fontSize"], values["textWrappingMode"]) = (14, "NoWrap");
            }
            var placeholder = Text("Placeholder", "", parent, place, hint);
            var text = Text(isTextMeshPro ? "Text" : TextName, "", parent, place, words);
            links["textComponent"] = To(text, TextType);
            links["placeholder"] = To(placeholder, TextType);
            return Set(field, isTextMeshPro ? "TMP_InputField" : "InputField", links);
        }

        private string TextType => isTextMeshPro ? "TextMeshProUGUI" : "Text";

        /// <summary>The menu's name for a text.</summary>
        private string TextName => isTextMeshPro ? "Text (TMP)" : "Text (Legacy)";

        private GameObject Text(string? name, string usual, GameObject parent, JObject place, JObject values) =>
            Set(Part(name, usual, parent, place, isTextMeshPro ? "TMPro.TextMeshProUGUI" : Namespace + "Text"), TextType, values);

        private static GameObject Image(string name, GameObject parent, JObject place, JObject values) =>
            Set(Part(name, "", parent, place, Namespace + "Image"), "Image", values);

        /// <param name="name">Null for the usual one, made unique.</param>
        /// <param name="usual">What it is called otherwise.</param>
        /// <param name="parent">Null for a root of the active scene.</param>
        /// <param name="place">Values of its RectTransform; null: it has a Transform.</param>
        /// <param name="components">With namespaces.</param>
        private static GameObject Part(string? name, string usual, GameObject? parent, JObject? place, params string[] components)
        {
            var types = new List<Type>();
            if (place != null) types.Add(ComponentTypes.FindAny("UnityEngine.RectTransform")!);
            foreach (var component in components) types.Add(ComponentTypes.Need(component));
            var part = new GameObject(name ?? usual, types.ToArray());
            if (parent != null)
            {
                part.transform.SetParent(parent.transform, false);
                part.layer = parent.layer;
            }
            if (name == null) GameObjectUtility.EnsureUniqueNameForSibling(part);
            Undo.RegisterCreatedObjectUndo(part, $"Create {part.name}");
            return place == null ? part : Set(part, "RectTransform", place);
        }

        private static GameObject Set(GameObject obj, string type, JObject values)
        {
            ComponentValues.Apply(ObjectFinder.NeedComponent(obj, type, 0), values);
            return obj;
        }

        private static string To(GameObject obj, string type) => $"{ObjectIds.Of(obj)}#{type}";

        private static JObject Sliced(string sprite) => new JObject { ["sprite"] = sprite, ["type"] = "Sliced" };

        /// <summary>The menu's dark grey.</summary>
        private static JArray Ink(double alpha) => new JArray(50 / 255.0, 50 / 255.0, 50 / 255.0, alpha);

        private static JObject Centred(double width, double height) => Place(0.5, 0.5, 0.5, 0.5, 0, 0, width, height);

        private static JObject Stretched(double x = 0, double y = 0, double width = 0, double height = 0) =>
            Place(0, 0, 1, 1, x, y, width, height);

        private static JObject Place(double left, double bottom, double right, double top, double x, double y, double width,
            double height) => new JObject
            {
                ["anchorMin"] = new JArray(left, bottom),
                ["anchorMax"] = new JArray(right, top),
                ["anchoredPosition"] = new JArray(x, y),
                ["sizeDelta"] = new JArray(width, height),
            };
    }
}
