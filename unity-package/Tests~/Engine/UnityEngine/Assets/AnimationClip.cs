#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public sealed partial class AnimationEvent
    {
        public string functionName { get; set; } = "";

        public float time { get; set; }
    }

    public sealed partial class AnimationClip : Motion
    {
        [SerializeField] private float m_SampleRate = 60;
        [SerializeField] private bool m_Legacy;
        [SerializeField] private bool m_LoopTime;
        [SerializeField] private WrapMode m_WrapMode;
        [SerializeField] private List<Curve> m_Curves = new List<Curve>();
        [SerializeField] private List<Moment> m_Events = new List<Moment>();

        public float length =>
            m_Curves.Count == 0 ? 1 : m_Curves.Max(curve => curve.keys.Count == 0 ? 0 : curve.keys[curve.keys.Count - 1].x);

        public float frameRate { get => m_SampleRate; set => m_SampleRate = value; }

        public bool legacy { get => m_Legacy; set => m_Legacy = value; }

        public WrapMode wrapMode { get => m_WrapMode; set => m_WrapMode = value; }

        public AnimationEvent[] events
        {
            get => m_Events.Select(one => new AnimationEvent { functionName = one.function, time = one.time }).ToArray();
            set => m_Events = value.Select(one => new Moment { function = one.functionName, time = one.time }).ToList();
        }

        internal bool LoopTime { get => m_LoopTime; set => m_LoopTime = value; }

        internal IReadOnlyList<Curve> Curves => m_Curves;

        public void SetCurve(string relativePath, Type type, string propertyName, AnimationCurve curve) =>
            m_Curves.Add(new Curve
            {
                path = relativePath,
                component = type.AssemblyQualifiedName ?? "",
                property = propertyName,
                keys = curve.keys.Select(key => new Vector2(key.time, key.value)).ToList(),
            });

        /// <summary>Time and value of each key.</summary>
        [Serializable]
        internal sealed class Curve
        {
            [SerializeField] internal string path = "";
            [SerializeField] internal string component = "";
            [SerializeField] internal string property = "";
            [SerializeField] internal List<Vector2> keys = new List<Vector2>();
        }

        [Serializable]
        internal sealed class Moment
        {
            [SerializeField] internal string function = "";
            [SerializeField] internal float time;
        }
    }
}
