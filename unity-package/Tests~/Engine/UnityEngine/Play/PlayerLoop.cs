#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    /// <summary>
    /// The life cycle of scripts: Awake and OnEnable, Start, FixedUpdate with physics, Update, LateUpdate, OnDisable, OnDestroy.
    /// </summary>
    internal static class PlayerLoop
    {
        private static readonly Dictionary<ulong, Life> lives = new Dictionary<ulong, Life>();
        private static List<Life> order = new List<Life>();
        private static double untilFixed;

        static PlayerLoop()
        {
            EngineEvents.IsPlaying = () => PlayerState.IsPlaying;
            EngineEvents.LogError = message => EngineLog.Editor(LogType.Error, message);
            EngineEvents.OnActivated += Activated;
            EngineEvents.OnDeactivated += Deactivated;
            ScriptDomain.Unloading += Forget;
        }

        /// <summary>Before the scripts of each frame: packages take their turn, such as input.</summary>
        internal static event Action BeforeScripts = () => { };

        /// <summary>Hangs itself onto the object model; the first call does it.</summary>
        internal static void Install()
        {
        }

        /// <summary>Play mode begins: every active script wakes up.</summary>
        internal static void Begin()
        {
            Forget();
            untilFixed = 0;
            var components = ObjectGraph.LoadedObjects().Where(o => o.activeInHierarchy).SelectMany(o => o.Components).ToList();
            // Velocities are of one play session.
            foreach (var component in components)
                if (component is Rigidbody body) body.Sleep();
            foreach (var component in components)
                if (component is MonoBehaviour behaviour) Activated(behaviour);
        }

        /// <summary>Play mode ends: every live script is told.</summary>
        internal static void End()
        {
            foreach (var life in order.ToArray())
                if (life.Behaviour.IsAlive) Disable(life);
            foreach (var life in order.ToArray())
                if (life.Behaviour.IsAlive) life.Destroy();
            Forget();
        }

        /// <summary>One frame after this many seconds.</summary>
        internal static void Frame(double seconds)
        {
            var unscaled = Math.Max(0, seconds);
            var scaled = Math.Min(unscaled, Time.maximumDeltaTime) * Time.timeScale;
            PlayerState.Frame++;
            PlayerState.UnscaledDeltaTime = unscaled;
            PlayerState.UnscaledTime += unscaled;
            PlayerState.DeltaTime = scaled;
            PlayerState.Time += scaled;
            BeforeScripts();
            Start();
            EngineProfiler.Begin("FixedUpdate.PhysicsFixedUpdate");
            Physics(scaled);
            EngineProfiler.End();
            EngineProfiler.Begin("Update.ScriptRunBehaviourUpdate");
            Each(life => life.Update);
            Coroutines.Run(Coroutines.Moment.Update);
            EngineProfiler.End();
            EngineProfiler.Begin("PreLateUpdate.ScriptRunBehaviourLateUpdate");
            Each(life => life.LateUpdate);
            Coroutines.Run(Coroutines.Moment.EndOfFrame);
            EngineProfiler.End();
            ObjectTable.DestroyDue((float)scaled);
        }

        private static void Physics(double seconds)
        {
            var step = Time.fixedDeltaTime;
            untilFixed += seconds;
            while (untilFixed >= step - 1e-9)
            {
                untilFixed = Math.Max(0, untilFixed - step);
                PlayerState.FixedTime += step;
                PlayerState.InFixedUpdate = true;
                try
                {
                    Each(life => life.FixedUpdate);
                    PhysicsLoop.Step(step);
                    Coroutines.Run(Coroutines.Moment.FixedUpdate);
                }
                finally
                {
                    PlayerState.InFixedUpdate = false;
                }
            }
        }

        private static void Start()
        {
            foreach (var life in order.ToArray())
                if (life.Behaviour.isActiveAndEnabled) life.StartOnce();
        }

        private static void Each(Func<Life, Action?> which)
        {
            foreach (var life in order.ToArray())
            {
                if (!life.Behaviour.isActiveAndEnabled) continue;
                // Objects created in this frame start before they update.
                life.StartOnce();
                var action = which(life);
                if (action != null && life.Behaviour.isActiveAndEnabled) life.Guarded(action);
            }
        }

        private static void Activated(Component component)
        {
            if (!(component is MonoBehaviour behaviour) || !Runs(behaviour)) return;
            if (!lives.TryGetValue(behaviour.Id, out var life) || !ReferenceEquals(life.Behaviour, behaviour))
            {
                life = new Life(behaviour);
                lives[behaviour.Id] = life;
                order.Add(life);
                Messages.Send(behaviour, "Awake");
            }
            if (!behaviour.isActiveAndEnabled || life.IsEnabled) return;
            life.IsEnabled = true;
            Messages.Send(behaviour, "OnEnable");
        }

        private static void Deactivated(Component component, bool isDestroyed)
        {
            if (!(component is MonoBehaviour) || !lives.TryGetValue(component.Id, out var life)) return;
            Disable(life);
            if (!isDestroyed) return;
            life.Destroy();
            lives.Remove(component.Id);
            order.Remove(life);
        }

        private static void Disable(Life life)
        {
            if (!life.IsEnabled) return;
            life.IsEnabled = false;
            Messages.Send(life.Behaviour, "OnDisable");
            Coroutines.Stop(c => ReferenceEquals(c.Owner, life.Behaviour));
        }

        private static bool Runs(MonoBehaviour behaviour) =>
            PlayerState.IsPlaying
            || behaviour.GetType().IsDefined(typeof(ExecuteAlways), true)
            || behaviour.GetType().IsDefined(typeof(ExecuteInEditMode), true);

        private static void Forget()
        {
            lives.Clear();
            order = new List<Life>();
            Coroutines.Clear();
            PhysicsLoop.Forget();
        }

        /// <summary>One script between Awake and OnDestroy.</summary>
        private sealed class Life
        {
            private bool isStarted;

            internal Life(MonoBehaviour behaviour)
            {
                Behaviour = behaviour;
                Update = Messages.Bind(behaviour, "Update");
                FixedUpdate = Messages.Bind(behaviour, "FixedUpdate");
                LateUpdate = Messages.Bind(behaviour, "LateUpdate");
            }

            internal MonoBehaviour Behaviour { get; }

            internal Action? Update { get; }

            internal Action? FixedUpdate { get; }

            internal Action? LateUpdate { get; }

            internal bool IsEnabled { get; set; }

            internal void StartOnce()
            {
                if (isStarted) return;
                isStarted = true;
                Messages.Send(Behaviour, "Start");
            }

            internal void Destroy() => Messages.Send(Behaviour, "OnDestroy");

            internal void Guarded(Action action)
            {
                try
                {
                    action();
                }
                catch (Exception e)
                {
                    Debug.LogException(e, Behaviour);
                }
            }
        }
    }
}
