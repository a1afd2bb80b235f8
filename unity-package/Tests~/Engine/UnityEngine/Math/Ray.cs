namespace UnityEngine
{
    public struct Ray
    {
        private Vector3 m_Direction;

        public Ray(Vector3 origin, Vector3 direction)
        {
            this.origin = origin;
            m_Direction = direction.normalized;
        }

        public Vector3 origin { get; set; }
        public Vector3 direction { readonly get => m_Direction; set => m_Direction = value.normalized; }
        public readonly Vector3 GetPoint(float distance) => origin + m_Direction * distance;
    }

    public struct Plane
    {
        public Plane(Vector3 inNormal, float d)
        {
            normal = inNormal.normalized;
            distance = d;
        }

        public Plane(Vector3 inNormal, Vector3 inPoint)
        {
            normal = inNormal.normalized;
            distance = -Vector3.Dot(normal, inPoint);
        }

        public Vector3 normal { get; set; }
        public float distance { get; set; }
        public readonly float GetDistanceToPoint(Vector3 point) => Vector3.Dot(normal, point) + distance;

        public readonly bool Raycast(Ray ray, out float enter)
        {
            var along = Vector3.Dot(ray.direction, normal);
            enter = Mathf.Approximately(along, 0f) ? 0f : -(Vector3.Dot(ray.origin, normal) + distance) / along;
            return enter > 0f;
        }
    }
}
