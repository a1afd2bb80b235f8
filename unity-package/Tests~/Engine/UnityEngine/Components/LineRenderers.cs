using System;

namespace UnityEngine
{
    public enum LineAlignment
    {
        View = 0,
        TransformZ = 1,
    }

    public enum LineTextureMode
    {
        Stretch = 0,
        Tile = 1,
        DistributePerSegment = 2,
        RepeatPerSegment = 3,
        Static = 4,
    }

    /// <summary>How the ribbons of line and trail renderers look, as they are saved.</summary>
    [Serializable]
    internal class LineParameters
    {
        public float widthMultiplier = 1;
        public AnimationCurve widthCurve = new(new Keyframe(0, 1), new Keyframe(1, 1));
        public Gradient colorGradient = new();
        public int numCornerVertices;
        public int numCapVertices;
        public LineAlignment alignment;
        public LineTextureMode textureMode;

        internal Color Color(bool atEnd) => colorGradient.Evaluate(atEnd ? 1 : 0);

        internal void SetColor(bool atEnd, Color value)
        {
            var (start, end) = (atEnd ? Color(false) : value, atEnd ? value : Color(true));
            colorGradient.SetKeys(
                new[] { new GradientColorKey(start, 0), new GradientColorKey(end, 1) },
                new[] { new GradientAlphaKey(start.a, 0), new GradientAlphaKey(end.a, 1) });
        }

        internal float Width(bool atEnd) => widthCurve.Evaluate(atEnd ? 1 : 0) * widthMultiplier;

        internal void SetWidth(bool atEnd, float value)
        {
            var (start, end) = (atEnd ? Width(false) : value, atEnd ? value : Width(true));
            widthMultiplier = 1;
            widthCurve = new AnimationCurve(new Keyframe(0, start), new Keyframe(1, end));
        }
    }

    public abstract class RibbonRenderer : Renderer
    {
        [SerializeField] private LineParameters m_Parameters = new();

        private protected LineParameters Parameters => m_Parameters;

        public float startWidth { get => m_Parameters.Width(false); set => m_Parameters.SetWidth(false, value); }
        public float endWidth { get => m_Parameters.Width(true); set => m_Parameters.SetWidth(true, value); }
        public float widthMultiplier { get => m_Parameters.widthMultiplier; set => m_Parameters.widthMultiplier = value; }
        public AnimationCurve widthCurve { get => m_Parameters.widthCurve; set => m_Parameters.widthCurve = value; }
        public Color startColor { get => m_Parameters.Color(false); set => m_Parameters.SetColor(false, value); }
        public Color endColor { get => m_Parameters.Color(true); set => m_Parameters.SetColor(true, value); }
        public Gradient colorGradient { get => m_Parameters.colorGradient; set => m_Parameters.colorGradient = value; }
        public int numCornerVertices { get => m_Parameters.numCornerVertices; set => m_Parameters.numCornerVertices = value; }
        public int numCapVertices { get => m_Parameters.numCapVertices; set => m_Parameters.numCapVertices = value; }
        public LineAlignment alignment { get => m_Parameters.alignment; set => m_Parameters.alignment = value; }
        public LineTextureMode textureMode { get => m_Parameters.textureMode; set => m_Parameters.textureMode = value; }
    }

    public sealed partial class LineRenderer : RibbonRenderer
    {
        [SerializeField] private Vector3[] m_Positions = { Vector3.zero, Vector3.forward };
        [SerializeField] private bool m_UseWorldSpace = true;
        [SerializeField] private bool m_Loop;

        public int positionCount { get => m_Positions.Length; set => Array.Resize(ref m_Positions, value); }
        public bool useWorldSpace { get => m_UseWorldSpace; set => Set(ref m_UseWorldSpace, value); }
        public bool loop { get => m_Loop; set => Set(ref m_Loop, value); }
        public Vector3 GetPosition(int index) => m_Positions[index];
        public void SetPosition(int index, Vector3 position) => m_Positions[index] = position;
        public void SetPositions(Vector3[] positions) => Array.Copy(positions, m_Positions, Math.Min(positions.Length, m_Positions.Length));
    }

    public sealed partial class TrailRenderer : RibbonRenderer
    {
        [SerializeField] private float m_Time = 5;
        [SerializeField] private float m_MinVertexDistance = 0.1f;
        [SerializeField] private bool m_Autodestruct;
        [SerializeField] private bool m_Emitting = true;

        public float time { get => m_Time; set => Set(ref m_Time, value); }
        public float minVertexDistance { get => m_MinVertexDistance; set => Set(ref m_MinVertexDistance, value); }
        public bool autodestruct { get => m_Autodestruct; set => Set(ref m_Autodestruct, value); }
        public bool emitting { get => m_Emitting; set => Set(ref m_Emitting, value); }

        internal override void Constrain()
        {
            m_Time = Mathf.Max(m_Time, 0f);
            m_MinVertexDistance = Mathf.Max(m_MinVertexDistance, 0f);
        }
    }
}
