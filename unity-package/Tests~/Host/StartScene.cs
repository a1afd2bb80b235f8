using UnityEngine;

namespace Fairlead.Host;

/// <summary>The scene that is open when the editor begins.</summary>
internal static class StartScene
{
    public static void Open()
    {
        var camera = new GameObject("Main Camera") { tag = "MainCamera" };
        camera.transform.position = new Vector3(2, 3, -6);
        camera.transform.eulerAngles = new Vector3(20, 342, 0);
        var light = new GameObject("Directional Light");
        light.transform.position = new Vector3(0, 3, 0);
        light.transform.eulerAngles = new Vector3(50, 330, 0);
        _ = new GameObject("Floor");
    }
}
