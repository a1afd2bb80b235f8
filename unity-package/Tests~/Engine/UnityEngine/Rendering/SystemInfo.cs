using UnityEngine.Rendering;

namespace UnityEngine
{
    public sealed partial class SystemInfo
    {
        public static GraphicsDeviceType graphicsDeviceType { get; internal set; } = GraphicsDeviceType.OpenGLCore;

        public static bool graphicsUVStartsAtTop { get; internal set; }

        public static string graphicsDeviceName => "Fairlead software rasteriser";

        public static int processorCount => System.Environment.ProcessorCount;

        public static string operatingSystem => System.Runtime.InteropServices.RuntimeInformation.OSDescription;
    }
}

namespace UnityEngine.Rendering
{
    public enum GraphicsDeviceType
    {
        Direct3D11 = 2,
        Null = 4,
        Metal = 16,
        OpenGLCore = 17,
        Direct3D12 = 18,
        Vulkan = 21,
    }
}
