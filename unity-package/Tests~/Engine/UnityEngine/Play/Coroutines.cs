#nullable enable
using System;
using System.Collections;
using System.Collections.Generic;

namespace UnityEngine
{
    public class YieldInstruction
    {
    }

    public sealed class WaitForSeconds : YieldInstruction
    {
        internal readonly float m_Seconds;

        public WaitForSeconds(float seconds)
        {
            m_Seconds = seconds;
        }
    }

    public sealed class WaitForFixedUpdate : YieldInstruction
    {
    }

    public sealed class WaitForEndOfFrame : YieldInstruction
    {
    }

    public abstract class CustomYieldInstruction : IEnumerator
    {
        public abstract bool keepWaiting { get; }

        public object? Current => null;

        public bool MoveNext() => keepWaiting;

        public virtual void Reset()
        {
        }
    }

    public sealed class WaitUntil : CustomYieldInstruction
    {
        private readonly Func<bool> predicate;

        public WaitUntil(Func<bool> predicate)
        {
            this.predicate = predicate;
        }

        public override bool keepWaiting => !predicate();
    }

    public sealed class WaitWhile : CustomYieldInstruction
    {
        private readonly Func<bool> predicate;

        public WaitWhile(Func<bool> predicate)
        {
            this.predicate = predicate;
        }

        public override bool keepWaiting => predicate();
    }

    public class WaitForSecondsRealtime : CustomYieldInstruction
    {
        private double until = -1;

        public WaitForSecondsRealtime(float time)
        {
            waitTime = time;
        }

        public float waitTime { get; set; }

        public override bool keepWaiting
        {
            get
            {
                if (until < 0) until = EngineProcess.Clock.NowSeconds + waitTime;
                return EngineProcess.Clock.NowSeconds < until;
            }
        }

        public override void Reset() => until = -1;
    }

    public sealed class Coroutine : YieldInstruction
    {
        internal Coroutine(MonoBehaviour owner, IEnumerator routine, string name)
        {
            Owner = owner;
            Routine = routine;
            Name = name;
        }

        internal MonoBehaviour Owner { get; }

        internal IEnumerator Routine { get; }

        internal string Name { get; }

        internal bool IsDone { get; set; }

        /// <summary>The condition it waits for; null: the next frame.</summary>
        internal object? WaitsFor { get; set; }

        internal double WakesAt { get; set; }
    }

    public partial class MonoBehaviour
    {
        public Coroutine? StartCoroutine(IEnumerator routine) => Coroutines.Start(this, routine, "");

        public Coroutine? StartCoroutine(string methodName) => StartCoroutine(methodName, null);

        public Coroutine? StartCoroutine(string methodName, object? value)
        {
            var routine = Messages.Enumerator(this, methodName, value);
            if (routine != null) return Coroutines.Start(this, routine, methodName);
            Debug.LogError($"Coroutine '{methodName}' couldn't be started!");
            return null;
        }

        public void StopCoroutine(Coroutine routine) => Coroutines.Stop(c => c == routine);

        public void StopCoroutine(IEnumerator routine) => Coroutines.Stop(c => c.Routine == routine);

        public void StopCoroutine(string methodName) => Coroutines.Stop(c => ReferenceEquals(c.Owner, this) && c.Name == methodName);

        public void StopAllCoroutines() => Coroutines.Stop(c => ReferenceEquals(c.Owner, this));

        public void Invoke(string methodName, float time) => Coroutines.Start(this, Later(methodName, time, -1), "Invoke:" + methodName);

        public void InvokeRepeating(string methodName, float time, float repeatRate) =>
            Coroutines.Start(this, Later(methodName, time, repeatRate), "Invoke:" + methodName);

        public void CancelInvoke() =>
            Coroutines.Stop(c => ReferenceEquals(c.Owner, this) && c.Name.StartsWith("Invoke:", StringComparison.Ordinal));

        public void CancelInvoke(string methodName) =>
            Coroutines.Stop(c => ReferenceEquals(c.Owner, this) && c.Name == "Invoke:" + methodName);

        public bool IsInvoking(string methodName) =>
            Coroutines.Any(c => ReferenceEquals(c.Owner, this) && c.Name == "Invoke:" + methodName);

        public static void print(object message) => Debug.Log(message);

        private IEnumerator Later(string methodName, float time, float every)
        {
            yield return new WaitForSeconds(time);
            Messages.Send(this, methodName);
            while (every > 0)
            {
                yield return new WaitForSeconds(every);
                Messages.Send(this, methodName);
            }
        }
    }

    /// <summary>Coroutines. Main thread.</summary>
    internal static class Coroutines
    {
        private static List<Coroutine> running = new List<Coroutine>();

        internal enum Moment
        {
            Update,
            FixedUpdate,
            EndOfFrame,
        }

        internal static bool Any(Predicate<Coroutine> which) => running.Exists(which);

        /// <summary>Runs at once up to its first yield, as in Unity.</summary>
        internal static Coroutine? Start(MonoBehaviour owner, IEnumerator routine, string name)
        {
            if (!PlayerState.IsPlaying || owner == null || !owner.gameObject.activeInHierarchy)
            {
                if (PlayerState.IsPlaying) Debug.LogError("Coroutine couldn't be started because the game object is inactive!");
                return null;
            }
            var started = new Coroutine(owner, routine, name);
            running.Add(started);
            Resume(started);
            return started;
        }

        internal static void Stop(Predicate<Coroutine> which)
        {
            foreach (var coroutine in running)
                if (which(coroutine)) coroutine.IsDone = true;
        }

        internal static void Clear() => running = new List<Coroutine>();

        internal static void Run(Moment moment)
        {
            if (running.Count == 0) return;
            foreach (var coroutine in running.ToArray())
                if (!coroutine.IsDone && IsDue(coroutine, moment)) Resume(coroutine);
            running.RemoveAll(c => c.IsDone);
        }

        private static bool IsDue(Coroutine coroutine, Moment moment)
        {
            if (coroutine.Owner == null)
            {
                coroutine.IsDone = true;
                return false;
            }
            switch (coroutine.WaitsFor)
            {
                case WaitForFixedUpdate _:
                    return moment == Moment.FixedUpdate;
                case WaitForEndOfFrame _:
                    return moment == Moment.EndOfFrame;
                case WaitForSeconds _:
                    return moment == Moment.Update && PlayerState.Time >= coroutine.WakesAt;
                case Coroutine other:
                    return moment == Moment.Update && other.IsDone;
                case CustomYieldInstruction custom:
                    return moment == Moment.Update && !custom.keepWaiting;
                default:
                    return moment == Moment.Update;
            }
        }

        private static void Resume(Coroutine coroutine)
        {
            try
            {
                if (!coroutine.Routine.MoveNext())
                {
                    coroutine.IsDone = true;
                    return;
                }
            }
            catch (Exception e)
            {
                coroutine.IsDone = true;
                Debug.LogException(e);
                return;
            }
            var wait = coroutine.Routine.Current;
            if (wait is IEnumerator nested && !(wait is CustomYieldInstruction)) wait = Start(coroutine.Owner, nested, coroutine.Name);
            coroutine.WaitsFor = wait;
            if (wait is WaitForSeconds seconds) coroutine.WakesAt = PlayerState.Time + seconds.m_Seconds;
        }
    }
}
