using System.Collections.Generic;

namespace UnityEngine
{
    /// <summary>Every object of the process by id, the destroyed ones too: undo brings them back under the same id.</summary>
    internal static class ObjectTable
    {
        // From 6000.5 an id fills 64 bits; above 2^53 JavaScript loses digits, so let every id be there.
#if UNITY_6000_5_OR_NEWER
        private const ulong FirstId = 0x0100_0000_0000_03E8;
#else
        private const ulong FirstId = 1_000;
#endif
        private static readonly Dictionary<ulong, Object> objects = new();
        private static readonly List<(Object Object, float Seconds)> doomed = new();
        private static ulong lastId = FirstId;

        internal static IEnumerable<Object> All => new List<Object>(objects.Values);

        internal static ulong Register(Object obj)
        {
            lock (objects)
            {
                lastId += 2;
                objects.Add(lastId, obj);
                return lastId;
            }
        }

        /// <summary>Puts an object in another's place: a domain reload makes new instances that keep their ids.</summary>
        internal static void Replace(ulong id, Object with)
        {
            lock (objects)
            {
                objects.Remove(with.Id);
                with.Id = id;
                objects[id] = with;
            }
        }

        /// <summary>Returns null where there is none, or it is destroyed.</summary>
        internal static Object Find(ulong id) => FindAny(id) is { IsAlive: true } found ? found : null;

        /// <summary>Finds an object, also a destroyed one.</summary>
        internal static Object FindAny(ulong id)
        {
            lock (objects) return objects.TryGetValue(id, out var found) ? found : null;
        }

        /// <summary>Removes an object for good: nothing can bring it back.</summary>
        internal static void Forget(Object obj)
        {
            lock (objects) objects.Remove(obj.Id);
        }

        /// <summary>Schedules a timed <c>Destroy</c>: the main loop takes the objects at the end of a frame.</summary>
        internal static void Later(Object obj, float seconds) => doomed.Add((obj, seconds));

        /// <summary>Destroys what is due after another <paramref name="deltaTime"/> seconds of play.</summary>
        internal static void DestroyDue(float deltaTime)
        {
            var waiting = doomed.ToArray();
            doomed.Clear();
            foreach (var (obj, seconds) in waiting)
            {
                if (!obj.IsAlive) continue;
                if (seconds - deltaTime <= 0) ObjectGraph.Destroy(obj);
                else doomed.Add((obj, seconds - deltaTime));
            }
        }

        internal static void ForgetDoomed() => doomed.Clear();
    }
}
