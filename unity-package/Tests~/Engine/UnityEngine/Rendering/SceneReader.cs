#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Fairlead.Engine.Raster;
using UnityEngine.Rendering;
using UnityEngine.SceneManagement;
using V3 = System.Numerics.Vector3;

namespace UnityEngine
{
    /// <summary>From the scene graph to what the rasteriser draws.</summary>
    internal static class SceneReader
    {
        private static readonly ConditionalWeakTable<Mesh, RasterMesh> meshes = new ConditionalWeakTable<Mesh, RasterMesh>();

        /// <summary>Unity's own colour of a renderer without a material.</summary>
        private static readonly V3 Magenta = new V3(1, 0, 1);

        internal static RasterScene Read(Camera camera)
        {
            var scene = new RasterScene(ViewOf(camera)) { Grid = camera.cameraType == CameraType.SceneView };
            foreach (var light in CustomLights ?? Visible<Light>(camera).Where(l => l.enabled)) scene.Lamps.Add(LampOf(light));
            foreach (var renderer in Visible<Renderer>(camera).Where(r => r.enabled))
                if (MeshOf(renderer) is { } mesh) scene.Drawables.Add(DrawableOf(renderer, mesh));
            return scene;
        }

        /// <summary>The editor's light for a picture without the scene's own lights; null: use those.</summary>
        internal static IReadOnlyList<Light>? CustomLights { get; set; }

        private static IEnumerable<T> Visible<T>(Camera camera)
            where T : Component =>
            Scenes(camera).SelectMany(scene => scene.Roots).SelectMany(ObjectGraph.Tree).Where(obj => obj.activeInHierarchy)
                .Where(obj => (camera.cullingMask & (1 << obj.layer)) != 0)
                .SelectMany(obj => obj.Components.OfType<T>());

        private static IEnumerable<SceneData> Scenes(Camera camera) =>
            camera.overrideSceneCullingMask != 0
                ? SceneTable.All.Where(scene => (camera.overrideSceneCullingMask & SceneTable.CullingBit(scene)) != 0)
                : camera.scene.Data is { } only ? new[] { only }
                : SceneTable.Alive.Where(scene => scene.IsLoaded);

        private static View ViewOf(Camera camera)
        {
            var place = camera.transform;
            return new View
            {
                Position = To(place.position),
                Right = To(place.rotation * Vector3.right),
                Up = To(place.rotation * Vector3.up),
                Forward = To(place.rotation * Vector3.forward),
                Orthographic = camera.orthographic,
                OrthographicSize = Math.Max(1e-3f, Math.Abs(camera.orthographicSize)),
                FieldOfView = camera.fieldOfView,
                Near = camera.nearClipPlane,
                Far = camera.farClipPlane,
                Background = camera.clearFlags == CameraClearFlags.Skybox ? (V3?)null : To(camera.backgroundColor),
            };
        }

        private static Lamp LampOf(Light light) => new Lamp
        {
            Kind = light.type == LightType.Directional ? LampKind.Directional : light.type == LightType.Spot ? LampKind.Spot
                : LampKind.Point,
            Position = To(light.transform.position),
            Direction = To(light.transform.rotation * Vector3.forward),
            Color = To(light.color),
            Intensity = light.intensity,
            Range = light.range,
            SpotAngle = light.spotAngle,
            Shadow = light.shadows == LightShadows.None ? 0 : light.shadowStrength,
        };

        private static Mesh? MeshOf(Renderer renderer) => renderer switch
        {
            MeshRenderer => renderer.GetComponent<MeshFilter>() is { sharedMesh: { vertexCount: > 0 } mesh } ? mesh : null,
            SkinnedMeshRenderer { sharedMesh: { vertexCount: > 0 } mesh } => mesh,
            _ => null,
        };

        private static Drawable DrawableOf(Renderer renderer, Mesh mesh)
        {
            var matrix = renderer.transform.localToWorldMatrix;
            var world = new Placement(Column(matrix, 0), Column(matrix, 1), Column(matrix, 2), Column(matrix, 3));
            var material = renderer.sharedMaterial;
            var shader = material == null ? "" : material.shader?.name ?? "";
            var glows = material != null && material.HasProperty("_EmissionColor") && material.IsKeywordEnabled("_EMISSION");
            return new Drawable(meshes.GetValue(mesh, Convert), world)
            {
                Color = material == null ? Magenta : To(material.color),
                Emission = glows ? To(material!.GetColor("_EmissionColor")) : V3.Zero,
                Unlit = material == null || shader.Contains("Unlit") || shader.StartsWith("Sprites/", StringComparison.Ordinal)
                || shader.StartsWith("UI/", StringComparison.Ordinal),
                CastsShadow = renderer.shadowCastingMode != ShadowCastingMode.Off,
                ShadowOnly = renderer.shadowCastingMode == ShadowCastingMode.ShadowsOnly,
            };
        }

        private static RasterMesh Convert(Mesh mesh)
        {
            var positions = Array.ConvertAll(mesh.vertices, To);
            var triangles = mesh.triangles.Where(i => i >= 0 && i < positions.Length).ToArray();
            var normals = Array.ConvertAll(mesh.normals, To);
            if (normals.Length != positions.Length) normals = FaceNormals(positions, triangles);
            return new RasterMesh(positions, normals, triangles);
        }

        private static V3[] FaceNormals(V3[] positions, int[] triangles)
        {
            var sums = new V3[positions.Length];
            for (var i = 0; i + 2 < triangles.Length; i += 3)
            {
                var (a, b, c) = (triangles[i], triangles[i + 1], triangles[i + 2]);
                var face = V3.Cross(positions[b] - positions[a], positions[c] - positions[a]);
                sums[a] += face;
                sums[b] += face;
                sums[c] += face;
            }
            return Array.ConvertAll(sums, s => s.LengthSquared() > 0 ? V3.Normalize(s) : V3.UnitY);
        }

        private static V3 Column(Matrix4x4 matrix, int index)
        {
            var column = matrix.GetColumn(index);
            return new V3(column.x, column.y, column.z);
        }

        private static V3 To(Vector3 v) => new V3(v.x, v.y, v.z);

        private static V3 To(Color c) => new V3(c.r, c.g, c.b);
    }
}
