using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.Serialization;

namespace UnityEngine
{
    public enum WrapMode
    {
        Default = 0,
        Once = 1,
        Clamp = 1,
        Loop = 2,
        PingPong = 4,
        ClampForever = 8,
    }

    public enum WeightedMode
    {
        None = 0,
        In = 1,
        Out = 2,
        Both = 3,
    }

    [Serializable]
    public struct Keyframe
    {
        [SerializeField, NativeName("time")] private float m_Time;
        [SerializeField, NativeName("value")] private float m_Value;
        [SerializeField, NativeName("inSlope")] private float m_InTangent;
        [SerializeField, NativeName("outSlope")] private float m_OutTangent;
        [SerializeField, NativeName("weightedMode")] private int m_WeightedMode;
        [SerializeField, NativeName("inWeight")] private float m_InWeight;
        [SerializeField, NativeName("outWeight")] private float m_OutWeight;

        public Keyframe(float time, float value) : this(time, value, 0, 0)
        {
        }

        public Keyframe(float time, float value, float inTangent, float outTangent) : this()
        {
            m_Time = time;
            m_Value = value;
            m_InTangent = inTangent;
            m_OutTangent = outTangent;
        }

        public Keyframe(float time, float value, float inTangent, float outTangent, float inWeight, float outWeight)
            : this(time, value, inTangent, outTangent)
        {
            m_WeightedMode = (int)WeightedMode.Both;
            m_InWeight = inWeight;
            m_OutWeight = outWeight;
        }

        public float time { readonly get => m_Time; set => m_Time = value; }
        public float value { readonly get => m_Value; set => m_Value = value; }
        public float inTangent { readonly get => m_InTangent; set => m_InTangent = value; }
        public float outTangent { readonly get => m_OutTangent; set => m_OutTangent = value; }
        public float inWeight { readonly get => m_InWeight; set => m_InWeight = value; }
        public float outWeight { readonly get => m_OutWeight; set => m_OutWeight = value; }
        public WeightedMode weightedMode { readonly get => (WeightedMode)m_WeightedMode; set => m_WeightedMode = (int)value; }
    }

    [Serializable]
    public class AnimationCurve : IEquatable<AnimationCurve>
    {
        [SerializeField] private List<Keyframe> m_Curve = new();
        [SerializeField] private WrapMode m_PreInfinity = WrapMode.ClampForever;
        [SerializeField] private WrapMode m_PostInfinity = WrapMode.ClampForever;

        public AnimationCurve()
        {
        }

        public AnimationCurve(params Keyframe[] keys) => this.keys = keys;

        public Keyframe[] keys
        {
            get => m_Curve.ToArray();
            set => m_Curve = value.OrderBy(key => key.time).ToList();
        }

        public int length => m_Curve.Count;
        public Keyframe this[int index] => m_Curve[index];
        public WrapMode preWrapMode { get => m_PreInfinity; set => m_PreInfinity = value; }
        public WrapMode postWrapMode { get => m_PostInfinity; set => m_PostInfinity = value; }

        public static AnimationCurve Constant(float timeStart, float timeEnd, float value) => Linear(timeStart, value, timeEnd, value);

        public static AnimationCurve Linear(float timeStart, float valueStart, float timeEnd, float valueEnd)
        {
            if (timeStart == timeEnd) return new AnimationCurve(new Keyframe(timeStart, valueStart));
            var tangent = (valueEnd - valueStart) / (timeEnd - timeStart);
            return new AnimationCurve(new Keyframe(timeStart, valueStart, 0, tangent), new Keyframe(timeEnd, valueEnd, tangent, 0));
        }

        public static AnimationCurve EaseInOut(float timeStart, float valueStart, float timeEnd, float valueEnd) =>
            timeStart == timeEnd
                ? new AnimationCurve(new Keyframe(timeStart, valueStart))
                : new AnimationCurve(new Keyframe(timeStart, valueStart), new Keyframe(timeEnd, valueEnd));

        public int AddKey(float time, float value) => AddKey(new Keyframe(time, value));

        public int AddKey(Keyframe key)
        {
            if (m_Curve.Any(other => other.time == key.time)) return -1;
            var index = m_Curve.Count(other => other.time < key.time);
            m_Curve.Insert(index, key);
            return index;
        }

        public void RemoveKey(int index) => m_Curve.RemoveAt(index);

        public float Evaluate(float time)
        {
            if (m_Curve.Count == 0) return 0f;
            float first = m_Curve[0].time, last = m_Curve[^1].time, span = last - first;
            if (span > 0)
            {
                var mode = time < first ? m_PreInfinity : m_PostInfinity;
                if ((time < first || time > last) && mode == WrapMode.Loop) time = first + Mathf.Repeat(time - first, span);
                if ((time < first || time > last) && mode == WrapMode.PingPong) time = first + Mathf.PingPong(time - first, span);
            }
            if (time <= first) return m_Curve[0].value;
            if (time >= last) return m_Curve[^1].value;
            var right = m_Curve.FindIndex(key => key.time > time);
            Keyframe a = m_Curve[right - 1], b = m_Curve[right];
            if (float.IsInfinity(a.outTangent) || float.IsInfinity(b.inTangent)) return a.value;
            float dt = b.time - a.time, t = (time - a.time) / dt, t2 = t * t, t3 = t2 * t;
            return (2 * t3 - 3 * t2 + 1) * a.value + (t3 - 2 * t2 + t) * a.outTangent * dt + (t3 - t2) * b.inTangent * dt
                + (3 * t2 - 2 * t3) * b.value;
        }

        public bool Equals(AnimationCurve other) =>
            other is not null && m_PreInfinity == other.m_PreInfinity && m_PostInfinity == other.m_PostInfinity
                && m_Curve.SequenceEqual(other.m_Curve);
        public override bool Equals(object o) => Equals(o as AnimationCurve);
        public override int GetHashCode() => m_Curve.Count;
    }
}
