#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    /// <summary>
    /// The physics step of play mode: gravity, damping, contacts that push bodies apart, friction and
    /// bounce, collision and trigger messages. Friction makes balls and capsules roll, and joints hold
    /// (<see cref="JointHolds"/>); a contact does not make boxes tumble.
    /// </summary>
    internal static class PhysicsLoop
    {
        /// <summary>Piles settle within a few rounds.</summary>
        private const int Rounds = 4;

        /// <summary>Bodies may rest this deep in each other, so that a resting contact stays one.</summary>
        private const float Slop = 0.005f;

        /// <summary>Slower impacts do not bounce (Physics.bounceThreshold's default).</summary>
        private const float BounceThreshold = 2;

        private const float DefaultFriction = 0.6f;

        private static Dictionary<(ulong, ulong), Pair> touching = new Dictionary<(ulong, ulong), Pair>();

        internal static void Step(float seconds)
        {
            var bodies = new List<PhysicsBody>();
            var shapes = Shapes(bodies);
            if (shapes.Count == 0 && bodies.Count == 0) return;
            foreach (var body in bodies) body.Integrate(seconds, Physics.gravity);
            JointHolds.Hold(bodies, seconds);
            var now = new Dictionary<(ulong, ulong), Pair>();
            for (var round = 0; round < Rounds; round++)
            {
                shapes = Shapes(null);
                if (!Contacts(shapes, bodies, now)) break;
            }
            ColliderPoses.Sync();
            Tell(now);
            touching = now;
        }

        internal static void Forget()
        {
            touching = new Dictionary<(ulong, ulong), Pair>();
            JointHolds.Forget();
        }

        private static List<Shape> Shapes(List<PhysicsBody>? bodies)
        {
            var shapes = new List<Shape>();
            foreach (var obj in ObjectGraph.LoadedObjects())
            {
                if (!obj.activeInHierarchy) continue;
                foreach (var component in obj.Components)
                {
                    if (component is Rigidbody { isKinematic: false } body) bodies?.Add(new PhysicsBody(body));
                    if (component is Collider { enabled: true } collider && Shape.Of(collider) is { } shape) shapes.Add(shape);
                }
            }
            return shapes;
        }

        /// <summary>Pushes apart what overlaps; whether anything did.</summary>
        private static bool Contacts(List<Shape> shapes, List<PhysicsBody> bodies, Dictionary<(ulong, ulong), Pair> found)
        {
            var any = false;
            var boxes = shapes.Select(shape => shape.Bounds).ToList();
            var owners = shapes.Select(shape => shape.Collider.attachedRigidbody).ToList();
            for (var i = 0; i < shapes.Count; i++)
            {
                for (var j = i + 1; j < shapes.Count; j++)
                {
                    if (owners[i] is null && owners[j] is null) continue;
                    if (owners[i] is not null && ReferenceEquals(owners[i], owners[j])) continue;
                    if (!boxes[i].Intersects(boxes[j])) continue;
                    if (!shapes[i].Touches(shapes[j], out var away, out var depth, out var point)) continue;
                    var mine = Of(bodies, owners[i]);
                    var theirs = Of(bodies, owners[j]);
                    var isTrigger = shapes[i].Collider.isTrigger || shapes[j].Collider.isTrigger;
                    var speed = (mine?.Rigidbody.linearVelocity ?? Vector3.zero) - (theirs?.Rigidbody.linearVelocity ?? Vector3.zero);
                    var pair = new Pair(shapes[i].Collider, shapes[j].Collider, isTrigger, speed, away, depth, point);
                    if (!found.ContainsKey(pair.Key)) found.Add(pair.Key, pair);
                    if (isTrigger || (mine == null && theirs == null)) continue;
                    any |= depth > Slop * 2;
                    Push(mine, theirs, pair);
                }
            }
            return any;
        }

        private static void Push(PhysicsBody? mine, PhysicsBody? theirs, Pair pair)
        {
            var weight = (mine?.InverseMass ?? 0) + (theirs?.InverseMass ?? 0);
            if (weight <= 0) return;
            var out1 = Math.Max(0, pair.Depth - Slop);
            mine?.Move(pair.Away * (out1 * mine.InverseMass / weight));
            theirs?.Move(-pair.Away * (out1 * theirs.InverseMass / weight));
            var speed = (mine?.Rigidbody.linearVelocity ?? Vector3.zero) - (theirs?.Rigidbody.linearVelocity ?? Vector3.zero);
            var approach = Vector3.Dot(speed, pair.Away);
            if (approach >= 0) return;
            var bounce = -approach > BounceThreshold ? Math.Max(Bounciness(pair.First), Bounciness(pair.Second)) : 0;
            var impulse = -(1 + bounce) * approach / weight;
            var friction = Vector3.zero;
            var (turns, turnsToo) = (pair.First.IsRound(), pair.Second.IsRound());
            var slide = (mine?.VelocityAt(pair.Point, turns) ?? Vector3.zero) - (theirs?.VelocityAt(pair.Point, turnsToo) ?? Vector3.zero);
            slide -= pair.Away * Vector3.Dot(slide, pair.Away);
            if (slide.magnitude > 1e-5f)
            {
                var along = slide.normalized;
                var inertness = Inertness(mine, pair.Point, along, turns) + Inertness(theirs, pair.Point, along, turnsToo);
                var most = impulse * (Friction(pair.First) + Friction(pair.Second)) * 0.5f;
                friction = -along * Math.Min(most, slide.magnitude / inertness);
            }
            if (turns) mine?.Twist(friction, pair.Point);
            if (turnsToo) theirs?.Twist(-friction, pair.Point);
            mine?.Push(pair.Away * impulse + friction);
            theirs?.Push(-(pair.Away * impulse + friction));
        }

        /// <summary>A contact is one point, which says nothing about what a box would do.</summary>
        private static bool IsRound(this Collider collider) => collider is SphereCollider or CapsuleCollider;

        private static float Inertness(PhysicsBody? body, Vector3 point, Vector3 along, bool turns) =>
            body == null ? 0 : turns ? body.InverseMassAt(point, along) : body.InverseMass;

        private static PhysicsBody? Of(List<PhysicsBody> bodies, Rigidbody? rigidbody) =>
            rigidbody is null ? null : bodies.Find(body => ReferenceEquals(body.Rigidbody, rigidbody));

        private static float Bounciness(Collider collider) => collider.sharedMaterial is { } material && material ? material.bounciness : 0;

        private static float Friction(Collider collider) =>
            collider.sharedMaterial is { } material && material ? material.dynamicFriction : DefaultFriction;

        private static void Tell(Dictionary<(ulong, ulong), Pair> now)
        {
            foreach (var pair in now.Values.ToList()) pair.Tell(touching.ContainsKey(pair.Key) ? "Stay" : "Enter");
            foreach (var pair in touching.Values.ToList())
                if (!now.ContainsKey(pair.Key)) pair.Tell("Exit");
        }

        /// <summary>Two colliders that touch; <see cref="Away"/> is where the first one has to go.</summary>
        private sealed class Pair
        {
            private readonly bool isTrigger;
            private readonly Vector3 speed;

            internal Pair(Collider first, Collider second, bool isTrigger, Vector3 speed, Vector3 away, float depth, Vector3 point)
            {
                First = first;
                Second = second;
                this.isTrigger = isTrigger;
                this.speed = speed;
                Point = point;
                Away = away;
                Depth = depth;
            }

            internal Collider First { get; }

            internal Collider Second { get; }

            internal Vector3 Away { get; }

            internal float Depth { get; }

            internal Vector3 Point { get; }

            internal (ulong, ulong) Key => (First.Id, Second.Id);

            internal void Tell(string moment)
            {
                TellOne(First, Second, moment, Away, speed);
                TellOne(Second, First, moment, -Away, -speed);
            }

            /// <summary>The collider's object and its body's object hear of it.</summary>
            private void TellOne(Collider mine, Collider other, string moment, Vector3 normal, Vector3 relative)
            {
                if (!mine.IsAlive || !other.IsAlive) return;
                object argument = isTrigger
                    ? other
                    : new Collision(other, -relative, Vector3.zero, new ContactPoint(Point, normal, -Depth, mine, other));
                var message = (isTrigger ? "OnTrigger" : "OnCollision") + moment;
                Send(mine.Owner, message, argument);
                if (mine.attachedRigidbody is { } body && body.Owner != mine.Owner) Send(body.Owner, message, argument);
            }

            private static void Send(GameObject to, string message, object argument)
            {
                foreach (var component in to.Components.ToArray())
                    if (component is MonoBehaviour { enabled: true } behaviour) Messages.Send(behaviour, message, argument);
            }
        }
    }
}
