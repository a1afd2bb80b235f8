#nullable enable
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public sealed partial class Mesh : Object
    {
        [SerializeField] private Vector3[] m_Vertices = Array.Empty<Vector3>();
        [SerializeField] private Vector3[] m_Normals = Array.Empty<Vector3>();
        [SerializeField] private Vector2[] m_Uv = Array.Empty<Vector2>();
        [SerializeField] private Color[] m_Colors = Array.Empty<Color>();
        [SerializeField] private int[] m_Triangles = Array.Empty<int>();
        [SerializeField] private Bounds m_LocalAABB;

        public Vector3[] vertices
        {
            get => (Vector3[])m_Vertices.Clone();
            set
            {
                m_Vertices = (Vector3[])value.Clone();
                RecalculateBounds();
            }
        }

        public Vector3[] normals
        {
            get => (Vector3[])m_Normals.Clone();
            set => m_Normals = (Vector3[])value.Clone();
        }

        public Vector2[] uv
        {
            get => (Vector2[])m_Uv.Clone();
            set => m_Uv = (Vector2[])value.Clone();
        }

        public Color[] colors
        {
            get => (Color[])m_Colors.Clone();
            set => m_Colors = (Color[])value.Clone();
        }

        public int[] triangles
        {
            get => (int[])m_Triangles.Clone();
            set
            {
                if (value.Length % 3 != 0)
                    throw new UnityException("Failed setting triangles. The number of supplied triangle indices must be a multiple of 3.");
                m_Triangles = (int[])value.Clone();
                RecalculateBounds();
            }
        }

        public Bounds bounds
        {
            get => m_LocalAABB;
            set => m_LocalAABB = value;
        }

        public int vertexCount => m_Vertices.Length;

        public int subMeshCount { get; set; } = 1;

        public bool isReadable => true;

        public void Clear()
        {
            m_Vertices = Array.Empty<Vector3>();
            m_Normals = Array.Empty<Vector3>();
            m_Uv = Array.Empty<Vector2>();
            m_Colors = Array.Empty<Color>();
            m_Triangles = Array.Empty<int>();
            m_LocalAABB = default;
        }

        public void SetVertices(List<Vector3> inVertices) => vertices = inVertices.ToArray();

        public void SetNormals(List<Vector3> inNormals) => normals = inNormals.ToArray();

        public void SetTriangles(List<int> triangles, int submesh) => this.triangles = triangles.ToArray();

        public void SetTriangles(int[] triangles, int submesh) => this.triangles = triangles;

        public int[] GetTriangles(int submesh) => triangles;

        public int[] GetIndices(int submesh) => triangles;

        public void GetVertices(List<Vector3> vertices)
        {
            vertices.Clear();
            vertices.AddRange(m_Vertices);
        }

        public void RecalculateBounds()
        {
            if (m_Vertices.Length == 0)
            {
                m_LocalAABB = default;
                return;
            }
            var (min, max) = (m_Vertices[0], m_Vertices[0]);
            foreach (var v in m_Vertices)
            {
                min = Vector3.Min(min, v);
                max = Vector3.Max(max, v);
            }
            m_LocalAABB = new Bounds((min + max) * 0.5f, max - min);
        }

        public void RecalculateNormals()
        {
            var sums = new Vector3[m_Vertices.Length];
            for (var i = 0; i + 2 < m_Triangles.Length; i += 3)
            {
                var (a, b, c) = (m_Triangles[i], m_Triangles[i + 1], m_Triangles[i + 2]);
                var face = Vector3.Cross(m_Vertices[b] - m_Vertices[a], m_Vertices[c] - m_Vertices[a]);
                sums[a] += face;
                sums[b] += face;
                sums[c] += face;
            }
            m_Normals = Array.ConvertAll(sums, s => s.normalized);
        }
    }
}
