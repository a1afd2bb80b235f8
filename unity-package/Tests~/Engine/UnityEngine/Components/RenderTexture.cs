namespace UnityEngine
{
    public partial class RenderTexture : Texture
    {
    }
}
