#nullable enable
using System;

namespace UnityEngine
{
    /// <summary>The turn of a hinge within one step: its motor or spring drives it, its limits stop it.</summary>
    internal readonly struct HingeTurn
    {
        private readonly HingeJoint hinge;
        private readonly PhysicsBody body;
        private readonly PhysicsBody? other;
        private readonly Vector3 pivot;
        private readonly Vector3 axis;

        /// <summary>The angle in radians, from where the joint began to hold.</summary>
        private readonly float angle;

        /// <summary><paramref name="axis"/>: in the world, of length 1.</summary>
        internal HingeTurn(HingeJoint hinge, PhysicsBody body, PhysicsBody? other, Vector3 pivot, Vector3 axis, float angle)
        {
            this.hinge = hinge;
            this.body = body;
            this.other = other;
            this.pivot = pivot;
            this.axis = axis;
            this.angle = angle;
        }

        /// <summary>How readily the two turn against each other around the pivot.</summary>
        private float Ease => EaseOf(body) + (other == null ? 0 : EaseOf(other));

        private float Speed =>
            Vector3.Dot(body.Rigidbody.angularVelocity - (other?.Rigidbody.angularVelocity ?? Vector3.zero), axis);

        /// <summary>Drives by the motor, or else by the spring: as in Unity, a motor leaves the spring nothing to do.</summary>
        internal void Drive(float seconds)
        {
            var ease = Ease;
            if (ease <= 0) return;
            var faster = hinge.useMotor ? Motor(seconds * ease) : hinge.useSpring ? Spring(seconds, ease) : 0;
            Turn(faster * seconds, seconds);
        }

        /// <summary>Turns it back to the nearer limit, if it is beyond one.</summary>
        internal void Limit(float seconds)
        {
            if (!hinge.useLimits || Ease <= 0) return;
            var (a, b) = (hinge.limits.min * Mathf.Deg2Rad, hinge.limits.max * Mathf.Deg2Rad);
            Turn(Mathf.Clamp(angle, Math.Min(a, b), Math.Max(a, b)) - angle, seconds);
        }

        /// <summary><paramref name="strength"/>: what a torque of 1 adds to the speed.</summary>
        private float Motor(float strength)
        {
            var wanted = hinge.motor.targetVelocity * Mathf.Deg2Rad;
            var missing = wanted - Speed;
            if (hinge.motor.freeSpin && missing * wanted < 0) return 0;
            var most = Math.Abs(hinge.motor.force) * strength;
            return Mathf.Clamp(missing, -most, most);
        }

        /// <summary>The change of speed by the force at the end of the step, so that a stiff spring does not overshoot.</summary>
        private float Spring(float seconds, float ease)
        {
            var spring = hinge.spring;
            var ahead = (spring.targetPosition * Mathf.Deg2Rad) - angle - (Speed * seconds);
            var torque = (spring.spring * ahead) - (spring.damper * Speed);
            return seconds * torque / ((1 / ease) + (spring.damper * seconds) + (spring.spring * seconds * seconds));
        }

        private void Turn(float by, float seconds)
        {
            var share = by / Ease;
            Turn(body, axis * (share * EaseOf(body)), seconds);
            if (other != null) Turn(other, axis * (-share * EaseOf(other)), seconds);
        }

        /// <summary>Turns a body around the pivot, which stays where it is.</summary>
        private void Turn(PhysicsBody one, Vector3 by, float seconds)
        {
            var shift = Vector3.Cross(by, one.Rigidbody.position - pivot);
            one.Turn(by);
            one.Rigidbody.angularVelocity += by / seconds;
            one.Move(shift);
            one.Push(shift * (one.Rigidbody.mass / seconds));
        }

        private float EaseOf(PhysicsBody one)
        {
            var own = Vector3.Dot(axis, one.Turned(axis));
            var arm = Vector3.Cross(axis, one.Rigidbody.position - pivot).sqrMagnitude;
            return own <= 0 ? 0 : 1 / ((1 / own) + (one.Rigidbody.mass * arm));
        }
    }
}
