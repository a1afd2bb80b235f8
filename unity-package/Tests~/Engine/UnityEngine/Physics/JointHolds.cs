#nullable enable
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace UnityEngine
{
    /// <summary>
    /// Hinges and fixed joints hold: after each step bodies are brought back to their anchor and axis, and a hinge to its limits.
    /// Other joints do nothing here.
    /// </summary>
    internal static class JointHolds
    {
        private const int Rounds = 8;

        private static ConditionalWeakTable<Joint, Rest> rests = new ConditionalWeakTable<Joint, Rest>();

        internal static void Forget() => rests = new ConditionalWeakTable<Joint, Rest>();

        internal static void Hold(List<PhysicsBody> bodies, float seconds)
        {
            var held = new List<(Rest Joint, PhysicsBody Body, PhysicsBody? Other)>();
            foreach (var body in bodies)
            {
                foreach (var component in body.Rigidbody.Owner.Components)
                {
                    if (component is not (HingeJoint or FixedJoint)) continue;
                    var joint = (Joint)component;
                    var other = joint.connectedBody is { } connected && connected ? connected : null;
                    var moved = other is null ? null : bodies.Find(one => ReferenceEquals(one.Rigidbody, other));
                    if (!rests.TryGetValue(joint, out var rest)) rests.Add(joint, rest = new Rest(joint, other));
                    held.Add((rest, body, moved));
                }
            }
            foreach (var (rest, body, other) in held) rest.Turn(body, other)?.Drive(seconds);
            for (var round = 0; round < Rounds; round++)
            {
                foreach (var (rest, body, other) in held)
                {
                    rest.Turn(body, other)?.Limit(seconds);
                    rest.Hold(body, other, seconds);
                }
            }
        }

        /// <summary>How the two bodies stood when the joint began to hold.</summary>
        private sealed class Rest
        {
            private readonly Joint joint;
            private readonly Rigidbody? other;
            private readonly Vector3 anchor;
            private readonly Vector3 connectedAnchor;
            private readonly Vector3 axis;
            private readonly Vector3 connectedAxis;
            private readonly Quaternion turned;

            internal Rest(Joint joint, Rigidbody? other)
            {
                this.joint = joint;
                this.other = other;
                var at = joint.transform.TransformPoint(joint.anchor);
                var fixedAt = other is null ? joint.connectedAnchor : other.transform.TransformPoint(joint.connectedAnchor);
                anchor = Quaternion.Inverse(joint.transform.rotation) * (at - joint.transform.position);
                connectedAnchor = Back(joint.autoConfigureConnectedAnchor ? at : fixedAt);
                axis = joint.axis.normalized;
                connectedAxis = Quaternion.Inverse(OtherRotation) * (joint.transform.rotation * axis);
                turned = Quaternion.Inverse(OtherRotation) * joint.transform.rotation;
            }

            private Quaternion OtherRotation => other is null ? Quaternion.identity : other.rotation;

            private Vector3 OtherPosition => other is null ? Vector3.zero : other.position;

            internal void Hold(PhysicsBody body, PhysicsBody? moved, float seconds)
            {
                var rotation = body.Rigidbody.rotation;
                var aside = joint is FixedJoint
                    ? Turn(OtherRotation * turned * Quaternion.Inverse(rotation))
                    : Vector3.Cross(rotation * axis, OtherRotation * connectedAxis);
                var share = moved == null ? 1 : 0.5f;
                Turn(body, aside * share, seconds);
                if (moved != null) Turn(moved, -aside * share, seconds);

                var mine = body.Rigidbody.position + body.Rigidbody.rotation * anchor;
                var theirs = OtherPosition + OtherRotation * connectedAnchor;
                var apart = theirs - mine;
                var distance = apart.magnitude;
                if (distance < 1e-6f) return;
                var along = apart / distance;
                var weight = body.InverseMassAt(mine, along) + (moved?.InverseMassAt(theirs, along) ?? 0);
                Pull(body, mine, along * (distance / weight), seconds);
                if (moved != null) Pull(moved, theirs, -along * (distance / weight), seconds);
            }

            /// <summary>The hinge's rotation about its axis; null for other joints.</summary>
            internal HingeTurn? Turn(PhysicsBody body, PhysicsBody? moved)
            {
                if (joint is not HingeJoint hinge) return null;
                var rotation = body.Rigidbody.rotation;
                var by = Quaternion.Inverse(OtherRotation * turned) * rotation;
                // Around the axis, whatever little it is turned aside.
                var along = Vector3.Dot(new Vector3(by.x, by.y, by.z), axis);
                var angle = 2 * Mathf.Atan2(by.w < 0 ? -along : along, Mathf.Abs(by.w));
                var pivot = body.Rigidbody.position + (rotation * anchor);
                return new HingeTurn(hinge, body, moved, pivot, rotation * axis, angle);
            }

            private Vector3 Back(Vector3 point) => Quaternion.Inverse(OtherRotation) * (point - OtherPosition);

            /// <summary>The axis of a rotation, as long as its angle.</summary>
            private static Vector3 Turn(Quaternion by)
            {
                var half = new Vector3(by.x, by.y, by.z) * (by.w < 0 ? -1 : 1);
                var sine = half.magnitude;
                return sine < 1e-6f ? Vector3.zero : half * (2 * Mathf.Atan2(sine, Mathf.Abs(by.w)) / sine);
            }

            private static void Turn(PhysicsBody body, Vector3 by, float seconds)
            {
                body.Turn(by);
                body.Rigidbody.angularVelocity += by / seconds;
            }

            private static void Pull(PhysicsBody body, Vector3 point, Vector3 impulse, float seconds)
            {
                var turn = body.Turned(Vector3.Cross(point - body.Rigidbody.position, impulse));
                body.Move(impulse * body.InverseMass);
                body.Push(impulse / seconds);
                Turn(body, turn, seconds);
            }
        }
    }
}
