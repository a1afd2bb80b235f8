#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    /// <summary>
    /// The physics step of play mode: gravity, damping, contacts that push bodies apart, friction and
    /// bounce, collision and trigger messages. Bodies turn only by their own angular velocity: a contact
    /// does not make them tumble.
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
            var bodies = new List<Body>();
            var shapes = Shapes(bodies);
            if (shapes.Count == 0 && bodies.Count == 0) return;
            foreach (var body in bodies) body.Integrate(seconds, Physics.gravity);
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

        internal static void Forget() => touching = new Dictionary<(ulong, ulong), Pair>();

        private static List<Shape> Shapes(List<Body>? bodies)
        {
            var shapes = new List<Shape>();
            foreach (var obj in ObjectGraph.LoadedObjects())
            {
                if (!obj.activeInHierarchy) continue;
                foreach (var component in obj.Components)
                {
                    if (component is Rigidbody { isKinematic: false } body) bodies?.Add(new Body(body));
                    if (component is Collider { enabled: true } collider && Shape.Of(collider) is { } shape) shapes.Add(shape);
                }
            }
            return shapes;
        }

        /// <summary>Pushes apart what overlaps; whether anything did.</summary>
        private static bool Contacts(List<Shape> shapes, List<Body> bodies, Dictionary<(ulong, ulong), Pair> found)
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
                    var speed = (mine?.Velocity ?? Vector3.zero) - (theirs?.Velocity ?? Vector3.zero);
                    var pair = new Pair(shapes[i].Collider, shapes[j].Collider, isTrigger, speed, away, depth, point);
                    if (!found.ContainsKey(pair.Key)) found.Add(pair.Key, pair);
                    if (isTrigger || (mine == null && theirs == null)) continue;
                    any |= depth > Slop * 2;
                    Push(mine, theirs, pair);
                }
            }
            return any;
        }

        private static void Push(Body? mine, Body? theirs, Pair pair)
        {
            var weight = (mine?.InverseMass ?? 0) + (theirs?.InverseMass ?? 0);
            if (weight <= 0) return;
            var out1 = Math.Max(0, pair.Depth - Slop);
            mine?.Move(pair.Away * (out1 * mine.InverseMass / weight));
            theirs?.Move(-pair.Away * (out1 * theirs.InverseMass / weight));
            var speed = (mine?.Velocity ?? Vector3.zero) - (theirs?.Velocity ?? Vector3.zero);
            var approach = Vector3.Dot(speed, pair.Away);
            if (approach >= 0) return;
            var bounce = -approach > BounceThreshold ? Math.Max(Bounciness(pair.First), Bounciness(pair.Second)) : 0;
            var impulse = -(1 + bounce) * approach / weight;
            var slide = speed - pair.Away * approach;
            var friction = Vector3.zero;
            if (slide.magnitude > 1e-5f)
            {
                var most = impulse * (Friction(pair.First) + Friction(pair.Second)) * 0.5f;
                friction = -slide.normalized * Math.Min(most, slide.magnitude / weight);
            }
            mine?.Push(pair.Away * impulse + friction);
            theirs?.Push(-(pair.Away * impulse + friction));
        }

        private static Body? Of(List<Body> bodies, Rigidbody? rigidbody) =>
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

        /// <summary>A rigidbody while it is stepped.</summary>
        private sealed class Body
        {
            internal Body(Rigidbody rigidbody)
            {
                Rigidbody = rigidbody;
            }

            internal Rigidbody Rigidbody { get; }

            internal Vector3 Velocity => Rigidbody.linearVelocity;

            internal float InverseMass => 1 / Rigidbody.mass;

            internal void Integrate(float seconds, Vector3 gravity)
            {
                if (Rigidbody.useGravity) Rigidbody.linearVelocity += gravity * seconds;
                Rigidbody.linearVelocity = Free(Rigidbody.linearVelocity * Math.Max(0, 1 - Rigidbody.linearDamping * seconds));
                Rigidbody.angularVelocity = FreeTurn(Rigidbody.angularVelocity * Math.Max(0, 1 - Rigidbody.angularDamping * seconds));
                Move(Rigidbody.linearVelocity * seconds);
                var turn = Rigidbody.angularVelocity;
                var angle = turn.magnitude * seconds * Mathf.Rad2Deg;
                if (angle > 1e-5f) Rigidbody.rotation = Quaternion.AngleAxis(angle, turn.normalized) * Rigidbody.rotation;
            }

            internal void Move(Vector3 by)
            {
                var free = Free(by);
                if (free.sqrMagnitude > 0) Rigidbody.position += free;
            }

            internal void Push(Vector3 impulse) => Rigidbody.linearVelocity = Free(Rigidbody.linearVelocity + impulse * InverseMass);

            private Vector3 Free(Vector3 v)
            {
                var held = Rigidbody.constraints;
                return new Vector3(
                    (held & RigidbodyConstraints.FreezePositionX) != 0 ? 0 : v.x,
                    (held & RigidbodyConstraints.FreezePositionY) != 0 ? 0 : v.y,
                    (held & RigidbodyConstraints.FreezePositionZ) != 0 ? 0 : v.z);
            }

            private Vector3 FreeTurn(Vector3 v)
            {
                var held = Rigidbody.constraints;
                return new Vector3(
                    (held & RigidbodyConstraints.FreezeRotationX) != 0 ? 0 : v.x,
                    (held & RigidbodyConstraints.FreezeRotationY) != 0 ? 0 : v.y,
                    (held & RigidbodyConstraints.FreezeRotationZ) != 0 ? 0 : v.z);
            }
        }

        /// <summary>Two colliders that touch; <see cref="Away"/> is where the first one has to go.</summary>
        private sealed class Pair
        {
            private readonly bool isTrigger;
            private readonly Vector3 speed;
            private readonly Vector3 point;

            internal Pair(Collider first, Collider second, bool isTrigger, Vector3 speed, Vector3 away, float depth, Vector3 point)
            {
                First = first;
                Second = second;
                this.isTrigger = isTrigger;
                this.speed = speed;
                this.point = point;
                Away = away;
                Depth = depth;
            }

            internal Collider First { get; }

            internal Collider Second { get; }

            internal Vector3 Away { get; }

            internal float Depth { get; }

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
                    : new Collision(other, -relative, Vector3.zero, new ContactPoint(point, normal, -Depth, mine, other));
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
