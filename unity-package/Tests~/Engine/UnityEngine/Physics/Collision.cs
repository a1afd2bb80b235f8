#nullable enable
namespace UnityEngine
{
    public enum ForceMode
    {
        Force = 0,
        Impulse = 1,
        VelocityChange = 2,
        Acceleration = 5,
    }

    public struct ContactPoint
    {
        internal ContactPoint(Vector3 point, Vector3 normal, float separation, Collider mine, Collider other)
        {
            this.point = point;
            this.normal = normal;
            this.separation = separation;
            thisCollider = mine;
            otherCollider = other;
        }

        public Vector3 point { get; }

        public Vector3 normal { get; }

        public float separation { get; }

        public Collider thisCollider { get; }

        public Collider otherCollider { get; }
    }

    public partial class Collision
    {
        internal Collision(Collider other, Vector3 relativeVelocity, Vector3 impulse, ContactPoint contact)
        {
            collider = other;
            this.relativeVelocity = relativeVelocity;
            this.impulse = impulse;
            contacts = new[] { contact };
        }

        public Collider collider { get; }

        public GameObject gameObject => rigidbody is { } body ? body.gameObject : collider.gameObject;

        public Transform transform => gameObject.transform;

        public Rigidbody? rigidbody => collider.attachedRigidbody;

        public Vector3 relativeVelocity { get; }

        public Vector3 impulse { get; }

        public ContactPoint[] contacts { get; }

        public int contactCount => contacts.Length;

        public ContactPoint GetContact(int index) => contacts[index];
    }

    public partial class Collider
    {
        /// <summary>The body that moves it: on its own object or the next one above.</summary>
        public Rigidbody? attachedRigidbody
        {
            get
            {
                for (var at = Owner; at is not null; at = at.transform.Parent is { } parent ? parent.Owner : null)
                    if (at.GetComponent<Rigidbody>() is { } body) return body;
                return null;
            }
        }

        public Bounds bounds => ColliderPoses.Of(this)?.Room ?? new Bounds(transform.position, Vector3.zero);

        public Vector3 ClosestPoint(Vector3 position) => ColliderPoses.Of(this)?.ClosestPoint(position) ?? position;
    }

    public partial class Rigidbody
    {
        public Vector3 position
        {
            get => transform.position;
            set => transform.position = value;
        }

        public Quaternion rotation
        {
            get => transform.rotation;
            set => transform.rotation = value;
        }

        public Vector3 worldCenterOfMass => transform.TransformPoint(centerOfMass);

        public bool freezeRotation
        {
            get => (constraints & RigidbodyConstraints.FreezeRotation) == RigidbodyConstraints.FreezeRotation;
            set => constraints = value
                ? constraints | RigidbodyConstraints.FreezeRotation
                : constraints & ~RigidbodyConstraints.FreezeRotation;
        }

        public void AddForce(Vector3 force) => AddForce(force, ForceMode.Force);

        public void AddForce(float x, float y, float z, ForceMode mode = ForceMode.Force) => AddForce(new Vector3(x, y, z), mode);

        public void AddForce(Vector3 force, ForceMode mode)
        {
            if (!isKinematic) linearVelocity += Change(force, mode);
        }

        public void AddRelativeForce(Vector3 force, ForceMode mode = ForceMode.Force) => AddForce(transform.rotation * force, mode);

        public void AddTorque(Vector3 torque, ForceMode mode = ForceMode.Force)
        {
            if (!isKinematic) angularVelocity += Change(torque, mode);
        }

        public void MovePosition(Vector3 position) => transform.position = position;

        public void MoveRotation(Quaternion rot) => transform.rotation = rot;

        public bool IsSleeping() => linearVelocity.sqrMagnitude < 1e-4f && angularVelocity.sqrMagnitude < 1e-4f;

        public void Sleep() => linearVelocity = angularVelocity = Vector3.zero;

        public void WakeUp()
        {
        }

        public Vector3 GetPointVelocity(Vector3 worldPoint) =>
            linearVelocity + Vector3.Cross(angularVelocity, worldPoint - worldCenterOfMass);

        private Vector3 Change(Vector3 by, ForceMode mode) =>
            mode switch
            {
                ForceMode.Impulse => by / mass,
                ForceMode.VelocityChange => by,
                ForceMode.Acceleration => by * Time.fixedDeltaTime,
                _ => by * (Time.fixedDeltaTime / mass),
            };
    }
}
