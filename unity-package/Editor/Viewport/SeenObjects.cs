#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Editor.Addressing;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Viewport
{
    /// <summary>The objects that can be seen now: active, in the order of the Hierarchy. In Prefab Mode those of the prefab.</summary>
    internal sealed class SeenObjects
    {
        /// <summary>Unity's own meshes, which the page has.</summary>
        private const string OwnMeshes = "Library/unity default resources";

        private const string RendererSuffix = "Renderer";

        /// <summary>Components that draw and are no renderers, by name: a project may have disabled their modules.</summary>
        private static readonly HashSet<string> OtherDrawers = new HashSet<string> { "Canvas", "Terrain" };

        private static readonly HashSet<string> Primitives =
            new HashSet<string> { "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad" };

        private readonly List<ViewObject> objects = new List<ViewObject>();
        private readonly SortedDictionary<string, int> leftOut = new SortedDictionary<string, int>(StringComparer.Ordinal);
        private readonly List<Component> components = new List<Component>();
        private readonly Dictionary<Mesh, string> meshNames = new Dictionary<Mesh, string>();

        private SeenObjects()
        {
        }

        internal IReadOnlyList<ViewObject> Objects => objects;

        /// <summary>The numbers of objects that are not told at all, by kind.</summary>
        internal IReadOnlyDictionary<string, int> LeftOut => leftOut;

        internal static SeenObjects Now()
        {
            var seen = new SeenObjects();
            var scenes = ScenePaths.LoadedScenes().ToList();
            var stage = scenes.Where(ScenePaths.IsStage).ToList();
            foreach (var scene in stage.Count > 0 ? stage : scenes)
                foreach (var root in scene.GetRootGameObjects()) seen.Add(root.transform);
            return seen;
        }

        /// <summary>Brings the poses of these objects up to date. False: one is gone, and only a new look tells what is there.</summary>
        internal bool Follow()
        {
            foreach (var obj in objects)
            {
                if (obj.Owner == null || !obj.Owner.activeInHierarchy || obj.Transform == null) return false;
                if (!obj.IsFixed) obj.Pose = obj.Transform.localToWorldMatrix;
            }
            return true;
        }

        private void Add(Transform transform)
        {
            var obj = transform.gameObject;
            if (!obj.activeSelf) return;
            if (Seen(obj) is { } seen) objects.Add(seen);
            for (var i = 0; i < transform.childCount; i++) Add(transform.GetChild(i));
        }

        /// <summary>The part of an object that is shown; null: nothing.</summary>
        private ViewObject? Seen(GameObject obj)
        {
            obj.GetComponents(components);
            ViewObject? seen = null;
            Mesh? mesh = null;
            foreach (var component in components)
            {
                switch (component)
                {
                    case MeshFilter filter:
                        mesh = filter.sharedMesh;
                        break;
                    case Light { enabled: true } light:
                        (seen ??= new ViewObject(obj)).Light = new ViewLight(light);
                        break;
                    case Camera { enabled: true } camera:
                        (seen ??= new ViewObject(obj)).Camera = new ViewCamera(camera);
                        break;
                    case Behaviour { enabled: true } behaviour when OtherDrawers.Contains(behaviour.GetType().Name):
                        Leave(behaviour.GetType().Name);
                        break;
                }
            }
            // After the loop: a filter may stand behind its renderer.
            foreach (var component in components)
                if (component is Renderer { enabled: true } renderer && IsDrawn(renderer)) Draw(renderer, mesh, obj, ref seen);
            return seen;
        }

        private static bool IsDrawn(Renderer renderer) =>
            renderer.shadowCastingMode != UnityEngine.Rendering.ShadowCastingMode.ShadowsOnly;

        private void Draw(Renderer renderer, Mesh? mesh, GameObject obj, ref ViewObject? seen)
        {
            switch (renderer)
            {
                case MeshRenderer _ when mesh == null:
                    return;
                // The filter of such a renderer holds the mesh of the whole batch, in world space.
                case MeshRenderer { isPartOfStaticBatch: true }:
                    seen ??= new ViewObject(obj);
                    seen.IsFixed = true;
                    seen.Pose = Matrix4x4.identity;
                    seen.Shape = new ViewShape(ViewShape.BoxName, renderer.bounds, renderer.sharedMaterial);
                    return;
                case MeshRenderer _:
                    seen ??= new ViewObject(obj);
                    var name = NameOf(mesh!);
                    var bounds = Primitives.Contains(name) ? (Bounds?)null : mesh!.bounds;
                    seen.Shape = new ViewShape(name, bounds, renderer.sharedMaterial);
                    return;
                // No mesh tells where its bones have brought it.
                case SkinnedMeshRenderer skinned:
                    seen ??= new ViewObject(obj);
                    if (skinned.rootBone != null) seen.Transform = skinned.rootBone;
                    seen.Pose = seen.Transform.localToWorldMatrix;
                    seen.Shape = new ViewShape(ViewShape.BoxName, renderer.localBounds, renderer.sharedMaterial);
                    return;
                case SpriteRenderer { sprite: { } } sprite:
                    (seen ??= new ViewObject(obj)).Shape = new ViewShape(sprite.localBounds, sprite.color);
                    return;
                case SpriteRenderer _:
                    return;
                default:
                    var type = renderer.GetType().Name;
                    Leave(type.EndsWith(RendererSuffix, StringComparison.Ordinal)
                        ? type.Substring(0, type.Length - RendererSuffix.Length) : type);
                    return;
            }
        }

        private string NameOf(Mesh mesh)
        {
            if (meshNames.TryGetValue(mesh, out var known)) return known;
            var name = Primitives.Contains(mesh.name) && AssetDatabase.GetAssetPath(mesh) == OwnMeshes ? mesh.name : ObjectIds.Of(mesh);
            return meshNames[mesh] = name;
        }

        private void Leave(string kind) => leftOut[kind] = (leftOut.TryGetValue(kind, out var count) ? count : 0) + 1;
    }
}
