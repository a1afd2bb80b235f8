#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Viewport
{
    /// <summary>
    /// Tells viewers what has changed since they were told. Each change has a revision of its own, so that an answer may end
    /// after any of them. It keeps nothing of its viewers: their <c>since</c> says what they know.
    /// </summary>
    internal sealed class ViewLog
    {
        /// <summary>The size of one answer, roughly: the rest follows at the next call.</summary>
        internal const int AnswerChars = 40_000;

        internal const int MaxObjects = 10_000;

        /// <summary>A smaller move does not count: bodies at rest tremble.</summary>
        private const float Still = 0.00005f;

        /// <summary>Characters of an object, of a pose, and of an id, roughly.</summary>
        private const int ObjectChars = 220;
        private const int PoseChars = 110;
        private const int IdChars = 24;

        private readonly string epoch;
        private readonly Dictionary<string, Told> told = new Dictionary<string, Told>();
        private readonly Dictionary<string, long> gone = new Dictionary<string, long>();
        private readonly Queue<(string Id, long At)> goneInOrder = new Queue<(string Id, long At)>();
        private long revision;

        /// <summary>The revision up to which not all is kept: a viewer that knows no more gets everything.</summary>
        private long forgotten;
        private JArray leftOut = new JArray();

        /// <param name="epoch">Differs from that of every other log; without dots.</param>
        internal ViewLog(string epoch)
        {
            this.epoch = epoch;
        }

        /// <summary>Takes up what there is to see now.</summary>
        internal void Update(SeenObjects seen)
        {
            leftOut = new JArray(seen.LeftOut.Select(kind => Left(kind.Key, kind.Value)));
            if (seen.Objects.Count > MaxObjects) leftOut.Add(Left("object", seen.Objects.Count - MaxObjects));
            var here = new HashSet<string>();
            foreach (var obj in seen.Objects.Take(MaxObjects))
            {
                here.Add(obj.Id);
                Take(obj);
            }
            foreach (var id in told.Keys.Where(id => !here.Contains(id)).ToList())
            {
                told.Remove(id);
                gone[id] = ++revision;
                goneInOrder.Enqueue((id, revision));
            }
            // A game that makes and removes thousands would otherwise fill the memory.
            while (goneInOrder.Count > MaxObjects)
            {
                var (id, at) = goneInOrder.Dequeue();
                forgotten = at;
                // The object may have come back, and gone again since.
                if (gone.TryGetValue(id, out var latest) && latest == at) gone.Remove(id);
            }
        }

        /// <summary>Takes up where the objects are that <see cref="Update"/> took up last.</summary>
        internal void Move(SeenObjects seen)
        {
            foreach (var obj in seen.Objects.Take(MaxObjects))
                if (told.TryGetValue(obj.Id, out var before)) MoveTo(before, obj);
        }

        /// <param name="since">A revision of an earlier answer; one of another log, or null: everything is told.</param>
        internal JObject Answer(string? since)
        {
            var known = Known(since);
            var (objects, moved, left) = (new JArray(), new JArray(), new JArray());
            var chars = 0;
            var at = known ?? 0;
            var more = false;
            foreach (var (position, id, what) in Since(known))
            {
                if (chars > AnswerChars)
                {
                    more = true;
                    break;
                }
                if (what == null)
                {
                    left.Add(id);
                    chars += IdChars;
                }
                else if (position == what.LookAt)
                {
                    objects.Add(what.Object.ToJson());
                    chars += ObjectChars + what.Object.Name.Length;
                }
                else
                {
                    moved.Add(new JObject { ["id"] = id, ["pose"] = what.Object.PoseJson() });
                    chars += PoseChars;
                }
                at = position;
            }
            return new JObject
            {
                ["revision"] = $"{epoch}.{(more ? at : revision).ToString(CultureInfo.InvariantCulture)}",
                ["whole"] = known == null,
                ["more"] = more,
                ["objects"] = objects,
                ["moved"] = moved,
                ["gone"] = left,
                ["leftOut"] = leftOut.DeepClone(),
            };
        }

        /// <summary>Whether an object that was told has this mesh.</summary>
        internal bool Shows(string mesh) => told.Values.Any(one => one.Object.Shape?.Mesh == mesh);

        private static JObject Left(string kind, int count) => new JObject { ["kind"] = kind, ["count"] = count };

        private static bool IsStill(Matrix4x4 a, Matrix4x4 b)
        {
            for (var column = 0; column < 4; column++)
                for (var row = 0; row < 3; row++)
                {
                    var (before, after) = (a[row, column], b[row, column]);
                    // NaN differs from itself but for Equals.
                    if (!before.Equals(after) && !(Math.Abs(before - after) < Still)) return false;
                }
            return true;
        }

        private void Take(ViewObject obj)
        {
            if (!told.TryGetValue(obj.Id, out var before) || !before.Object.LooksLike(obj))
            {
                told[obj.Id] = new Told(obj, ++revision);
                gone.Remove(obj.Id);
            }
            else
            {
                before.Object = obj;
                MoveTo(before, obj);
            }
        }

        private void MoveTo(Told before, ViewObject obj)
        {
            if (IsStill(before.Pose, obj.Pose)) return;
            before.Pose = obj.Pose;
            before.PoseAt = ++revision;
        }

        /// <summary>Returns null for a revision from which the difference cannot be told: everything is.</summary>
        private long? Known(string? since)
        {
            var parts = (since ?? "").Split('.');
            if (parts.Length != 2 || parts[0] != epoch) return null;
            var isNumber = long.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var known);
            return isNumber && known >= forgotten && known <= revision ? known : (long?)null;
        }

        /// <summary>Changes in the order of their revisions; without a <see cref="Told"/>, the object is gone.</summary>
        private IEnumerable<(long At, string Id, Told? What)> Since(long? known)
        {
            var from = known ?? 0;
            var events = new List<(long At, string Id, Told? What)>();
            foreach (var entry in told)
            {
                if (entry.Value.LookAt > from) events.Add((entry.Value.LookAt, entry.Key, entry.Value));
                else if (entry.Value.PoseAt > from) events.Add((entry.Value.PoseAt, entry.Key, entry.Value));
            }
            if (known != null)
                foreach (var entry in gone)
                    if (entry.Value > from) events.Add((entry.Value, entry.Key, null));
            events.Sort((a, b) => a.At.CompareTo(b.At));
            return events;
        }

        private sealed class Told
        {
            internal Told(ViewObject obj, long at)
            {
                Object = obj;
                Pose = obj.Pose;
                LookAt = PoseAt = at;
            }

            internal ViewObject Object { get; set; }

            /// <summary>The pose of the latest revision; the object's own may be a tremble further.</summary>
            internal Matrix4x4 Pose { get; set; }

            /// <summary>The revision of the latest change of anything but the pose.</summary>
            internal long LookAt { get; }

            internal long PoseAt { get; set; }
        }
    }
}
