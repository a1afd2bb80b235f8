#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEditorInternal;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>
    /// Pictures of what Prefab Mode shows. Its objects are in a scene of their own, which a camera draws only when it is told
    /// to, as Unity's scene view tells its own.
    /// </summary>
    internal static class StageView
    {
        /// <summary>Objects in a stage without lights would be black.</summary>
        private static readonly Color Ambient = new Color(0.25f, 0.25f, 0.25f);

        /// <summary>The stage in a picture of these objects; for null, in the scene view. Returns null if there is none.</summary>
        internal static PrefabStage? Of(IReadOnlyList<GameObject>? objects)
        {
            var stage = PrefabStageUtility.GetCurrentPrefabStage();
            if (stage == null || stage.prefabContentsRoot == null) return null;
            return objects == null || objects.Any(stage.IsPartOfPrefabContents) ? stage : null;
        }

        /// <summary>The picture of a camera at any position. The camera is left unchanged.</summary>
        internal static Pixels Take(Camera camera, PrefabStage stage, int width, int height)
        {
            var (sceneBefore, maskBefore) = (camera.scene, camera.overrideSceneCullingMask);
            try
            {
                if (stage.mode == PrefabStage.Mode.InContext)
                {
                    // The picture shows the prefab and the scene around it, lit by that scene.
                    camera.overrideSceneCullingMask = stage.GetCombinedSceneCullingMaskForCamera();
                    return PictureTaker.Take(camera, width, height);
                }
                camera.scene = stage.prefabContentsRoot.scene;
                return Lit(stage, camera.transform.rotation, () => PictureTaker.Take(camera, width, height));
            }
            finally
            {
                camera.scene = sceneBefore;
                camera.overrideSceneCullingMask = maskBefore;
            }
        }

        /// <summary>Lights the picture by the stage's lights; if it has none, by one that shines along the view.</summary>
        private static Pixels Lit(PrefabStage stage, Quaternion along, Func<Pixels> take)
        {
            var overridden = Unsupported.SetOverrideLightingSettings(stage.prefabContentsRoot.scene);
            var lamp = HasLight(stage) ? null : Lamp(along);
            try
            {
                if (lamp != null) InternalEditorUtility.SetCustomLighting(new[] { lamp }, Ambient);
                return take();
            }
            finally
            {
                if (lamp != null)
                {
                    InternalEditorUtility.RemoveCustomLighting();
                    UnityEngine.Object.DestroyImmediate(lamp.gameObject);
                }
                if (overridden) Unsupported.RestoreOverrideLightingSettings();
            }
        }

        private static bool HasLight(PrefabStage stage) =>
            stage.prefabContentsRoot.scene.GetRootGameObjects()
                .Any(root => root.GetComponentsInChildren<Light>().Any(light => light.enabled));

        private static Light Lamp(Quaternion along)
        {
            var stand = EditorUtility.CreateGameObjectWithHideFlags("Fairlead Light", HideFlags.HideAndDontSave, typeof(Light));
            stand.transform.rotation = along;
            var light = stand.GetComponent<Light>();
            light.type = LightType.Directional;
            return light;
        }
    }
}
