#nullable enable
using System;

namespace UnityEngine
{
    /// <summary>A rigidbody while it is stepped.</summary>
    internal sealed class PhysicsBody
    {
        /// <summary>Unity's default, in radians per second.</summary>
        private const float MaxAngularSpeed = 7;

        private readonly Vector3 inertia;

        internal PhysicsBody(Rigidbody rigidbody)
        {
            Rigidbody = rigidbody;
            inertia = rigidbody.inertiaTensor;
        }

        internal Rigidbody Rigidbody { get; }

        internal float InverseMass => 1 / Rigidbody.mass;

        internal void Integrate(float seconds, Vector3 gravity)
        {
            if (Rigidbody.useGravity) Rigidbody.linearVelocity += gravity * seconds;
            Rigidbody.linearVelocity = Free(Rigidbody.linearVelocity * Math.Max(0, 1 - Rigidbody.linearDamping * seconds));
            var turn = FreeTurn(Rigidbody.angularVelocity * Math.Max(0, 1 - Rigidbody.angularDamping * seconds));
            Rigidbody.angularVelocity = Vector3.ClampMagnitude(turn, MaxAngularSpeed);
            Move(Rigidbody.linearVelocity * seconds);
            Turn(Rigidbody.angularVelocity * seconds);
        }

        internal void Move(Vector3 by)
        {
            var free = Free(by);
            if (free.sqrMagnitude > 0) Rigidbody.position += free;
        }

        /// <summary>Turns around an axis that is as long as the angle, in radians.</summary>
        internal void Turn(Vector3 by)
        {
            var free = FreeTurn(by);
            var angle = free.magnitude;
            if (angle > 1e-7f) Rigidbody.rotation = Quaternion.AngleAxis(angle * Mathf.Rad2Deg, free / angle) * Rigidbody.rotation;
        }

        internal Vector3 VelocityAt(Vector3 point, bool turns) => turns
            ? Rigidbody.linearVelocity + Vector3.Cross(Rigidbody.angularVelocity, point - Rigidbody.position)
            : Rigidbody.linearVelocity;

        /// <summary>How much a push in a direction at a point moves that point.</summary>
        internal float InverseMassAt(Vector3 point, Vector3 direction)
        {
            var arm = Vector3.Cross(point - Rigidbody.position, direction);
            return InverseMass + Vector3.Dot(arm, Turned(arm));
        }

        internal void Push(Vector3 impulse) => Rigidbody.linearVelocity = Free(Rigidbody.linearVelocity + impulse * InverseMass);

        internal void Twist(Vector3 impulse, Vector3 point)
        {
            var turn = Turned(Vector3.Cross(point - Rigidbody.position, impulse));
            Rigidbody.angularVelocity = FreeTurn(Rigidbody.angularVelocity + turn);
        }

        /// <summary>The change of angular velocity by an angular impulse.</summary>
        internal Vector3 Turned(Vector3 impulse)
        {
            var own = Quaternion.Inverse(Rigidbody.rotation) * impulse;
            return FreeTurn(Rigidbody.rotation * new Vector3(own.x / inertia.x, own.y / inertia.y, own.z / inertia.z));
        }

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
}
