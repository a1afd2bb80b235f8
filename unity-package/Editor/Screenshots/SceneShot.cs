#nullable enable
using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Screenshots
{
    /// <summary>Pictures from the scene view's position, or framing an object or everything.</summary>
    internal static class SceneShot
    {
        private const float FieldOfViewDegrees = 60;

        /// <summary>Room around what is framed.</summary>
        private const float Framing = 1.3f;

        /// <summary>The least radius that is framed: a smaller thing is seen from no nearer.</summary>
        private const float MinRadius = 0.5f;

        /// <summary>The scene view's first direction: down and to the side.</summary>
        private static readonly Vector3 StartDirection = new Vector3(-0.55f, -0.45f, 0.7f);

        /// <summary>
        /// Takes the scene view's own picture if there is nothing to look at, no direction and no distance. In Prefab Mode it is one of the
        /// stage (<see cref="StageView.Of"/>). <paramref name="distance"/>: in metres from the middle; null: as far as all of it fits.
        /// </summary>
        internal static Pixels Take(IReadOnlyList<GameObject>? lookAt, Vector3? direction, int width, int height, double? distance = null)
        {
            // A camera of our own: in every pipeline a normal one, and the user's view stays where it is.
            var stand = EditorUtility.CreateGameObjectWithHideFlags("Fairlead Camera", HideFlags.HideAndDontSave, typeof(Camera));
            try
            {
                var camera = stand.GetComponent<Camera>();
                camera.enabled = false;
                camera.clearFlags = CameraClearFlags.Skybox;
                var view = SceneView.lastActiveSceneView;
                if (lookAt == null && direction == null && distance == null && view != null) CopyView(camera, view);
                else Frame(camera, lookAt, direction ?? StartDirection, (float)width / height, (float?)distance);
                return StageView.Of(lookAt) is { } stage
                    ? StageView.Take(camera, stage, width, height) : PictureTaker.Take(camera, width, height);
            }
            finally
            {
                Object.DestroyImmediate(stand);
            }
        }

        private static void CopyView(Camera camera, SceneView view)
        {
            var from = view.camera;
            camera.transform.SetPositionAndRotation(from.transform.position, from.transform.rotation);
            camera.orthographic = from.orthographic;
            camera.orthographicSize = from.orthographicSize;
            camera.fieldOfView = from.fieldOfView;
            camera.nearClipPlane = from.nearClipPlane;
            camera.farClipPlane = from.farClipPlane;
        }

        private static void Frame(Camera camera, IReadOnlyList<GameObject>? lookAt, Vector3 direction, float aspect, float? wanted)
        {
            var bounds = BoundsOf(lookAt);
            var radius = Math.Max(MinRadius, bounds.extents.magnitude);
            var along = direction.sqrMagnitude > 0 ? direction.normalized : StartDirection.normalized;
            // In a narrow picture the sides decide.
            var half = Math.Atan(Math.Tan(FieldOfViewDegrees * Math.PI / 360) * Math.Min(1, aspect));
            var distance = wanted ?? radius * Framing / (float)Math.Sin(half);
            camera.fieldOfView = FieldOfViewDegrees;
            camera.nearClipPlane = Math.Max(0.01f, distance / 1000);
            camera.farClipPlane = distance + (radius * 20);
            camera.transform.SetPositionAndRotation(bounds.center - (along * distance), Quaternion.LookRotation(along));
        }

        private static Bounds BoundsOf(IReadOnlyList<GameObject>? lookAt)
        {
            Bounds? all = null;
            foreach (var renderer in Renderers(lookAt))
            {
                if (!renderer.enabled || !renderer.gameObject.activeInHierarchy) continue;
                if (all is { } sum)
                {
                    sum.Encapsulate(renderer.bounds);
                    all = sum;
                }
                else
                {
                    all = renderer.bounds;
                }
            }
            if (all is { } found) return found;
            var middle = Vector3.zero;
            foreach (var one in lookAt ?? Array.Empty<GameObject>()) middle += one.transform.position / lookAt!.Count;
            return new Bounds(middle, Vector3.zero);
        }

        private static IEnumerable<Renderer> Renderers(IReadOnlyList<GameObject>? lookAt)
        {
            var all = new List<Renderer>();
            foreach (var one in lookAt ?? Array.Empty<GameObject>()) all.AddRange(one.GetComponentsInChildren<Renderer>());
            if (lookAt != null) return all;
            if (StageView.Of(null) is { } stage)
            {
                all.AddRange(stage.prefabContentsRoot.GetComponentsInChildren<Renderer>());
                return all;
            }
            for (var i = 0; i < SceneManager.sceneCount; i++)
            {
                var scene = SceneManager.GetSceneAt(i);
                if (!scene.isLoaded) continue;
                foreach (var root in scene.GetRootGameObjects()) all.AddRange(root.GetComponentsInChildren<Renderer>());
            }
            return all;
        }
    }
}
