namespace UnityEditor
{
    public sealed partial class ShaderUtil
    {
        public static bool allowAsyncCompilation { get; set; } = true;
    }
}
