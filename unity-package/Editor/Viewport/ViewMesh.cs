#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using Unity.Collections;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Viewport
{
    /// <summary>The triangles of a mesh, few enough to be sent.</summary>
    internal sealed class ViewMesh
    {
        internal const int MaxTriangles = 4_000;

        /// <summary>16 bits name a vertex.</summary>
        private const int MaxVertices = 65_535;

        /// <summary>Cells along the longest side that are tried, finest first.</summary>
        private static readonly int[] Cells = { 128, 96, 64, 48, 32, 24, 16, 12, 8, 4 };

        private readonly List<Vector3> vertices = new List<Vector3>();
        private readonly List<int> triangles = new List<int>();

        private ViewMesh()
        {
        }

        /// <exception cref="ToolFault">The mesh is gone.</exception>
        internal static JObject Answer(string name)
        {
            if (!(ObjectIds.Find(name) is Mesh mesh))
                throw new ToolFault(CallErrorCode.NotFound, $"The mesh \"{name}\" is gone.", "Ask for the changes again.");
            var whole = Read(mesh);
            var shown = whole;
            foreach (var cells in Cells)
            {
                if (shown.IsSmallEnough) break;
                shown = whole.InCells(mesh.bounds, cells);
            }
            var answer = new JObject
            {
                ["mesh"] = name,
                ["bounds"] = ViewObject.Box(mesh.bounds),
                ["vertices"] = shown.VerticesIn(mesh.bounds),
                ["triangles"] = shown.Triangles(),
            };
            if (shown != whole) answer["simplifiedFrom"] = whole.triangles.Count / 3;
            return answer;
        }

        private bool IsSmallEnough => triangles.Count <= MaxTriangles * 3 && vertices.Count <= MaxVertices;

        /// <summary>Also of meshes that games may not read.</summary>
        private static ViewMesh Read(Mesh mesh)
        {
            var read = new ViewMesh();
            using var all = MeshUtility.AcquireReadOnlyMeshData(mesh);
            var data = all[0];
            using (var places = new NativeArray<Vector3>(data.vertexCount, Allocator.Temp))
            {
                data.GetVertices(places);
                for (var i = 0; i < places.Length; i++) read.vertices.Add(places[i]);
            }
            for (var part = 0; part < data.subMeshCount; part++)
            {
                var sub = data.GetSubMesh(part);
                if (sub.topology != MeshTopology.Triangles) continue;
                using var indices = new NativeArray<int>(sub.indexCount, Allocator.Temp);
                data.GetIndices(indices, part);
                for (var i = 0; i < indices.Length; i++) read.triangles.Add(indices[i]);
            }
            return read;
        }

        /// <summary>Vertices of a cell become one; triangles that lose a side go.</summary>
        private ViewMesh InCells(Bounds bounds, int cells)
        {
            var size = Math.Max(bounds.size.x, Math.Max(bounds.size.y, bounds.size.z)) / cells;
            var coarse = new ViewMesh();
            if (!(size > 0)) return coarse;
            var cellOf = new Dictionary<(int, int, int), int>();
            var counts = new List<int>();
            var cellOfVertex = new int[vertices.Count];
            for (var i = 0; i < vertices.Count; i++)
            {
                var at = (vertices[i] - bounds.min) / size;
                var key = ((int)at.x, (int)at.y, (int)at.z);
                if (!cellOf.TryGetValue(key, out var cell))
                {
                    cellOf[key] = cell = coarse.vertices.Count;
                    coarse.vertices.Add(Vector3.zero);
                    counts.Add(0);
                }
                coarse.vertices[cell] += vertices[i];
                counts[cell]++;
                cellOfVertex[i] = cell;
            }
            for (var i = 0; i < coarse.vertices.Count; i++) coarse.vertices[i] /= counts[i];
            for (var i = 0; i + 2 < triangles.Count; i += 3)
            {
                var (a, b, c) = (cellOfVertex[triangles[i]], cellOfVertex[triangles[i + 1]], cellOfVertex[triangles[i + 2]]);
                if (a == b || b == c || c == a) continue;
                coarse.triangles.Add(a);
                coarse.triangles.Add(b);
                coarse.triangles.Add(c);
            }
            return coarse;
        }

        private string VerticesIn(Bounds bounds)
        {
            var bytes = new byte[vertices.Count * 6];
            for (var i = 0; i < vertices.Count; i++)
                for (var axis = 0; axis < 3; axis++)
                {
                    var half = bounds.extents[axis];
                    var part = half > 0 ? (vertices[i][axis] - bounds.center[axis]) / half : 0;
                    Put(bytes, ((i * 3) + axis) * 2, (int)Math.Round(Math.Max(-1, Math.Min(1, part)) * short.MaxValue));
                }
            return Base64Url(bytes);
        }

        private string Triangles()
        {
            var bytes = new byte[triangles.Count * 2];
            for (var i = 0; i < triangles.Count; i++) Put(bytes, i * 2, triangles[i]);
            return Base64Url(bytes);
        }

        /// <summary>No part of it looks like a path, which visitors would not get.</summary>
        private static string Base64Url(byte[] bytes) => Convert.ToBase64String(bytes).Replace('+', '-').Replace('/', '_');

        private static void Put(byte[] bytes, int at, int value)
        {
            bytes[at] = (byte)value;
            bytes[at + 1] = (byte)(value >> 8);
        }
    }
}
