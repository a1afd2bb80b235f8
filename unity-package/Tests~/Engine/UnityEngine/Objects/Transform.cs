using System;
using System.Collections;
using System.Collections.Generic;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    public partial class Transform : Component, IEnumerable
    {
        [SerializeField] private Quaternion m_LocalRotation = Quaternion.identity;
        [SerializeField] private Vector3 m_LocalPosition;
        [SerializeField] private Vector3 m_LocalScale = Vector3.one;
        [SerializeField, HideInInspector] private bool m_ConstrainProportionsScale;

        internal bool ConstrainProportionsScale { get => m_ConstrainProportionsScale; set => m_ConstrainProportionsScale = value; }

        protected internal Transform()
        {
        }

        internal Transform Parent { get; set; }
        internal List<Transform> Children { get; } = new();
        public bool hasChanged { get; set; } = true;

        public Vector3 localPosition
        {
            get => m_LocalPosition;
            set
            {
                Set(ref m_LocalPosition, value);
                Placed();
            }
        }
        public Vector3 localScale { get => m_LocalScale; set => Set(ref m_LocalScale, value); }
        public Quaternion localRotation { get => m_LocalRotation; set => Set(ref m_LocalRotation, value.normalized); }
        public Vector3 localEulerAngles { get => m_LocalRotation.eulerAngles; set => localRotation = Quaternion.Euler(value); }

        private protected void SetPlace(Vector3 place) => m_LocalPosition = place;

        /// <summary>Its place was set directly.</summary>
        private protected virtual void Placed()
        {
        }

        /// <summary>It is below another parent, with the values that it had.</summary>
        private protected virtual void Reparented()
        {
        }

        private new void Set<T>(ref T field, T value)
        {
            Alive();
            field = value;
            hasChanged = true;
            EngineEvents.Changed(this);
        }

        public Vector3 position
        {
            get => Parent is null ? m_LocalPosition : Parent.TransformPoint(m_LocalPosition);
            set => localPosition = Parent is null ? value : Parent.InverseTransformPoint(value);
        }

        public Quaternion rotation
        {
            get => Parent is null ? m_LocalRotation : Parent.rotation * m_LocalRotation;
            set => localRotation = Parent is null ? value : Quaternion.Inverse(Parent.rotation) * value;
        }

        public Vector3 eulerAngles { get => rotation.eulerAngles; set => rotation = Quaternion.Euler(value); }

        /// <summary>Exact as long as no turned object stands below an unevenly scaled one.</summary>
        public Vector3 lossyScale
        {
            get
            {
                var turned = Quaternion.Inverse(rotation);
                var matrix = localToWorldMatrix;
                return new Vector3(
                    (turned * (Vector3)matrix.GetColumn(0)).x, (turned * (Vector3)matrix.GetColumn(1)).y,
                    (turned * (Vector3)matrix.GetColumn(2)).z);
            }
        }

        public Vector3 right { get => rotation * Vector3.right; set => rotation = Quaternion.FromToRotation(Vector3.right, value); }
        public Vector3 up { get => rotation * Vector3.up; set => rotation = Quaternion.FromToRotation(Vector3.up, value); }
        public Vector3 forward { get => rotation * Vector3.forward; set => rotation = Quaternion.LookRotation(value); }

        public Matrix4x4 localToWorldMatrix
        {
            get
            {
                var local = Matrix4x4.TRS(m_LocalPosition, m_LocalRotation, m_LocalScale);
                return Parent is null ? local : Parent.localToWorldMatrix * local;
            }
        }

        public Matrix4x4 worldToLocalMatrix => localToWorldMatrix.inverse;

        public Transform parent { get => Parent; set => SetParent(value, true); }
        public Transform root => Parent is null ? this : Parent.root;
        public int childCount => Children.Count;
        public int hierarchyCount => 1 + CountBelow();

        private int CountBelow()
        {
            var count = Children.Count;
            foreach (var child in Children) count += child.CountBelow();
            return count;
        }

        public Transform GetChild(int index) =>
            index >= 0 && index < Children.Count ? Children[index] : throw new UnityException("Transform child out of bounds");

        public void SetParent(Transform p) => SetParent(p, true);

        public void SetParent(Transform parent, bool worldPositionStays)
        {
            Alive();
            parent?.Alive();
            if (parent == Parent) return;
            if (parent is not null && parent.IsChildOf(this))
            {
                EngineEvents.LogError("Cannot set the parent to itself or one of its children.");
                return;
            }
            var (heldPosition, heldRotation, heldScale) = (position, rotation, lossyScale);
            var live = ObjectGraph.LiveBehaviours(gameObject);
            ObjectGraph.Attach(this, parent, -1);
            if (worldPositionStays)
            {
                SetPositionAndRotation(heldPosition, heldRotation);
                var above = Parent is null ? Vector3.one : Parent.lossyScale;
                m_LocalScale = new Vector3(Divide(heldScale.x, above.x), Divide(heldScale.y, above.y), Divide(heldScale.z, above.z));
            }
            else Reparented();
            hasChanged = true;
            EngineEvents.Moved(gameObject);
            ObjectGraph.TellActivity(gameObject, live);
        }

        private static float Divide(float value, float by) => Mathf.Abs(by) < 1e-12f ? 0f : value / by;

        public void DetachChildren()
        {
            foreach (var child in Children.ToArray()) child.SetParent(null, true);
        }

        public int GetSiblingIndex() => Parent is not null ? Parent.Children.IndexOf(this) : ObjectGraph.RootIndex(gameObject);

        public void SetSiblingIndex(int index)
        {
            ObjectGraph.Attach(this, Parent, Mathf.Max(0, index));
            EngineEvents.Moved(gameObject);
        }

        public void SetAsFirstSibling() => SetSiblingIndex(0);
        public void SetAsLastSibling() => SetSiblingIndex(int.MaxValue);

        public bool IsChildOf(Transform parent)
        {
            for (var at = this; at is not null; at = at.Parent)
                if (at == parent) return true;
            return false;
        }

        /// <summary>A child by name or by a path below this object.</summary>
        public Transform Find(string n)
        {
            if (n == null) throw new ArgumentNullException(nameof(n));
            var slash = n.IndexOf('/');
            var head = slash < 0 ? n : n.Substring(0, slash);
            foreach (var child in Children)
                if (child.name == head) return slash < 0 ? child : child.Find(n.Substring(slash + 1));
            return null;
        }

        public void SetPositionAndRotation(Vector3 position, Quaternion rotation)
        {
            this.position = position;
            this.rotation = rotation;
        }

        public void SetLocalPositionAndRotation(Vector3 localPosition, Quaternion localRotation)
        {
            this.localPosition = localPosition;
            this.localRotation = localRotation;
        }

        public Vector3 TransformPoint(Vector3 point)
        {
            for (var at = this; at is not null; at = at.Parent)
                point = at.m_LocalPosition + at.m_LocalRotation * Vector3.Scale(at.m_LocalScale, point);
            return point;
        }

        public Vector3 InverseTransformPoint(Vector3 point)
        {
            if (Parent is not null) point = Parent.InverseTransformPoint(point);
            point = Quaternion.Inverse(m_LocalRotation) * (point - m_LocalPosition);
            return new Vector3(Divide(point.x, m_LocalScale.x), Divide(point.y, m_LocalScale.y), Divide(point.z, m_LocalScale.z));
        }

        public Vector3 TransformDirection(Vector3 direction) => rotation * direction;
        public Vector3 InverseTransformDirection(Vector3 direction) => Quaternion.Inverse(rotation) * direction;
        public Vector3 TransformVector(Vector3 vector) => localToWorldMatrix.MultiplyVector(vector);
        public Vector3 InverseTransformVector(Vector3 vector) => worldToLocalMatrix.MultiplyVector(vector);

        public void Translate(Vector3 translation) => Translate(translation, Space.Self);
        public void Translate(Vector3 translation, Space relativeTo) =>
            position += relativeTo == Space.World ? translation : TransformDirection(translation);
        public void Translate(float x, float y, float z) => Translate(new Vector3(x, y, z));
        public void Translate(float x, float y, float z, Space relativeTo) => Translate(new Vector3(x, y, z), relativeTo);

        public void Rotate(Vector3 eulers) => Rotate(eulers, Space.Self);
        public void Rotate(Vector3 eulers, Space relativeTo)
        {
            var turn = Quaternion.Euler(eulers);
            if (relativeTo == Space.Self) localRotation *= turn;
            else rotation = turn * rotation;
        }

        public void Rotate(float xAngle, float yAngle, float zAngle) => Rotate(new Vector3(xAngle, yAngle, zAngle));
        public void Rotate(float xAngle, float yAngle, float zAngle, Space relativeTo) =>
            Rotate(new Vector3(xAngle, yAngle, zAngle), relativeTo);
        public void Rotate(Vector3 axis, float angle) => Rotate(axis, angle, Space.Self);
        public void Rotate(Vector3 axis, float angle, Space relativeTo)
        {
            var turn = Quaternion.AngleAxis(angle, axis);
            if (relativeTo == Space.Self) localRotation *= turn;
            else rotation = turn * rotation;
        }

        public void RotateAround(Vector3 point, Vector3 axis, float angle)
        {
            var turn = Quaternion.AngleAxis(angle, axis);
            var away = turn * (position - point);
            position = point + away;
            rotation = turn * rotation;
        }

        public void LookAt(Transform target) => LookAt(target.position);
        public void LookAt(Vector3 worldPosition) => LookAt(worldPosition, Vector3.up);
        public void LookAt(Vector3 worldPosition, Vector3 worldUp) => rotation = Quaternion.LookRotation(worldPosition - position, worldUp);

        public IEnumerator GetEnumerator() => Children.GetEnumerator();
    }

    public sealed partial class RectTransform : Transform
    {
        [SerializeField] private Vector2 m_AnchorMin = new(0.5f, 0.5f);
        [SerializeField] private Vector2 m_AnchorMax = new(0.5f, 0.5f);
        [SerializeField] private Vector2 m_AnchoredPosition;
        [SerializeField] private Vector2 m_SizeDelta = new(100, 100);
        [SerializeField] private Vector2 m_Pivot = new(0.5f, 0.5f);

        /// <summary>The place before a SerializedObject wrote, which may have set it or the anchored position.</summary>
        private Vector3 before;

        public Vector2 anchorMin { get => m_AnchorMin; set => SetRect(ref m_AnchorMin, value); }
        public Vector2 anchorMax { get => m_AnchorMax; set => SetRect(ref m_AnchorMax, value); }
        public Vector2 anchoredPosition { get => m_AnchoredPosition; set => SetRect(ref m_AnchoredPosition, value); }
        public Vector2 sizeDelta { get => m_SizeDelta; set => SetRect(ref m_SizeDelta, value); }
        public Vector2 pivot { get => m_Pivot; set => SetRect(ref m_Pivot, value); }
        public Rect rect => new(-m_Pivot.x * m_SizeDelta.x, -m_Pivot.y * m_SizeDelta.y, m_SizeDelta.x, m_SizeDelta.y);

        internal void BeforeWrite() => before = localPosition;

        internal override void Constrain()
        {
            base.Constrain();
            if (localPosition != before) Placed();
            else PlaceByAnchors();
        }

        private protected override void Placed() => m_AnchoredPosition = (Vector2)localPosition - Anchor();

        private protected override void Reparented() => PlaceByAnchors();

        private void SetRect(ref Vector2 field, Vector2 value)
        {
            field = value;
            PlaceByAnchors();
        }

        private void PlaceByAnchors()
        {
            var place = Anchor() + m_AnchoredPosition;
            SetPlace(new Vector3(place.x, place.y, localPosition.z));
            foreach (var child in Children)
                if (child is RectTransform rect) rect.PlaceByAnchors();
        }

        private Vector2 Size()
        {
            var outer = Parent is RectTransform above ? above.Size() : Vector2.zero;
            return Vector2.Scale(m_AnchorMax - m_AnchorMin, outer) + m_SizeDelta;
        }

        /// <summary>From the parent's pivot, where the local position begins, to the anchors.</summary>
        private Vector2 Anchor()
        {
            if (Parent is not RectTransform above) return Vector2.zero;
            return Vector2.Scale(above.Size(), m_AnchorMin + Vector2.Scale(m_AnchorMax - m_AnchorMin, m_Pivot) - above.m_Pivot);
        }
    }
}
