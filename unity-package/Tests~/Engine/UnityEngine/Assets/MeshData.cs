#nullable enable
using System;
using Unity.Collections;
using UnityEngine.Rendering;

namespace UnityEngine
{
    public enum MeshTopology
    {
        Triangles = 0,
        Quads = 2,
        Lines = 3,
        LineStrip = 4,
        Points = 5,
    }

    public sealed partial class Mesh
    {
        /// <summary>Views of meshes; each has one part, of triangles.</summary>
        public readonly struct MeshDataArray : IDisposable
        {
            private readonly Mesh[] meshes;

            internal MeshDataArray(Mesh[] meshes)
            {
                this.meshes = meshes;
            }

            public int Length => meshes.Length;

            public MeshData this[int index] => new(meshes[index]);

            public void Dispose()
            {
            }
        }

        public readonly struct MeshData
        {
            private readonly Mesh mesh;

            internal MeshData(Mesh mesh)
            {
                this.mesh = mesh;
            }

            public int vertexCount => mesh.m_Vertices.Length;

            public int subMeshCount => 1;

            public SubMeshDescriptor GetSubMesh(int index) => new() { indexCount = mesh.m_Triangles.Length };

            public void GetVertices(NativeArray<Vector3> outVertices) => outVertices.Take(mesh.m_Vertices);

            public void GetIndices(NativeArray<int> outIndices, int submesh, bool applyBaseVertex = true) =>
                outIndices.Take(mesh.m_Triangles);
        }
    }
}

namespace UnityEngine.Rendering
{
    public struct SubMeshDescriptor
    {
        public MeshTopology topology { get; set; }

        public int indexCount { get; set; }
    }
}
