#nullable enable
using System;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>The scene view: where it looks at, and a camera that stands there. There is one, as a new project has.</summary>
    public partial class SceneView : SearchableEditorWindow
    {
        private const float StartSize = 10;

        private static SceneView? last;

        private GameObject? cameraObject;

        /// <summary>The scene view; null if none was ever open.</summary>
        public static SceneView? lastActiveSceneView
        {
            get
            {
                if (IsClosed) return null;
                if (last == null) last = CreateInstance<SceneView>();
                return last;
            }
        }

        /// <summary>Whether the project's layout has no scene view.</summary>
        internal static bool IsClosed { get; set; }

        public Vector3 pivot { get; set; }

        public Quaternion rotation { get; set; } = Quaternion.Euler(30, -40, 0);

        /// <summary>How much of the scene is seen: about the radius of what fills the view.</summary>
        public float size { get; set; } = StartSize;

        public bool orthographic { get; set; }

        public bool in2DMode { get; set; }

        public float cameraDistance => size * 2;

        public Camera camera
        {
            get
            {
                if (cameraObject == null)
                    cameraObject = EditorUtility.CreateGameObjectWithHideFlags("SceneCamera", HideFlags.HideAndDontSave, typeof(Camera));
                var made = cameraObject.GetComponent<Camera>();
                made.enabled = false;
                made.orthographic = orthographic || in2DMode;
                made.orthographicSize = size;
                made.transform.rotation = rotation;
                made.transform.position = pivot - (rotation * Vector3.forward * cameraDistance);
                return made;
            }
        }

        /// <summary>Returns false if nothing is selected that has a place.</summary>
        public bool FrameSelected()
        {
            var transforms = Selection.transforms;
            if (transforms.Length == 0) return false;
            var bounds = new Bounds(transforms[0].position, Vector3.one);
            foreach (var one in transforms) bounds.Encapsulate(one.position);
            pivot = bounds.center;
            size = bounds.extents.magnitude;
            return true;
        }

        public static void RepaintAll()
        {
        }
    }
}
