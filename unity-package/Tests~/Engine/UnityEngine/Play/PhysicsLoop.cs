#nullable enable
namespace UnityEngine
{
    /// <summary>The physics step of play mode.</summary>
    internal static class PhysicsLoop
    {
        internal static void Step(float seconds)
        {
        }

        internal static void Forget()
        {
        }
    }
}
