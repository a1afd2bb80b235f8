using UnityEngine;

namespace UnityEditor
{
    public static class MeshUtility
    {
        /// <summary>Also of meshes that are not readable.</summary>
        public static Mesh.MeshDataArray AcquireReadOnlyMeshData(Mesh mesh) => new(new[] { mesh });
    }
}
