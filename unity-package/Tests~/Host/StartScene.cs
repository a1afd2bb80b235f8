using Fairlead.Engine.Assets;

namespace Fairlead.Host;

/// <summary>The scene that is open when the editor begins.</summary>
internal static class StartScene
{
    public static void Open() => LastScenes.OpenFirst();
}
