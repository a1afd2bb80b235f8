namespace UnityEngine
{
    /// <summary>The objects of the GameObject menu.</summary>
    internal static class Primitives
    {
        internal static GameObject Create(PrimitiveType type)
        {
            var obj = new GameObject(type.ToString());
            obj.AddComponent<MeshFilter>().sharedMesh = BuiltinMeshes.Find(type.ToString());
            switch (type)
            {
                case PrimitiveType.Cube:
                    obj.AddComponent<BoxCollider>();
                    break;
                case PrimitiveType.Sphere:
                    obj.AddComponent<SphereCollider>();
                    break;
                case PrimitiveType.Capsule:
                case PrimitiveType.Cylinder:
                    obj.AddComponent<CapsuleCollider>();
                    break;
                default:
                    obj.AddComponent<MeshCollider>();
                    break;
            }
            obj.AddComponent<MeshRenderer>().sharedMaterial = BuiltinResources.FindMaterial("Default-Material");
            return obj;
        }
    }
}
