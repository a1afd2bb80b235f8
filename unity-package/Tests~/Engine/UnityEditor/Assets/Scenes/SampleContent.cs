#nullable enable
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Engine.Assets
{
    /// <summary>The content of a new scene and of a new project.</summary>
    internal static class SampleContent
    {
        internal const string ScenePath = "Assets/Scenes/SampleScene.unity";

        /// <summary>Colour of the sun in a new Unity scene.</summary>
        private static readonly Color SunColor = new Color(1, 0.95686275f, 0.8392157f);

        /// <summary>Makes the camera and the light of Unity's basic template.</summary>
        internal static void CameraAndLight(SceneData scene)
        {
            var outer = SceneTable.Redirected;
            SceneTable.Redirected = scene;
            try
            {
                var camera = new GameObject("Main Camera", typeof(Camera), typeof(AudioListener)) { tag = "MainCamera" };
                camera.transform.localPosition = new Vector3(0, 1, -10);
                var light = new GameObject("Directional Light", typeof(Light));
                light.transform.localPosition = new Vector3(0, 3, 0);
                light.transform.localRotation = Quaternion.Euler(50, -30, 0);
                var sun = light.GetComponent<Light>();
                sun.type = LightType.Directional;
                sun.color = SunColor;
                sun.shadows = LightShadows.Soft;
            }
            finally
            {
                SceneTable.Redirected = outer;
            }
        }

        /// <summary>
        /// Makes and opens a sample scene (camera, sun, floor) where the project has no scene at all. True: it made one.
        /// </summary>
        internal static bool CreateSceneIfNone()
        {
            var index = ProjectAssets.Current.Index;
            if (index.All.Any(a => a.Kind == AssetKinds.Scene)) return false;
            Directory.CreateDirectory(index.Absolute(AssetPaths.FolderOf(ScenePath)));
            index.Reindex(AssetPaths.FolderOf(ScenePath));
            var scene = EditorSceneManager.NewScene(NewSceneSetup.DefaultGameObjects, NewSceneMode.Single);
            var floor = GameObject.CreatePrimitive(PrimitiveType.Plane);
            floor.name = "Floor";
            // Looks from above, so that what lies on the floor shows two faces and its shadow.
            var camera = scene.GetRootGameObjects().First(root => root.name == "Main Camera").transform;
            camera.SetPositionAndRotation(new Vector3(2, 3, -6), Quaternion.Euler(20, 342, 0));
            EditorSceneManager.SaveScene(scene, ScenePath);
            EditorBuildSettings.scenes = new[] { new EditorBuildSettingsScene(ScenePath, true) };
            return true;
        }
    }
}
