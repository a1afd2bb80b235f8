#nullable enable
namespace UnityEngine
{
    public enum SimulationMode
    {
        FixedUpdate,
        Update,
        Script,
    }

    /// <summary>The project's physics settings.</summary>
    public partial class Physics
    {
        public static Vector3 gravity { get; set; } = new Vector3(0, -9.81f, 0);

        public static float defaultContactOffset { get; set; } = 0.01f;

        public static float bounceThreshold { get; set; } = 2;

        public static float sleepThreshold { get; set; } = 0.005f;

        public static int defaultSolverIterations { get; set; } = 6;

        public static int defaultSolverVelocityIterations { get; set; } = 1;

        public static bool queriesHitTriggers { get; set; } = true;

        public static bool queriesHitBackfaces { get; set; }

        public static SimulationMode simulationMode { get; set; } = SimulationMode.FixedUpdate;
    }
}
