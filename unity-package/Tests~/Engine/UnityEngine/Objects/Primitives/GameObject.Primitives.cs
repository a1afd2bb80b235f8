namespace UnityEngine
{
    public sealed partial class GameObject
    {
        public static GameObject CreatePrimitive(PrimitiveType type) => Primitives.Create(type);
    }
}
